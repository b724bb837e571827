"""The five rulebooks: what each says, where it says so, and what a faulty file is told."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from canasta_tutor.errors import RulebookError
from canasta_tutor.rulebook import STANDINGS, Rulebook
from canasta_tutor.rules import RULES

ROOT = Path(__file__).parents[1]
NAMES = ("classic", "party", "online", "family", "club")
DOCUMENTS = dict(zip(NAMES, ("000", "001", "002", "003", "004"), strict=True))
INF = float("inf")

every_rulebook = pytest.mark.parametrize("name", NAMES)


def text_of(name: str) -> str:
    return resources.files("canasta_tutor").joinpath("rulebooks", f"{name}.toml").read_text("utf-8")


# --- what the five say, read from the documents by hand -------------------------------------------

FREEZERS = ("joker", "two")
WITH_RED = ("joker", "two", "red_three")
THREES_TOO = ("joker", "two", "red_three", "black_three")
WITH_BLACK = ("joker", "two", "black_three")
ACE_TOO = ("joker", "two", "ace", "red_three", "black_three")
CLASSIC_BANDS = ((-INF, 15), (0, 50), (1500, 90), (3000, 120))
FROM_FIFTY = ((-INF, 50), (1500, 90), (3000, 120))
FROM_SIXTY = ((-INF, 60), (1500, 90), (3000, 120), (3500, 150))

# fmt: off
AT_FOUR: list[tuple[Any, ...]] = [
    # what a player asks              rule                           classic         party           online          family          club
    ("who scores together",           "players.sides",               "pairs",        "pairs",        "pairs",        "alone",        "pairs"),
    ("which way the turn passes",     "deal.direction",              "clockwise",    "clockwise",    "clockwise",    "anticlockwise", "clockwise"),
    ("cards dealt to each",           "deal.hand",                   11,             11,             11,             11,             11),
    ("packs of cards",                "deck.packs",                  2,              2,              2,              2,              2),
    ("jokers",                        "deck.jokers",                 4,              4,              4,              4,              4),
    ("who cuts",                      "deal.cut",                    "right",        "right",        "none",         "right",        "left"),
    ("bonus for an exact cut",        "deal.cut_bonus",              0,              0,              0,              100,            100),
    ("up-cards refused",              "deal.upcard_refused",         THREES_TOO,     ACE_TOO,        (),             WITH_RED,       THREES_TOO),
    ("where refused up-cards go",     "deal.refused_go",             "stock_bottom", "pile",         "stock_bottom", "cutter",       "pile"),
    ("up-cards that freeze",          "deal.upcard_freezes",         (),             WITH_RED,       WITH_RED,       (),             ()),
    ("cards drawn each turn",         "turn.draw",                   1,              1,              1,              1,              2),
    ("cards discarded each turn",     "turn.discard",                1,              1,              1,              1,              1),
    ("worth of a joker",              "value.joker",                 50,             50,             50,             50,             50),
    ("worth of a two",                "value.two",                   20,             50,             20,             20,             20),
    ("worth of an ace",               "value.ace",                   20,             20,             20,             20,             20),
    ("worth of a king",               "value.high",                  10,             10,             10,             10,             10),
    ("worth of a seven",              "value.low",                   5,              5,              5,              5,              5),
    ("cards in the smallest meld",    "meld.min_cards",              3,              3,              3,              3,              3),
    ("naturals in every meld",        "meld.min_naturals",           2,              2,              2,              3,              2),
    ("wilds at most",                 "meld.max_wilds",              3,              3,              3,              3,              "any"),
    ("wilds against naturals",        "meld.wilds_per_natural",      "free",         "free",         "at_most",      "free",         "at_most"),
    ("melds of one rank",             "meld.per_rank",               "one",          "one",          "one",          "after_canasta", "one"),
    ("a meld of wilds",               "meld.all_wild",               "never",        "never",        "never",        "hand_canasta", "never"),
    ("sevens",                        "meld.sevens",                 "ordinary",     "ordinary",     "ordinary",     "hand_canasta_after_another", "ordinary"),
    ("pile with natural and wild",    "pile.natural_and_wild",       "never",        "always",       "always",       "never",        "after_taking"),
    ("pile onto an own meld",         "pile.onto_meld",              True,           True,           True,           True,           False),
    ("pile onto an own canasta",      "pile.onto_canasta",           "always",       "always",       "two_cards",    "never",        "pair"),
    ("what freezes the pile",         "pile.freezes",                FREEZERS,       FREEZERS,       WITH_RED,       WITH_RED,       WITH_BLACK),
    ("how long it is frozen",         "pile.frozen_until",           "taken",        "taken",        "taken",        "taken",        "covered"),
    ("what takes a frozen pile",      "pile.frozen_needs",           "pair",         "pair",         "pair",         "pair",         "nothing_takes_it"),
    ("initial minimum",               "initial.minimum",             CLASSIC_BANDS,  FROM_FIFTY,     CLASSIC_BANDS,  FROM_SIXTY,     FROM_FIFTY),
    ("reaching it is enough",         "initial.reach",               "reach",        "reach",        "reach",        "reach",        "reach"),
    ("minimum in a concealed exit",   "initial.concealed",           "always",       "if_pile_taken", "always",       "always",       "always"),
    ("pile for the initial meld",     "initial.from_pile",           True,           True,           True,           True,           True),
    ("natural canasta",               "canasta.natural",             500,            500,            500,            500,            500),
    ("mixed canasta",                 "canasta.mixed",               300,            300,            300,            300,            300),
    ("natural canasta from the hand", "canasta.natural_hand",        500,            500,            500,            1000,           500),
    ("mixed canasta from the hand",   "canasta.mixed_hand",          300,            300,            300,            600,            300),
    ("canasta of sevens",             "canasta.sevens",              "ordinary",     "ordinary",     "ordinary",     1000,           "ordinary"),
    ("canasta of wilds",              "canasta.wild",                "none",         "none",         "none",         2000,           "none"),
    ("a wild on a natural canasta",   "canasta.wild_on_natural",     "becomes_mixed", "stays_natural", "becomes_mixed", "becomes_mixed", "becomes_mixed"),
    ("red threes are laid",           "threes.red_laid",             "at_once",      "at_once",      "at_once",      "holder_decides", "at_once"),
    ("red threes may be discarded",   "threes.red_discard",          False,          False,          False,          True,           False),
    ("red threes count plus with",    "threes.red_condition",        "meld",         "meld",         "meld",         "canasta",      "canasta"),
    ("all four red threes, plus",     "threes.red_four",             800,            800,            800,            800,            400),
    ("all four red threes, minus",    "threes.red_four_penalty",     800,            800,            800,            400,            800),
    ("black threes as a meld",        "threes.black_meld",           "going_out",    "going_out",    "any_time",     "never",        "never"),
    ("a black three in the hand",     "threes.black_left",           5,              5,              5,              5,              100),
    ("all four black threes",         "threes.black_four",           "each",         "each",         "each",         "each",         800),
    ("canastas to go out",            "going_out.canastas",          1,              1,              1,              1,              1),
    ("bonus for going out",           "going_out.bonus",             100,            100,            100,            100,            100),
    ("bonus when concealed",          "going_out.concealed_bonus",   200,            200,            200,            "none",         "none"),
    ("a canasta in that very move",   "going_out.concealed_canasta", True,           False,          False,          True,           True),
    ("asking the partner",            "going_out.ask",               "binding",      "binding",      "none",         "none",         "binding"),
    ("when the stock runs out",       "stock.end",                   "after_turn",   "after_turn",   "after_turn",   "after_turn",   "after_turn"),
    ("the target",                    "game.target",                 5000,           5000,           5000,           5000,           5000),
    ("a tie raises the target by",    "game.tie",                    500,            0,              0,              0,              0),
    ("talk",                          "table.talk",                  "none",         "free",         "free",         "none",         "free"),
]
# fmt: on


@pytest.mark.parametrize(("question", "rule", *NAMES), AT_FOUR, ids=[row[0] for row in AT_FOUR])
def test_five_answers_at_a_table_of_four(
    question: str, rule: str, classic: Any, party: Any, online: Any, family: Any, club: Any
) -> None:
    answers = tuple(Rulebook.load(name).at(4)[rule] for name in NAMES)
    assert answers == (classic, party, online, family, club)


BY_PLAYERS = [
    # rulebook  players  cards  sides     packs canastas target
    ("classic", 2, 15, "alone", 2, 2, 5000),
    ("classic", 3, 13, "alone", 2, 2, 7500),
    ("classic", 5, 11, "rota", 2, 1, 5000),
    ("classic", 6, 11, "threes", 2, 1, 5000),
    ("party", 2, 15, "alone", 2, 1, 5000),
    ("party", 3, 15, "alone", 2, 1, 5000),
    ("party", 5, 11, "rota", 2, 1, 5000),
    ("party", 6, 13, "pairs", 3, 1, 7500),
    ("online", 2, 15, "alone", 2, 1, 5000),
    ("family", 2, 13, "alone", 2, 1, 5000),
    ("family", 3, 13, "alone", 2, 1, 5000),
]


@pytest.mark.parametrize(
    ("name", "players", "cards", "sides", "packs", "canastas", "target"), BY_PLAYERS
)
def test_other_numbers_of_players(
    name: str, players: int, cards: int, sides: str, packs: int, canastas: int, target: int
) -> None:
    table = Rulebook.load(name).at(players)
    found = ("deal.hand", "players.sides", "deck.packs", "going_out.canastas", "game.target")
    assert tuple(table[rule] for rule in found) == (cards, sides, packs, canastas, target)


@pytest.mark.parametrize(
    ("name", "players", "cards", "sides", "members"),
    [
        ("classic", 2, 108, 2, ((0,), (1,))),
        ("classic", 4, 108, 2, ((0, 2), (1, 3))),
        ("classic", 5, 108, 2, ((0, 2), (1, 3))),
        ("classic", 6, 108, 2, ((0, 2, 4), (1, 3, 5))),
        ("party", 6, 162, 3, ((0, 3), (1, 4), (2, 5))),
        ("family", 4, 108, 4, ((0,), (1,), (2,), (3,))),
    ],
)
def test_partners_sit_in_alternate_seats(
    name: str, players: int, cards: int, sides: int, members: tuple[tuple[int, ...], ...]
) -> None:
    table = Rulebook.load(name).at(players)
    assert (len(table.deck), table.sides, table.members) == (cards, sides, members)


def test_the_turn_passes_to_the_left_but_in_the_family_to_the_right() -> None:
    assert Rulebook.load("classic").at(4).next_seat(0) == 1
    assert Rulebook.load("family").at(4).next_seat(0) == 3


# --- where it is written --------------------------------------------------------------------------


@every_rulebook
def test_every_rule_has_a_source_in_its_own_document(name: str) -> None:
    rulebook = Rulebook.load(name)
    named = tomllib.loads(text_of(name))["source"]
    assert rulebook.document == DOCUMENTS[name]
    assert set(RULES) <= set(named)
    for rule in named:
        path, players = (rule, None) if rule in RULES else (rule[:-2], int(rule[-1]))
        assert players is None or players in rulebook.players, rule
        source = rulebook.source(path, players)
        if source.standing in ("stated", "inferred"):
            for place in source.places:
                assert re.fullmatch(rf"{rulebook.document}:[1-9]\d*", place), rule
        elif source.standing == "decision":
            assert re.fullmatch(r"[1-9]\d*", " ".join(source.places)), rule
        else:
            assert (source.standing, source.places) == ("default", ()), rule


LINES = {"000": 115, "001": 104, "002": 71, "003": 47, "004": 131}


def test_no_line_is_cited_that_the_document_does_not_have() -> None:
    docs = [(ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("decisions", "sources")]
    for place in re.findall(r"\d{3}:\d+", "\n".join([*map(text_of, NAMES), *docs])):
        document, line = place.split(":")
        assert 1 <= int(line) <= LINES[document], place


def decisions() -> dict[int, str]:
    text = (ROOT / "docs" / "decisions.md").read_text("utf-8")
    parts = re.split(r"^### (\d+)\. ", text, flags=re.MULTILINE)[1:]
    return {int(number): body for number, body in zip(parts[::2], parts[1::2], strict=True)}


def test_decisions_are_numbered_without_a_gap() -> None:
    assert list(decisions()) == list(range(1, len(decisions()) + 1))


@every_rulebook
def test_every_decision_that_is_cited_is_written_down(name: str) -> None:
    cited = {int(number) for number in re.findall(r"decision (\d+)", text_of(name))}
    assert cited <= set(decisions())


def test_every_decision_says_how_to_play_the_other_way() -> None:
    for number, body in decisions().items():
        for part in ("Question", "We play", "Other reading", "Switch"):
            assert f"- {part}: " in body, (number, part)
        for code in re.findall(r"`([^`]+)`", body.partition("- Switch: ")[2]):
            path, equals, value = code.partition(" = ")
            if "." not in path:
                continue
            assert path in RULES, (number, path)
            if equals and "…" not in value:
                players = RULES[path].by_players and value.startswith("{")
                tomllib.loads(code) if players else Rulebook.read(
                    f'extends = "classic"\n{code}\n', "house"
                )


def test_six_players_in_party_rest_on_a_decision_four_do_not() -> None:
    party = Rulebook.load("party")
    assert str(party.source("deal.hand")) == "stated 001:11 001:42"
    assert str(party.source("deal.hand", 6)) == "decision 17"
    assert party.at(6).source("deal.hand") == party.source("deal.hand", 6)


def test_the_comparison_of_the_documents_names_the_rules_of_each_row() -> None:
    text = (ROOT / "docs" / "sources.md").read_text("utf-8")
    table = {
        row: set(re.findall(r"`([^`]+)`", rules))
        for row, rules in re.findall(r"^\| ([A-N]\d+) \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE)
    }
    rows: dict[str, set[str]] = {}
    for path, rule in RULES.items():
        for row in rule.rows.split():
            rows.setdefault(row, set()).add(path)
    assert table == rows
    assert len(rows) == 156
    for standing in STANDINGS:
        assert f"| `{standing}` |" in text


# --- a table's own words --------------------------------------------------------------------------


@every_rulebook
def test_every_table_has_its_words_in_both_languages(name: str) -> None:
    keys = tuple(Rulebook.load("classic").words["en"])
    for language in ("en", "es"):
        words = Rulebook.load(name).words[language]
        assert tuple(words) == keys
        assert all(word and word == word.strip() for word in words.values())
    assert set(Rulebook.load(name).title) == {"en", "es"}


@pytest.mark.parametrize(
    ("name", "pile", "go_out", "mixed"),
    [
        ("classic", "pila de descarte", "salir", "canasta mixta"),
        ("party", "pila de descarte", "salir", "canasta impura"),
        ("online", "pozo", "cortar", "canasta impura"),
        ("family", "basura", "deshacerse de todas las cartas", "canasta sucia"),
        ("club", "pozo", "cerrar", "canasta sucia"),
    ],
)
def test_words_of_a_table(name: str, pile: str, go_out: str, mixed: str) -> None:
    words = Rulebook.load(name).words["es"]
    assert (words["pile"], words["go_out"], words["mixed_canasta"]) == (pile, go_out, mixed)


# --- house rules and comparisons ------------------------------------------------------------------


def test_a_house_rule_changes_one_value_and_says_so() -> None:
    classic = Rulebook.load("classic")
    strict = classic.with_rules({"going_out.canastas": 2})
    assert strict.at(4)["going_out.canastas"] == 2
    assert strict.at(2)["going_out.canastas"] == 2
    assert str(strict.source("going_out.canastas", 2)) == "house"
    assert strict.source("meld.max_wilds") == classic.source("meld.max_wilds")
    assert classic.at(4)["going_out.canastas"] == 1
    assert strict.base() is classic
    assert strict.differences(classic) == {
        "going_out.canastas": (2, {2: 2, 3: 2, 4: 1, 5: 1, 6: 1}),
    }


def test_a_rulebook_does_not_differ_from_itself() -> None:
    for name in NAMES:
        assert Rulebook.load(name).differences(Rulebook.load(name)) == {}


def test_differences_come_in_reading_order_with_both_values() -> None:
    classic, club = Rulebook.load("classic"), Rulebook.load("club")
    differences = classic.differences(club)
    assert differences["turn.draw"] == (1, 2)
    assert differences["meld.max_wilds"] == (3, "any")
    assert "value.joker" not in differences
    assert list(differences) == [rule for rule in RULES if rule in differences]
    assert club.differences(classic) == {rule: (b, a) for rule, (a, b) in differences.items()}


@every_rulebook
def test_a_rulebook_lists_only_what_differs_from_its_parent(name: str) -> None:
    if name == "classic":
        return
    parent, data = Rulebook.load("classic"), tomllib.loads(text_of(name))
    rulebook = Rulebook.load(name)
    listed = {
        f"{area}.{rule}"
        for area in data
        if area in {path.partition(".")[0] for path in RULES}
        for rule in data[area]
    }
    for rule in listed:
        assert rulebook[rule] != parent[rule], rule


def test_a_table_may_keep_its_own_file(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'extends = "club"\ntitle = "At the Garcías"\n[turn]\ndraw = 1\n', encoding="utf-8"
    )
    ours = Rulebook.load(file)
    assert (ours.id, ours.title["es"]) == ("ours", "At the Garcías")
    assert ours.differences(Rulebook.load("club")) == {"turn.draw": (1, 2)}
    assert str(ours.source("turn.draw")) == "house"
    assert ours.words["es"]["go_out"] == "cerrar"


# --- a faulty file is refused, with the place, what was found and what is expected -----------------

FAULTS = [
    ("an unknown rule", "[meld]\nmax_wild = 3", "meld.max_wild", "did you mean meld.max_wilds?"),
    ("an unknown part", "[melds]\nmax_wilds = 3", "melds", "did you mean meld?"),
    ("a part that is no table", "meld = 3", "meld", "expected a table of rules"),
    (
        "a word for a number",
        '[turn]\ndraw = "two"',
        "turn.draw",
        "'two'; expected a whole number from 1",
    ),
    ("a fraction", "[turn]\ndraw = 1.0", "turn.draw", "1.0; expected a whole number from 1"),
    ("true for a number", "[turn]\ndraw = true", "turn.draw", "True; expected a whole number"),
    ("too few", "[turn]\ndraw = 0", "turn.draw", "0; expected a whole number from 1"),
    (
        "a number for true",
        "[pile]\nonto_meld = 1",
        "pile.onto_meld",
        "1; expected one of true, false",
    ),
    ("a misspelt policy", '[meld]\nper_rank = "ones"', "meld.per_rank", "did you mean one?"),
    ("a misspelt card", '[pile]\nfreezes = ["jocker"]', "pile.freezes", 'some of "joker", "two"'),
    ("a card twice", '[pile]\nfreezes = ["two", "two"]', "pile.freezes", "expected a list"),
    ("a table for a card", "[pile]\nfreezes = [{ a = 1 }]", "pile.freezes", "expected a list"),
    ("what no engine knows", "[turn]\ndiscard = 2", "turn.discard", "the engine knows no other"),
    (
        "bands that fall",
        "[initial]\nminimum = [[-inf, 50], [9, 1], [8, 1]]",
        "initial.minimum",
        "rising",
    ),
    (
        "bands without a floor",
        "[initial]\nminimum = [[0, 50]]",
        "initial.minimum",
        "the first -inf",
    ),
    ("seven players", "[deal]\nhand = { 7 = 9 }", "deal.hand", "'7' players; expected 2 to 6"),
    (
        "a number of players left out",
        "[deal]\nhand = { 2 = 15 }",
        "deal.hand",
        "no value for 3 players",
    ),
    ("nobody plays", "[players]\ncounts = []", "players.counts", "expected 2 to 6"),
    ("eight play", "[players]\ncounts = [8]", "players.counts", "some of 2, 3, 4, 5, 6"),
    (
        "players where none belong",
        "[turn]\ndraw = { 2 = 2 }",
        "turn.draw",
        "expected a whole number",
    ),
    (
        "a standing misspelt",
        '[source]\n"turn.draw" = "state 000:33"',
        "turn.draw",
        "did you mean stated?",
    ),
    (
        "a standing without a place",
        '[source]\n"turn.draw" = "stated"',
        "turn.draw",
        "without a place",
    ),
    ("an empty source", '[source]\n"turn.draw" = ""', "turn.draw", "expected one of stated"),
    (
        "a source of no rule",
        '[source]\n"turn.drew" = "default"',
        "turn.drew",
        "did you mean turn.draw?",
    ),
    (
        "a source for nine players",
        '[source]\n"deal.hand.9" = "default"',
        "deal.hand.9",
        "unknown rule",
    ),
    ("sources that are no table", 'source = "000"', "source", "expected a table"),
    ("one title for two languages", 'title = { en = "Ours" }', "title", "a title in en and in es"),
    ("a title that is a number", "title = { en = 1, es = 2 }", "title", "a title in en and in es"),
    ("words that are no table", 'words = "pozo"', "words", "expected a table"),
    ("words of a third language", '[words.fr]\npile = "pot"', "words.fr", "one of en, es"),
    ("two values for a rule", "[turn]\ndraw = 1\ndraw = 2", "", "expected a TOML file"),
    ("a rulebook without sources", 'document = "005"', "deck.packs", "found no source"),
]


@pytest.mark.parametrize(
    ("fault", "text", "rule", "expected"), FAULTS, ids=[row[0] for row in FAULTS]
)
def test_a_faulty_file_is_refused(fault: str, text: str, rule: str, expected: str) -> None:
    with pytest.raises(RulebookError) as caught:
        Rulebook.read(f'extends = "classic"\n{text}\n', "ours")
    assert (caught.value.file, caught.value.rule) == ("ours.toml", rule)
    assert str(caught.value).startswith(f"ours.toml {rule}:" if rule else "ours.toml:")
    assert expected in str(caught.value)


def test_a_missing_rule_is_named() -> None:
    text = text_of("classic").replace("max_wilds = 3\n", "")
    with pytest.raises(
        RulebookError, match=r"classic\.toml meld\.max_wilds: found no value; expected"
    ):
        Rulebook.read(text, "classic")


def test_a_missing_source_is_named() -> None:
    lines = text_of("party").splitlines()
    text = "\n".join(line for line in lines if not line.startswith('"meld.per_rank"'))
    with pytest.raises(RulebookError, match=r"party\.toml meld\.per_rank: found no source"):
        Rulebook.read(text, "party")


@every_rulebook
def test_a_file_that_breaks_off_is_refused_wherever_it_does(name: str) -> None:
    text = text_of(name)
    start = text.index("document = ") + len('document = "000"')
    end = text.rindex('"', 0, text.rindex('"'))
    for cut in range(start, end, 97):
        with pytest.raises(RulebookError):
            Rulebook.read(text[:cut], name)


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ('"clasic"', "did you mean classic?"),
        ('["classic"]', "expected the name of a rulebook"),
        ("5", "expected the name of a rulebook"),
        ('"nowhere/ours.toml"', "cannot be read"),
    ],
)
def test_a_parent_that_is_not_there(parent: str, expected: str) -> None:
    with pytest.raises(RulebookError) as caught:
        Rulebook.read(f"extends = {parent}\n", "ours")
    assert expected in str(caught.value)


def test_a_file_that_extends_itself_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f"extends = '{file}'\n", encoding="utf-8")
    with pytest.raises(RulebookError, match="extends itself"):
        Rulebook.load(file)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulebookError, match="a TOML text file is expected"):
        Rulebook.load(file)


def test_a_name_that_nobody_knows() -> None:
    with pytest.raises(RulebookError, match=r"did you mean family\?"):
        Rulebook.load("familly")


@pytest.mark.parametrize(
    ("name", "players", "counts"),
    [
        ("classic", 7, "2, 3, 4, 5, 6"),
        ("online", 3, "2, 4"),
        ("family", 5, "2, 3, 4"),
        ("club", 2, "4"),
    ],
)
def test_a_number_of_players_that_the_rulebook_does_not_cover(
    name: str, players: int, counts: str
) -> None:
    with pytest.raises(RulebookError, match=f"found {players} players; expected one of {counts}"):
        Rulebook.load(name).at(players)


def test_an_unknown_rule_is_refused_when_read_and_when_changed() -> None:
    classic = Rulebook.load("classic")
    with pytest.raises(RulebookError, match=r"did you mean turn\.draw\?"):
        classic["turn.drew"]
    with pytest.raises(RulebookError, match=r"did you mean turn\.draw\?"):
        classic.source("turn.drew")
    with pytest.raises(RulebookError, match=r"did you mean turn\.draw\?"):
        classic.with_rules({"turn.drew": 2})
    with pytest.raises(RulebookError, match="expected a whole number from 1"):
        classic.with_rules({"turn.draw": "two"})
