"""Both languages' texts: complete, equal in facts, and readable at every table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from canasta_tutor import Deal, Rulebook
from canasta_tutor.booklet import booklet, differences_table
from canasta_tutor.cards import CLASSES, DECK, RANKS, SUITS, Card, read_cards
from canasta_tutor.catalogue import GENERIC, fill, spoken, texts, value_key
from canasta_tutor.classroom.wording import generator_name
from canasta_tutor.errors import CanastaError, RulebookError
from canasta_tutor.exercises.generators import GENERATORS
from canasta_tutor.moves import read_move
from canasta_tutor.objections import Objection
from canasta_tutor.rulebook import LANGUAGES, STANDINGS
from canasta_tutor.rules import AREAS, RULES, Bands, Choice, ListOf, Number, Rule
from canasta_tutor.scoring import ScoreLine, ScoreSheet, SideSheet
from canasta_tutor.seating import Seating
from canasta_tutor.turns import Outcome
from canasta_tutor.wording import (
    area_name,
    card_name,
    explain,
    honest_sentence,
    line_text,
    move_sentence,
    objection_text,
    outcome_sentence,
    rank_name,
    rule_name,
    rule_sentence,
    rule_title,
    sheet_text,
    source_marker,
    source_sentence,
    standing_name,
    value_sentence,
    word,
)
from tests.error_templates import sentences, without_words

PACKAGE = Path(__file__).parents[1] / "canasta_tutor"
LONGEST = 220
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_rule = pytest.mark.parametrize("path", RULES)
every_rulebook = pytest.mark.parametrize("name", Rulebook.names())


# --- the same keys and the same facts -------------------------------------------------------------


def flat(section: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a catalogue with its full key."""
    if not isinstance(section, Mapping):
        yield path, str(section)
        return
    for key, value in section.items():
        if path != "widget.verbs":  # what may be typed for a move differs by language
            yield from flat(value, f"{path}.{key}".lstrip("."))


def facts_of(text: str) -> set[str]:
    """The facts that a text names, in its forms too, without the catalogue's own words."""
    found: set[str] = set()
    for _, field, spec, _ in Formatter().parse(text):
        if field is not None:
            found |= {field} | facts_of(spec or "")
    return found - set(texts("en")["words"])


def test_both_languages_have_the_same_keys() -> None:
    assert [key for key, _ in flat(texts("en"))] == [key for key, _ in flat(texts("es"))]


def test_both_languages_name_the_same_facts() -> None:
    spanish = dict(flat(texts("es")))
    for key, text in flat(texts("en")):
        if "{noun" not in text + spanish[key] and not key.startswith("pieces."):
            assert facts_of(text) == facts_of(spanish[key]), key


@every_language
def test_no_text_is_empty(language: str) -> None:
    for key, text in flat(texts(language)):
        assert text or key.endswith(".gender"), key


def test_every_error_has_spanish_words() -> None:
    """Its parts stand in texts/errors.es.toml; the rest is in tests/test_error_words.py."""
    assert {one.place: parts for one in sentences() if (parts := without_words(one))} == {}


@pytest.mark.parametrize("name", GENERATORS)
def test_a_generator_is_called_by_what_it_asks(name: str) -> None:
    page = (PACKAGE.parent / "docs" / "quizzes.md").read_text("utf-8")
    levels = ", ".join(map(str, GENERATORS[name].levels))
    assert f"| `{name}` | {generator_name(name, 'en')} | {levels} |" in page
    assert (name in texts("en")["generator_names"]) != name.startswith("says_")


def test_an_unknown_language_is_named_with_those_known() -> None:
    with pytest.raises(CanastaError, match="found 'fr'; expected one of en, es"):
        texts("fr")


# --- every rule -----------------------------------------------------------------------------------


