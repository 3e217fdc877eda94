"""`attune assist`, with the bot that people run."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from worlds.assist.command import assist
from worlds.assist.record import read


def test_a_talk_and_its_table(tmp_path: Path) -> None:
    out = tmp_path / "a.jsonl"
    said = "my cat had four kittens in my wardrobe\n1\n/bye\n"
    found = CliRunner().invoke(assist, ["talk", "--out", str(out)], input=said)
    assert found.exit_code == 0, found.output
    assert f"1 turns, added to {out}" in found.output
    (taken,) = read(out)
    assert taken.emotion
    assert 1 <= len(taken.strategies) <= 4
    assert len({*taken.strategies}) == len(taken.strategies)
    shown = CliRunner().invoke(assist, ["table", str(out)]).output
    assert "1 turns, 1 with suggestions" in shown
