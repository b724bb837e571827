"""The cases that people have judged, and what is said of case files that are wrong."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from canasta_tutor.case_blocks import Case
from canasta_tutor.case_columns import OF_BLOCK
from canasta_tutor.case_files import case_paths, read_case_file, read_case_text
from canasta_tutor.cases import check, run
from canasta_tutor.errors import ExerciseError
from canasta_tutor.rulebook import Rulebook

ROOT = Path(__file__).parent.parent
FOLDERS = ("tests/rulings", "tests/scores", "docs/positions.md")


def _read() -> tuple[list[Case], list[ExerciseError]]:
    cases: list[Case] = []
    errors: list[ExerciseError] = []
    for path in case_paths([str(ROOT / name) for name in FOLDERS]):
        found, wrong = read_case_file(path)
        cases += found
        errors += wrong
    return cases, errors


CASES, ERRORS = _read()


def _place(case: Case) -> str:
    return f"{Path(case.file).relative_to(ROOT)}:{case.line}"


@pytest.mark.parametrize("case", CASES, ids=_place)
def test_case(case: Case) -> None:
    assert check(case) == []


def test_every_case_can_be_read() -> None:
    assert [str(error) for error in ERRORS] == []


def test_there_are_many_cases_and_each_stands_alone() -> None:
    places = [_place(case) for case in CASES]
    assert len(places) == len(set(places))
    assert sum("docs/" not in place for place in places) >= 240


# --- every judged situation is there --------------------------------------------------------------

COMMON = (
    "01 02 03 05 06 07 08 10 11 13 14 15 16 18 19 21 22 23 24 26 27 28 29 30 32 33 34 35 37 38 39 40"
    " 42 43 45 46 47 49"
)
"""Positions judged at all five tables."""
NOT_JUDGED = {"X35": {"family"}, "X42": {"club"}, "X43": {"online", "club"}, "X47": {"family"}}
"""Tables at which a common position cannot arise."""
SINGLE = {
    "classic": "000-01 000-02 000-03 000-04 000-06 000-07 000-08 000-10 000-12 000-14",
    "party": "001-01 001-02 001-03 001-04 001-06 001-07 001-08 001-10 001-12 001-14",
    "online": "002-01 002-02 002-03 002-04 002-06 002-07 002-08 002-10 002-12 002-14",
    "family": "003-01 003-02 003-03 003-04 003-06 003-08 003-09 003-10 003-12 003-14 003-15",
    "club": "004-01 004-02 004-03 004-04 004-06 004-07 004-08 004-10 004-12 004-14",
}
DISPUTED = (
    "E01 E02 E03 E04 E05 E06 E07 E08 E09 E10 E11 E12 E13 E14 E15 E16 E17 E18 E19 E20 E21 E22 E23 E24"
    " E25 E26 E27 E28 E30 E31 E32 E34 E35 E46 E47 E48 E49 E50 E51 E52"
)
"""Quarrels that one of the five rulebooks decides, or a house rule of one."""


def _tables(situation: str) -> set[str]:
    """The rulebooks under which a situation is judged; its name stands in the heading."""
    return {
        str(case.facts.get("rulebook", "classic"))
        for case in CASES
        if situation in case.heading.replace(",", " ").replace(".", " ").split()
    }


@pytest.mark.parametrize("situation", [f"X{number}" for number in COMMON.split()])
def test_a_common_position_is_judged_at_every_table(situation: str) -> None:
    assert _tables(situation) >= {*Rulebook.names()} - NOT_JUDGED.get(situation, set())


@pytest.mark.parametrize(
    ("situation", "table"),
    [(name, table) for table, names in SINGLE.items() for name in names.split()],
)
def test_a_single_position_is_judged_at_its_table(situation: str, table: str) -> None:
    assert table in _tables(situation)


def test_the_judged_positions_are_89() -> None:
    assert len(COMMON.split()) + sum(len(names.split()) for names in SINGLE.values()) == 89


@pytest.mark.parametrize("situation", DISPUTED.split())
def test_a_disputed_situation_is_judged(situation: str) -> None:
    assert _tables(situation)


# --- what is said of a file that is wrong ---------------------------------------------------------

POSITION = """
# Kings