def allowed_values(rule: Rule) -> list[Any]:
    """The values a rule may take: every named one, some numbers, some lists, some bands."""
    kind = rule.kind
    match kind:
        case Choice():
            return list(kind.options)
        case Number():
            return [*{kind.least, max(kind.least, 1), 2, 500} - {*range(kind.least)}, *kind.words]
        case ListOf():
            return [(), kind.options[:1], kind.options]
        case Bands():
            return [((float("-inf"), 50),), ((float("-inf"), 15), (0, 50), (1500, 90))]
    raise AssertionError(f"{rule.path}: {kind} has no examples here")


@every_language
def test_the_texts_know_exactly_the_rules(language: str) -> None:
    assert list(texts(language)["rules"]) == list(RULES)


@every_language
@every_rule
def test_every_rule_has_a_name_and_a_sentence_for_every_value(path: str, language: str) -> None:
    assert 3 < len(rule_name(path, language)) <= 50
    assert rule_name(path, language)[0] in "¿«" or rule_name(path, language)[0].isupper()
    told = set()
    values = allowed_values(RULES[path])
    for value in values:
        for name in Rulebook.names():
            text = value_sentence(Rulebook.load(name), path, value, language)
            assert_reads_well(text)
        told.add(text)
    assert len(told) == len(values), "two values are told alike"


@every_language
@every_rule
def test_every_sentence_belongs_to_a_value_of_its_rule(path: str, language: str) -> None:
    states = texts(language)["rules"][path]["states"]
    if isinstance(states, Mapping):
        known = {value_key(value) for value in allowed_values(RULES[path])} | {GENERIC}
        assert set(states) <= known


@every_language
@every_rule
def test_every_named_value_has_its_own_sentence(path: str, language: str) -> None:
    kind = RULES[path].kind
    named: list[Any] = [*kind.words] if isinstance(kind, Number) else []
    if isinstance(kind, ListOf):
        named = [()]
    if isinstance(kind, Choice) and len(kind.options) > 1:
        named = [*kind.options]
    if path not in ("deck.naturals", "players.counts"):
        states = texts(language)["rules"][path]["states"]
        assert {value_key(value) for value in named} <= set(states if named else ())


@every_language
@pytest.mark.parametrize(
    "path",
    [
        "deck.jokers", "deal.cut_bonus", "meld.max_wilds", "canasta.wilds", "canasta.extra_cards",
        "going_out.canastas", "game.tie",
    ],
)  # fmt: skip
def test_none_at_all_is_not_told_as_a_number(path: str, language: str) -> None:
    rules = texts(language)["rules"][path]
    assert "0" in rules["states"]
    assert "0" in rules.get("objections", "0") or path == "going_out.canastas"


@every_language
def test_no_two_rules_share_a_name(language: str) -> None:
    names = [rule_name(path, language) for path in RULES]
    assert len(set(names)) == len(names)


def test_an_unknown_rule_is_told_the_nearest() -> None:
    with pytest.raises(RulebookError, match=r"did you mean meld\.max_wilds"):
        rule_name("meld.max_wild", "en")


def assert_reads_well(text: str) -> None:
    """A finished sentence: no place left open, a capital, an end, not too long."""
    assert not re.search(r"[{}|#]|None|default\b|  ", text), text
    assert re.match(r"[A-ZÁÉÍÓÚÑ¿\d]", text), text
    assert text.endswith((".", "?")), text
    assert len(text) <= LONGEST, text
    assert not DISAGREEING.search(text), text


DISAGREEING = re.compile(
    r"\b(?:(?:los?|un|ningún|del|al|este|todo) (?:cartas?|basuras?|canastas?|reinas?|jotas?|parejas?)"
    r"|(?:las?|una|ninguna|esta|toda) (?:comod|joker|pozo|mazo|rey|as\b|bando|equipo))",
    re.IGNORECASE,
)
"""Spanish articles beside nouns of the other gender."""


# --- every objection ------------------------------------------------------------------------------

HAND = read_cards("K♠ Q♥ 2♦")
FREEZERS = read_cards("2♠ ★ 2♥")
RANK_FACTS = ("K", "Q", "3", "★")

