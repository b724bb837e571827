"""Some hundred whole deals at every table, as ``make soak`` plays very many thousands."""

from __future__ import annotations

import pytest

from tools import soak


@pytest.mark.parametrize(("name", "players"), soak.every_table())
def test_whole_deals_at_every_table(name: str, players: int) -> None:
    report = soak.play_batch(soak.Batch(name, players, first=10**6, deals=100))
    assert report.failure == ""
    assert report.counted["deals"] == 100
    assert report.counted["out"] + report.counted["stock"] == 100
    assert report.counted["moves"] > 3000
    assert report.counted["takes"] > report.counted["frozen"] > 0
    assert report.counted["canastas"] > report.counted["natural"] > 0


def test_the_work_is_cut_into_batches() -> None:
    work = list(soak.batches([("online", 2), ("club", 4)], first=5, deals=7, size=4))
    assert [(batch.rulebook, batch.first, batch.deals) for batch in work] == [
        *(("online", 5, 4), ("online", 9, 3)),
        *(("club", 5, 4), ("club", 9, 3)),
    ]


def test_a_soak_prints_what_it_counted(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--deals", "4", "--rulebook", "online", "--players", "2", "--workers", "1"]
    assert soak.main(asked) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == [*soak.COUNTS]
    assert printed[1].startswith("online 2")
    assert printed[-1] == "No dead end, no lost card, no sheet that does not add up"


def test_a_broken_law_is_told_with_the_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "count_cards", lambda deal: 107 if len(deal.moves) == 9 else 108)
    report = soak.play_batch(soak.Batch("classic", 4, first=3, deals=50))
    first, again = report.failure.splitlines()
    assert first.startswith("classic, 4 players, seed 3: BrokenLawError: no card is lost: Deal(")
    assert again.endswith("soak.py --rulebook classic --players 4 --seed 3 --deals 1")
    assert report.counted["deals"] == 0