```toml
[position]
phase = "play"
hand = "K K K 8 5"
melds.us = ["9 9 9"]
[case]
moves = "lay K K K"
```
"""


def _found(text: str) -> list[str]:
    """Everything that is wrong with a text, or on which it disagrees with the engine."""
    cases, errors = read_case_text(text, "my.md")
    found = [str(error) for error in errors]
    for case in cases:
        try:
            found += [f"{case.file}:{case.line}: {line}" for line in check(case)]
        except ExerciseError as error:
            found.append(str(error))
    return found


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _table(headers: Iterable[str], *rows: Iterable[str]) -> str:
    headers = list(headers)
    lines = [_row(*headers), _row(*["---"] * len(headers)), *(_row(*row) for row in rows)]
    return f"{POSITION}\n" + "\n".join(lines) + "\n"


def _block(*lines: str) -> str:
    return "\n".join(["# Kings", "", "```toml", *lines, "```", ""])


def test_a_case_that_agrees_says_nothing() -> None:
    assert _found(_table(["verdict", "hand"], ["legal", "8 5"])) == []


@pytest.mark.parametrize(
    ("headers", "row", "message"),
    [
        (
            ["verdict", "rules"],
            ["illegal", "meld.fixed"],
            "my.md:15: the case says that lay K♠ K♥ K♦ is illegal: meld.fixed; the engine finds it legal",
        ),
        (
            ["moves", "verdict"],
            ["lay K K 8", "legal"],
            "my.md:15: the case says that lay K♠ K♥ 8♠ is legal; the engine finds it illegal: meld.one_rank",
        ),
        (
            ["moves", "verdict", "rules"],
            ["lay K K 8", "illegal", "meld.max_wilds"],
            "my.md:15: the case says rules meld.max_wilds; the engine finds meld.one_rank",
        ),
        (
            ["moves", "verdict", "rules"],
            ["draw", "illegal", "turn.order[draw_first]"],
            "my.md:15: the case says rules turn.order[draw_first]; the engine finds turn.order[drawn_already]",
        ),
        (
            ["moves", "hand"],
            ["lay K K 8", "1"],
            "my.md:15: the case plays lay K♠ K♥ 8♠; the engine finds it illegal: meld.one_rank",
        ),
        (
            ["moves", "hand"],
            ["discard A; draw", "1"],
            "my.md:15: the case plays discard A♠; the engine finds it illegal: turn.own_cards",
        ),
        (["hand"], ["8 6"], "my.md:15: the case says hand 8 6; the engine finds 2 (8♠ 5♠)"),
        (["hand"], ["3"], "my.md:15: the case says hand 3; the engine finds 2 (8♠ 5♠)"),
        (
            ["melds"],
            ["9 9 9"],
            "my.md:15: the case says melds 9 9 9; the engine finds 9♠ 9♥ 9♦, K♠ K♥ K♦",
        ),
        (["next"], ["2"], "my.md:15: the case says next 2; the engine finds seat 1, on the right"),
        (
            ["score.melded"],
            ["50"],
            "my.md:15: the case says score.melded 50; the engine finds 60",
        ),
    ],
)
def test_a_disagreement_says_what_both_find(
    headers: list[str], row: list[str], message: str
) -> None:
    assert _found(_table(headers, row)) == [message]


def test_a_wrong_total_shows_the_sheet() -> None:
    text = _block('[position]\nphase = "over"\nmelds.us = ["9 9 9"]', "[expect]", "total = 40")
    assert _found(text) == [
        "my.md:7: the case says total 40; the engine finds 30 (score.melded 30)"
    ]


@pytest.mark.parametrize(
    ("headers", "row", "message"),
    [
        (
            ["verdct"],
            ["legal"],
            "my.md:13: found the column 'verdct'; expected one of verdict, rules, total, sheet, canasta, melds, red threes, hand, counts, pile, stock, stock bottom, frozen, blocked, needed, next, deal ends, first, cutter, cut bonus, a rule or a part of the score (did you mean verdict?)",
        ),
        (
            ["verdict", "verdict"],
            ["legal", "legal"],
            "my.md:13: found the column 'verdict' twice; expected it once",
        ),
        (
            ["verdict"],
            ["lawful"],
            "my.md:15: verdict: found 'lawful'; expected legal or illegal",
        ),
        (
            ["verdict"],
            ["illegl"],
            "my.md:15: verdict: found 'illegl'; expected legal or illegal (did you mean illegal?)",
        ),
        (
            ["verdict"],
            ["illegal"],
            "my.md:15: rules: found none; expected the rules that the illegal move breaks",
        ),
        (
            ["rules"],
            ["meld.fixed"],
            "my.md:15: rules: found some, but no illegal move; expected verdict illegal",
        ),
        (
            ["verdict", "rules"],
            ["illegal", "meld.max_wild"],
            "my.md:15: rules: found the rule 'meld.max_wild'; expected one of 129 rules (did you mean meld.max_wilds?)",
        ),
        (
            ["verdict", "rules", "hand"],
            ["illegal", "meld.fixed", "2"],
            "my.md:15: hand: found a result of an illegal move; expected only its rules",
        ),
        (
            ["rulebook", "verdict"],
            ["clasic", "legal"],
            "my.md:15: clasic: found no rulebook of this name; expected one of classic, party, online, family, club or a .toml file (did you mean classic?)",
        ),
        (
            ["players", "verdict"],
            ["four", "legal"],
            "my.md:15: players: found 'four'; expected a whole number",
        ),
        (
            ["players", "verdict"],
            ["7", "legal"],
            "my.md:15: classic players.counts: found 7 players; expected one of 2, 3, 4, 5, 6",
        ),
        (
            ["house", "verdict"],
            ["going_out.canasta = 2", "legal"],
            "my.md:15: classic+house going_out.canasta: found an unknown rule; expected one of 129 rules (did you mean going_out.canastas?)",
        ),
        (
            ["house", "verdict"],
            ["two canastas", "legal"],
            "my.md:15: house: found 'two canastas'; expected such as going_out.canastas = 2",
        ),
        (
            ["total"],
            ["much"],
            "my.md:15: total: found 'much'; expected a whole number",
        ),
        (
            ["hand"],
            ["K¤"],
            "my.md:15: hand: cards: found 'K¤'; expected a card such as K♠, KS, 10♥, TH, 2, ★ or Q×4",
        ),
        (
            ["hand 5"],
            ["3"],
            "my.md:15: hand 5: found seat 5; expected 1 to 4",
        ),
        (
            ["sheet"],
            ["canasta.naturl 500"],
            "my.md:15: sheet: found the rule 'canasta.naturl'; expected one of 129 rules (did you mean canasta.natural?)",
        ),
        (
            ["canasta"],
            ["500"],
            "my.md:15: canasta: found 0 canastas of us; expected exactly one",
        ),
        (
            ["moves", "verdict"],
            ["lie K K K", "legal"],
            "my.md:15: move: found 'lie K K K'; expected one of draw, take, lay, discard, red, ask, answer, pass, move",
        ),
        (
            ["why"],
            ["because"],
            "my.md:15: found a case that expects nothing; expected one of verdict, rules, total, sheet, canasta, melds, red threes, hand, counts, pile, stock, stock bottom, frozen, blocked, needed, next, deal ends, first, cutter, cut bonus",
        ),
    ],
)
def test_a_wrong_cell_is_named_with_its_line(
    headers: list[str], row: list[str], message: str
) -> None:
    assert _found(_table(headers, row)) == [message]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ["[position]", 'hand = "K K', 'pile = "K"'],
            "my.md:5: found broken TOML (Illegal character '\\n'); expected key = value",
        ),
        (
            ["[position]", 'hand = "K"', "pile ="],
            "my.md:6: found broken TOML (Invalid value); expected key = value",
        ),
        (
            ["[positon]", 'hand = "K"'],
            "my.md:4: positon: found an unknown name; expected one of rulebook, players, rules, position, setup, game, seating, case, expect (did you mean position?)",
        ),
        (
            ["[position]", 'hand = "K"', "[case]", 'move = "draw"'],
            "my.md:7: case.move: found an unknown name; expected one of moves, about (did you mean moves?)",
        ),
        (
            ["[case]", 'moves = "draw"'],
            "my.md:3: found no position; expected one of [position], [setup], [game], [seating]",
        ),
        (
            ["[position]", 'hand = "K"', "[setup]"],
            "my.md:6: found [position] and [setup]; expected one of [position], [setup], [game], [seating]",
        ),
        (
            ["[position]", 'hand = "K"'],
            "my.md:3: found a case that expects nothing; expected [expect] in it, or a table under it",
        ),
        (
            ["[position]", 'hand = "K"', "[expect]", "verdct = 'legal'"],
            "my.md:7: found the column 'verdct'; expected one of verdict, rules, total, sheet, canasta, melds, red threes, hand, counts, pile, stock, stock bottom, frozen, blocked, needed, next, deal ends, first, cutter, cut bonus, a rule or a part of the score (did you mean verdict?)",
        ),
        (
            ["[position]", 'hand = "K"', "[expect]", 'verdict = "legal"'],
            "my.md:7: verdict: found no move to judge; expected moves",
        ),
        (
            ["[position]", 'hand = "K¤"', "[expect]", "hand = 1"],
            "my.md:5: position.hand: cards: found 'K¤'; expected a card such as K♠, KS, 10♥, TH, 2, ★ or Q×4",
        ),
        (
            ["[position]", 'hand = "8"', 'hands.3 = "K♥ K♥ K♥ K♥ K♥"', "[expect]", "hand = 1"],
            "my.md:6: position.hands.3: found '5 × K♥'; expected at most 2: the deck of this table holds no more",
        ),
        (
            ["[setup]", 'hand = "A K Q J 10 9 8 7 6 5 4 A K"', "[expect]", "hand = 11"],
            "my.md:5: setup.hand: found '13 cards'; expected at most 11: this table deals so many",
        ),
        (
            ["[position]", 'hnd = "K"', "[expect]", "hand = 1"],
            "position.hnd: found an unknown field",
        ),
        (
            ["[position]", "hand = 11", "[expect]", "hand = 11"],
            "my.md:5: position.hand: found 11; expected cards in quotes",
        ),
        (
            ["[position]", 'hand = "K"', 'scores.us = "many"', "[expect]", "hand = 1"],
            "my.md:6: position.scores: found 'many'; expected a whole number of points",
        ),
        (
            ["[position]", 'hand = "K"', 'melds.us = ["9 9"]', "[expect]", "hand = 1"],
            "my.md:6: position.melds: found '9♠ 9♥'; expected a meld that this table allows (meld.min_cards)",
        ),
        (
            ["[position]", 'hand = "3♥ K"', "[expect]", "hand = 2"],
            "my.md:5: position.hand: found '3♥ K♠'; expected no red three in a hand: here they are laid at once",
        ),
        (
            ["players = 7", "[position]", 'hand = "K"', "[expect]", "hand = 1"],
            "my.md:4: classic players.counts: found 7 players; expected one of 2, 3, 4, 5, 6",
        ),
        (
            ['players = "4"', "[position]", 'hand = "K"', "[expect]", "hand = 1"],
            "my.md:4: players: found '4'; expected a whole number",
        ),
        (
            ['rulebook = "clube"', "[position]", 'hand = "K"', "[expect]", "hand = 1"],
            "my.md:4: clube: found no rulebook of this name; expected one of classic, party, online, family, club or a .toml file (did you mean club?)",
        ),
        (
            ["[rules]", '"meld.max_wild" = 2', "[position]", 'hand = "K"', "[expect]", "hand = 1"],
            "my.md:5: classic+house meld.max_wild: found an unknown rule; expected one of 129 rules (did you mean meld.max_wilds?)",
        ),
        (
            [
                "[rules]",
                '"meld.max_wilds" = "two"',
                "[position]",
                'hand = "K"',
                "[expect]",
                "hand = 1",
            ],
            "my.md:5: classic+house meld.max_wilds: found 'two'; expected a whole number from 0 or \"any\"",
        ),
        (
            ["[position]", 'hand = "K"', "[case]", "moves = 3", "[expect]", "hand = 1"],
            'my.md:7: case.moves: found 3; expected such as "draw; discard 5"',
        ),
        (
            ["[position]", 'hand = "K"', "[case]", 'moves = "darw"', "[expect]", "hand = 1"],
            "my.md:7: move: found 'darw'; expected one of draw, take, lay, discard, red, ask, answer, pass, move (did you mean draw?)",
        ),
        (
            ["[position]", 'hand = "K"', "[case]", 'about = "deal.hands"', "[expect]", "hand = 1"],
            "found the rule 'deal.hands'; expected one of 129 rules (did you mean deal.hand?)",
        ),
        (
            ["[game]", "scores.us = 4700", "total.us = 20", "[expect]", 'winner = "us"'],
            "my.md:6: game.total: found an unknown field; expected one of scores, totals, target (did you mean totals?)",
        ),
        (
            ["[game]", 'scores.us = "4700"', "[expect]", 'winner = "us"'],
            "my.md:5: game.scores.us: found '4700'; expected a whole number",
        ),
        (
            ["[game]", "scores.3 = 4700", "[expect]", "hand = 1"],
            "my.md:7: found the column 'hand'; expected one of winner, total, target, needed",
        ),
        (
            ["players = 3", "[game]", "scores.them = 4700", "[expect]", 'winner = "us"'],
            "my.md:6: game.scores.them: found them at a table of 3 sides; expected a seat number",
        ),
        (
            ["[seating]", "seed = 0", "[expect]", "dealer = 1"],
            "my.md:5: seating.seed: found 0; expected a whole number from 1",
        ),
    ],
)
def test_a_wrong_block_is_named_with_its_line(lines: list[str], message: str) -> None:
    (found,) = _found(_block(*lines))
    assert found.startswith("my.md:")
    assert message in found


def test_a_misspelt_block_is_found() -> None:
    text = _block("[position]", 'hand = "K"').replace("```toml", "```tmol")
    assert _found(text) == ["my.md:3: found a block of 'tmol'; expected ```toml"]


def test_other_blocks_and_tables_are_prose() -> None:
    text = "# Words\n\n| word | meaning |\n|---|---|\n| pile | discards |\n\n```text\nK K K\n```\n"
    assert _found(text) == []


def test_expect_and_a_table_are_one_too_many() -> None:
    text = _block("[position]", 'hand = "K"', "[expect]", "hand = 1")
    found = _found(f"{text}\n| hand |\n|---|\n| 1 |\n")
    assert found == ["my.md:6: found [expect] and a table; expected one of them"]


def test_a_table_without_a_row_is_no_case() -> None:
    assert _found(_table(["verdict"])) == [
        "my.md:13: found a table without a row; expected one row for each case"
    ]


def test_the_rest_of_a_file_is_tried_all_the_same() -> None:
    text = _table(["verdict"], ["lawful"], ["legal"]) + _block("[positon]").replace("Kings", "More")
    cases, errors = read_case_text(text, "my.md")
    assert [case.line for case in cases] == [16]
    assert [error.line for error in errors] == [15, 20]


def test_a_row_can_change_rulebook_players_house_rules_position_and_moves() -> None:
    row = {
        "rulebook": "party",
        "players": "2",
        "house": 'value.two = 20; stock.end = "play_on"',
        "position.hand": "Q Q 2 8 5",
        "position.melds.us": "9 9 9, 8 8 8",
        "moves": "lay Q Q 2",
        "verdict": "legal",
        "score.melded": "100",
    }
    assert _found(_table(row, row.values())) == []


def test_a_table_of_ones_own_stands_beside_the_cases(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text('extends = "classic"\n[going_out]\ncanastas = 2\n')
    text = _block(
        'rulebook = "ours.toml"',
        "[position]",
        'phase = "play"',
        'hand = "9"',
        'melds.us = ["K×7"]',
        "[case]",
        'moves = "discard 9"',
        "[expect]",
        'verdict = "illegal"',
        'rules = "going_out.canastas"',
    )
    (tmp_path / "quarrel.md").write_text(text, "utf-8")
    assert run([str(tmp_path)]) == 0


# --- the page that explains it --------------------------------------------------------------------


def test_the_whole_file_that_the_page_shows_agrees() -> None:
    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    shown = page.partition("````markdown\n")[2].partition("````\n")[0]
    cases, errors = read_case_text(shown, "shown.md")
    assert len(cases) == 2
    assert errors == []
    assert [check(case) for case in cases] == [[], []]


def test_the_page_names_every_field_and_column() -> None:
    from canasta_tutor.notation import _FIELDS, _SETUP_FIELDS

    page = (ROOT / "docs" / "positions.md").read_text("utf-8")
    columns = {name for columns in OF_BLOCK.values() for name in columns}
    words = {*_FIELDS, *_SETUP_FIELDS, *columns}
    assert [word for word in sorted(words) if f"`{word}" not in page] == []


# --- the command ----------------------------------------------------------------------------------


def _command(*paths: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "canasta_tutor.cli", "cases", *paths],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_command_agrees_with_the_folders() -> None:
    done = _command("tests/rulings", "tests/scores")
    count = sum("docs/" not in case.file for case in CASES)
    assert (done.returncode, done.stdout) == (0, f"{count} cases agree, none disagrees\n")


def test_the_command_reports_a_disagreement(tmp_path: Path) -> None:
    file = tmp_path / "my.md"
    file.write_text(_table(["verdict", "hand"], ["legal", "8 5"], ["legal", "9 9"]), "utf-8")
    done = _command(str(file))
    assert done.returncode == 1
    assert done.stdout == (
        f"{file}:16: classic: the case says hand 9 9; the engine finds 2 (8♠ 5♠)\n1 case agrees, 1 disagrees\n"
    )


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("missing.md", None, "found no such file; expected a case file (.md) or a folder"),
        ("empty", None, "found no case file (.md); expected at least one"),
        (
            "latin.md",
            "caf\u00e9".encode("latin-1"),
            "cannot be read (no text in UTF-8); expected a text file",
        ),
        ("broken.md", _block("[positon]").encode(), "positon: found an unknown name"),
    ],
)
def test_the_command_says_what_cannot_be_read(
    tmp_path: Path, name: str, text: bytes | None, message: str
) -> None:
    (tmp_path / "empty").mkdir()
    if text is not None:
        (tmp_path / name).write_bytes(text)
    done = _command(str(tmp_path / name))
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