# Rule, reason and the facts that come with it; a number, a rank and cards are tried out in turn.
OBJECTIONS: list[tuple[str, str, str]] = [
    ("going_out.ends_deal", "", ""),
    ("turn.order", "draw_first", ""),
    ("turn.order", "drawn_already", ""),
    ("turn.order", "answer_first", ""),
    ("turn.order", "nobody_asked", ""),
    ("turn.own_cards", "", "cards"),
    ("turn.must_discard", "", ""),
    ("turn.discard_banned", "", "card"),
    ("threes.red_discard", "", "card"),
    ("going_out.canastas", "", "canastas needed"),
    ("going_out.keep_card", "", "left canastas needed"),
    ("going_out.discard", "", ""),
    ("going_out.ask", "said_no", ""),
    ("going_out.ask", "not_here", ""),
    ("going_out.ask", "alone", ""),
    ("going_out.ask", "asked_already", ""),
    ("going_out.ask_when", "", ""),
    ("meld.one_rank", "", "ranks cards"),
    ("meld.min_cards", "", "cards size"),
    ("meld.min_naturals", "", "naturals wilds rank"),
    ("meld.max_wilds", "", "wilds rank"),
    ("meld.wilds_per_natural", "at_most", "wilds naturals rank"),
    ("meld.wilds_per_natural", "fewer", "wilds naturals rank"),
    ("meld.all_wild", "never", "wilds"),
    ("meld.all_wild", "hand_canasta", "wilds"),
    ("canasta.wilds", "", "wilds rank"),
    ("meld.sevens", "at_once", "size"),
    ("meld.sevens", "after_another", ""),
    ("threes.red_meld", "", "cards"),
    ("threes.black_meld", "never", ""),
    ("threes.black_meld", "going_out", "left"),
    ("threes.black_shape", "", "cards wilds"),
    ("meld.per_rank", "one", "rank"),
    ("meld.per_rank", "after_canasta", "rank"),
    ("canasta.extend", "", "rank"),
    ("meld.side", "opponents", "rank"),
    ("meld.side", "no_meld", "rank"),
    ("meld.fixed", "", "card"),
    ("initial.minimum", "", "points needed score"),
    ("initial.reach", "", "points needed"),
    ("initial.from_pile", "", ""),
    ("initial.pile_cards", "", "cards"),
    ("pile.use_top", "under", "cards"),
    ("pile.use_top", "empty", ""),
    ("pile.one_card", "", ""),
    ("threes.black_blocks", "", "top"),
    ("pile.blocked_tops", "", "top"),
    ("pile.frozen_needs", "pair", "freezers matches rank"),
    ("pile.frozen_needs", "nothing_takes_it", "freezers matches rank"),
    ("pile.frozen_before_initial", "", "matches rank"),
    ("pile.natural_and_wild", "never", "rank matches"),
    ("pile.natural_and_wild", "after_taking", "rank matches"),
    ("pile.onto_meld", "", "rank"),
    ("pile.onto_canasta", "never", "rank"),
    ("pile.onto_canasta", "two_cards", "rank"),
    ("pile.onto_canasta", "pair", "rank"),
    ("pile.pair", "", "rank matches"),
    ("pile.joins_meld", "", "rank"),
    ("pile.replaces_draw", "", ""),
    ("stock.end", "", ""),
    ("stock.pile", "", "rank"),
    ("threes.red_laid", "at_once", "cards"),
    ("threes.red_laid", "holder_decides", "cards"),
]


def samples(names: str) -> Iterator[dict[str, Any]]:
    """The named facts with none, one and many, and with each kind of rank."""
    for number, rank in zip((0, 1, 2, 7), RANK_FACTS, strict=True):
        known: dict[str, Any] = {
            "cards": HAND[: max(number, 1)],
            "card": HAND[0],
            "top": Card("3", "♣"),
            "freezers": FREEZERS[: max(number, 1)],
            "rank": rank,
            "ranks": ("K", "Q", "3")[: max(number, 2)],
        }
        yield {name: known.get(name, number) for name in names.split()}


@every_language
@every_rulebook
@pytest.mark.parametrize(("rule", "reason", "facts"), OBJECTIONS)
def test_every_objection_is_a_sentence(
    rule: str, reason: str, facts: str, name: str, language: str
) -> None:
    rulebook = Rulebook.load(name)
    for players in rulebook.players:
        for found in samples(facts):
            told = objection_text(Objection(rule, rulebook.at(players), reason, found), language)
            assert_reads_well(told)
            assert len(re.findall(r"[.?!](?: |$)", told)) <= 2, told


@every_language
def test_every_text_of_an_objection_is_tried_here(language: str) -> None:
    tried: dict[str, set[str]] = {}
    for rule, reason, _ in OBJECTIONS:
        tried.setdefault(rule, set()).add(reason)
    for path, rule_texts in texts(language)["rules"].items():
        ways = set(rule_texts.get("objections", {})) - {GENERIC, "0"}
        assert ways <= tried.get(path, set()), path
        assert bool(rule_texts.get("objections")) == (path in tried), path


@every_language
def test_every_objection_that_the_engine_raises_has_a_text(language: str) -> None:
    raised = re.compile(
        r"""(?:Objection|refuse)\(\s*"([a-z_.]+)"(?:, [\w.]*table)?(?:, "(\w+)")?"""
    )
    found = {
        (match[1], match[2] or "")
        for module in PACKAGE.glob("*.py")
        for match in raised.finditer(module.read_text("utf-8"))
    }
    assert len(found) > 30
    for rule, reason in found:
        ways = texts(language)["rules"][rule]["objections"]
        assert ways if not reason else reason in ways or GENERIC in ways, (rule, reason)


def table(name: str = "classic", players: int = 4) -> Any:
    return Rulebook.load(name).at(players)


def test_an_explanation_names_what_is_asked_what_was_found_and_where_it_stands() -> None:
    one_natural = Objection(
        "meld.min_naturals", table(), facts={"naturals": 1, "wilds": 3, "rank": "Q"}
    )
    assert explain([one_natural], "en") == (
        "A meld has at least 2 natural cards; yours has 1. [classic, 000:34]"
    )
    assert explain([one_natural], language="es") == (
        "Una combinación lleva al menos 2 cartas naturales; la tuya tiene 1. [clásica, 000:34]"
    )


def test_several_objections_are_told_line_by_line() -> None:
    facts = {"naturals": 1, "wilds": 4, "rank": "Q"}
    both = [
        Objection(rule, table(), facts=facts) for rule in ("meld.min_naturals", "meld.max_wilds")
    ]
    told = explain(both, "en")
    assert len(told.splitlines()) == 2
    assert repr(told) == str(told)
    assert "<strong>Wild cards in a meld.</strong>" in told._repr_html_()


@every_language
def test_a_legal_move_is_called_legal(language: str) -> None:
    assert_reads_well(explain((), language))


def test_a_frozen_pile_is_explained_with_the_card_that_freezes_it() -> None:
    facts = {"freezers": read_cards("2♦"), "matches": 0, "rank": "Q"}
    frozen = Objection("pile.frozen_needs", table(), "pair", facts)
    assert objection_text(frozen, "es") == (
        "Hay un dos en el pozo: está congelado para todos. "
        "Pide dos reinas naturales de la mano; la jugada no pone ninguna reina."
    )


def test_a_table_s_own_words_are_used_with_their_gender() -> None:
    facts = {"freezers": read_cards("2♦"), "matches": 1, "rank": "K"}
    frozen = Objection("pile.frozen_needs", table("family"), "pair", facts)
    assert "en la basura: está congelada" in objection_text(frozen, "es")
    wilds = Objection("meld.max_wilds", table("party"), facts={"wilds": 4, "rank": "9"})
    assert "como mucho 3 cartas voladoras" in objection_text(wilds, "es")


def test_a_rule_s_name_does_not_call_two_things_by_one_word() -> None:
    assert rule_name("meld.max_wilds", "es") == "Comodines en una combinación"
    club = Rulebook.load("club")
    assert rule_name("meld.max_wilds", "es", club) == "Cartas salvajes en una combinación"
    assert rule_name("value.joker", "es", club) == "Valor del comodín"


def test_a_side_is_called_what_it_is_at_the_table() -> None:
    facts = {"canastas": 0, "needed": 1}
    told = {
        players: objection_text(
            Objection("going_out.canastas", table("classic", players), facts=facts), "es"
        )
        for players in (2, 4, 6)
    }
    assert ["tu bando" in told[2], "tu pareja" in told[4], "tu equipo" in told[6]] == [True] * 3


def test_the_ways_to_take_a_pile_are_those_of_the_table() -> None:
    facts = {"rank": "K", "matches": 1}
    told = [
        objection_text(Objection("pile.pair", table(name), facts=facts), "en").split(".")[0]
        for name in ("classic", "party", "club")
    ]
    pair = "This pile wants two natural kings from the hand"
    assert told == [
        f"{pair} or a meld of kings that the side already has",
        f"{pair}, one king and a wild card or a meld of kings that the side already has",
        f"{pair} or one king and a wild card (once the side has taken it before)",
    ]


# --- words, cards, parts --------------------------------------------------------------------------


VARIANTS = ("samba", "bolivia", "brazilian", "cubana", "hand-and-foot", "modern")
WORDS = {
    "card", "meld", "canasta", "natural_canasta", "mixed_canasta", "wild", "joker", "stock", "pile",
    "top_card", "hand", "deal", "turn", "game", "initial_meld", "frozen", "blocked", "lay_down",
    "take_pile", "go_out", "concealed", "partner", "side",
}  # fmt: skip


@every_language
def test_every_card_has_its_own_name(language: str) -> None:
    names = [card_name(card, language) for card in (*DECK, Card("★"))]
    assert len(set(names)) == 53


@every_language
def test_every_rank_class_suit_area_and_standing_is_named(language: str) -> None:
    found = texts(language)
    assert {"★", *found["ranks"]} == set(RANKS)
    assert set(found["suits"]) == set(SUITS)
    assert set(CLASSES) == {"joker", *found["classes"]}
    assert tuple(found["areas"]) == AREAS
    assert tuple(found["standings"]) == STANDINGS
    assert all(set(one) == {"marker", "short", "sentence"} for one in found["standings"].values())
    assert {*Rulebook.names(), *VARIANTS} <= set(found["rulebooks"])
    assert set(found["phases"]) == {"draw", "play", "answer", "over"}
    assert set(found["words"]) == WORDS
    assert set(found["sides"]) == set(allowed_values(RULES["players.sides"]))
    assert all(rank_name(rank, language) for rank in RANKS)
    assert all(area_name(area, language) for area in AREAS)


@every_language
def test_a_rule_s_title_ends_with_one_mark(language: str) -> None:
    titles = [rule_title(path, language) for path in RULES]
    assert any(title.endswith("?") for title in titles)
    assert not [title for title in titles if not re.search(r"[\w)»”][.?]$", title)]


@every_language
def test_every_seat_and_side_has_its_own_name(language: str) -> None:
    for name in Rulebook.names():
        rulebook = Rulebook.load(name)
        for table in map(rulebook.at, rulebook.players):
            seen = Seating(table, 0, language)
            assert len({seen.seat_name(seat) for seat in range(table.seats)}) == table.seats
            assert len({seen.inside(seat) for seat in range(table.seats)}) == table.seats
            assert len({seen.side_name(side) for side in range(table.sides)}) == table.sides


def test_a_table_s_own_word_stands_beside_the_neutral_one() -> None:
    assert word("pile", "es", Rulebook.load("family")) == "pozo (basura)"
    assert word("pile", "es", Rulebook.load("club")) == "pozo"
    with pytest.raises(RulebookError, match="did you mean pile"):
        word("pill", "en")


@every_language
@every_rulebook
def test_every_word_of_a_rulebook_is_one_of_the_catalogue(name: str, language: str) -> None:
    assert set(Rulebook.load(name).words[language]) <= set(texts(language)["words"])


@pytest.mark.parametrize(
    ("name", "key", "one", "many"),
    [
        ("family", "pile", "basura", "basuras"),
        ("club", "wild", "carta salvaje", "cartas salvajes"),
        ("club", "joker", "comodín", "comodines"),
        ("family", "mixed_canasta", "canasta sucia", "canastas sucias"),
        ("online", "go_out", "cortar", "cortares"),
        # A word for two things, a longer form of the same word and a description are not spoken.
        ("classic", "joker", "joker", "jokers"),
        ("classic", "stock", "mazo", "mazos"),
        ("family", "go_out", "salir", "salir"),
    ],
)
def test_which_of_a_table_s_words_are_spoken(name: str, key: str, one: str, many: str) -> None:
    noun = spoken(key, "es", Rulebook.load(name))
    assert noun is not None
    assert (noun.one, noun.many) == (one, many)


def test_a_text_without_its_fact_is_an_error() -> None:
    with pytest.raises(CanastaError, match="found no fact 'rnak'; expected one of rank"):
        fill("{rnak}", "en", {"rank": "K"})


# --- moves and scores -----------------------------------------------------------------------------

MOVES = (
    "draw", "take", "take K♠ K♥", "take K♠ K♥, A♠ A♥ A♦", "take , A♠ A♥ A♦", "lay Q♠ Q♥ Q♣",
    "lay Q♠ Q♥ Q♣, K: 2♦", "lay new: K♠ K♥ K♦", "lay K#2: 2♦", "lay them K: K♥", "discard 8♣",
    "red 3♥", "ask", "answer yes", "answer no", "pass", "move 2♦ from K to Q",
)  # fmt: skip


@every_language
@every_rulebook
def test_every_move_is_told(name: str, language: str) -> None:
    told = [move_sentence(read_move(move), language, Rulebook.load(name)) for move in MOVES]
    assert len(set(told)) == len(MOVES)
    assert not re.search(r"[{}|#]", " ".join(told))


def test_a_lay_down_says_where_its_cards_go() -> None:
    assert move_sentence(read_move("lay Q♠ Q♥ Q♣, K: 2♦"), "en") == (
        "lays down Q♠ Q♥ Q♣ and 2♦ onto the kings"
    )


@every_language
@pytest.mark.parametrize(
    "outcome", [Outcome("out", 1), Outcome("out", 1, concealed=True), Outcome("stock")]
)
def test_every_end_of_a_deal_is_told(outcome: Outcome, language: str) -> None:
    assert_reads_well(outcome_sentence(outcome, language))


def score_rules() -> set[str]:
    """The rules that a score sheet cites: those that pay or cost points."""
    source = (PACKAGE / "scoring.py").read_text("utf-8")
    cited = set(re.findall(r"\"((?:canasta|score|threes|going_out|deal)\.\w+)\"", source))
    bonuses = {f"canasta.{kind}" for kind in ("natural", "mixed", "sevens", "wild")}
    bonuses |= {"canasta.natural_hand", "canasta.mixed_hand"}
    rulings = {"canasta.size", "canasta.cards_count", "threes.red_condition"}
    return (cited | bonuses) - rulings


@every_language
@every_rulebook
def test_every_line_of_a_score_sheet_has_a_name(name: str, language: str) -> None:
    assert score_rules() <= set(texts(language)["lines"])
    for rule in texts(language)["lines"]:
        for count in (0, 1, 3):
            line = ScoreLine(rule, 100, HAND, {"count": count, "rank": "K", "seat": 1})
            told = line_text(line, language, table(name))
            assert not re.search(r"[{}|#]", told), told
            assert told[0].isupper() or told[0].isdigit(), told


def test_a_sheet_shows_every_line_with_its_points_and_the_total() -> None:
    lines = (
        ScoreLine("canasta.mixed", 300, read_cards("K♠ K♥"), {"rank": "K", "count": 7}),
        ScoreLine("score.hand", -35, read_cards("A♠"), {"seat": 2, "count": 1}),
    )
    sheet = SideSheet(0, lines, table())
    told = sheet_text(sheet, "en")
    assert told.splitlines() == [
        "Side 1 (1 and 3)",
        "Mixed canasta of kings              +300  K♠ K♥",
        "Cards left in the hand: player 3     −35  A♠",
        "Total                               +265",
    ]
    assert "<caption>Side 1 (1 and 3)</caption>" in told._repr_html_()
    both = ScoreSheet([sheet, SideSheet(1, (), table())])
    assert "Bando 2 (2 y 4)" in sheet_text(both, "es")


@every_language
@every_rulebook
def test_a_started_deal_has_a_sheet_in_words(name: str, language: str) -> None:
    from canasta_tutor.scoring import score

    deal = Deal.start(Rulebook.load(name), seed=46)
    assert not re.search(r"[{}|#]", sheet_text(score(deal), language))


# --- rules and their sources ----------------------------------------------------------------------


@every_language
@every_rulebook
def test_a_booklet_states_every_rule_with_its_source(name: str, language: str) -> None:
    rulebook = Rulebook.load(name)
    printed = booklet(rulebook, language)
    assert not re.search(r"[{}|]", printed)
    for path in RULES:
        assert f"- **{rule_name(path, language, rulebook)}" in printed
        assert source_marker(rulebook, path, language, rulebook.players[0]) in printed
    for players in rulebook.players:
        assert not re.search(r"[{}|]", booklet(rulebook.at(players), language))
    assert printed._repr_markdown_() == printed


@every_language
def test_every_pair_of_rulebooks_has_its_table_of_differences(language: str) -> None:
    for one, other in combinations(map(Rulebook.load, Rulebook.names()), 2):
        rows = differences_table(one, other, language).splitlines()
        assert len(rows) > 10
        assert {row.count("|") for row in rows} == {4}
        told = [row.split(" | ") for row in rows[2:]]
        assert all(here != there for _, here, there in told)
        assert not re.search(r"[{}]", "".join(rows))


def test_a_rulebook_does_not_differ_from_itself() -> None:
    classic = Rulebook.load("classic")
    assert differences_table(classic, classic, "en") == "classic and classic agree on every rule."


@every_language
@every_rulebook
def test_every_value_says_where_it_comes_from(name: str, language: str) -> None:
    rulebook = Rulebook.load(name)
    for path in RULES:
        assert re.fullmatch(r"\[[^{}\[\]]+, [^{}\[\]]+\]", source_marker(rulebook, path, language))
        assert_reads_well(source_sentence(rulebook, path, language))
        assert rule_sentence(rulebook.at(rulebook.players[0]), path, language)


@every_language
@pytest.mark.parametrize("standing", STANDINGS)
def test_every_standing_is_told(standing: str, language: str) -> None:
    """One table of its own, whose only rule has this standing."""
    place = "" if standing in ("default", "house") else " 7"
    table = Rulebook.read(
        f'extends = "classic"\nturn.draw = 2\n[source]\n"turn.draw" = "{standing}{place}"', "own"
    )
    assert re.fullmatch(r"\[[^{}\[\]]+, [^{}\[\]]+\]", source_marker(table, "turn.draw", language))
    assert_reads_well(source_sentence(table, "turn.draw", language))
    assert standing_name(standing, language)
    assert not re.search(r"[{}|]", booklet(table, language))


def test_a_silent_source_is_not_given_as_a_citation() -> None:
    club = Rulebook.load("club").at(4)
    assert source_marker(club, "meld.fixed", "en") == "[club, default]"
    assert honest_sentence(club, "meld.fixed", "es").startswith(
        "Este reglamento no lo dice; aquí jugamos así: "
    )
    assert honest_sentence(club, "turn.draw", "en") == "A draw is 2 cards from the stock."


def test_a_table_s_own_agreement_is_marked_as_such() -> None:
    strict = Rulebook.load("classic").with_rules({"going_out.canastas": 2})
    assert source_marker(strict, "going_out.canastas", "es") == "[clásica, regla de la casa]"
