from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from agents.figures import inputs, sources
from agents.figures.sources import SOURCES, Source, measure
from agents.figures.tables import Number
from bot.cli import main
from bot.errors import FiguresError

EMPATHETIC = """\
conv_id,utterance_idx,context,prompt,speaker_idx,utterance,selfeval,tags
hit:1,1,proud,I ran a race.,1,I ran a race_comma_ my first.,5|5|5_5|5|5,
hit:1,2,proud,I ran a race.,0,What happened?,5|5|5_5|5|5,
"""


@pytest.mark.parametrize("name", SOURCES)
def test_every_command_is_there_and_prints_markdown(name: str) -> None:
    words = [word for word in SOURCES[name].command[:2] if not word.startswith("-")]
    command = words if words[0] in ("bench", "eval", "load") else words[:1]
    shown = CliRunner().invoke(main, [*command, "--help"], catch_exceptions=False).stdout
    assert "--markdown" in shown
    assert ("--split" in shown and "--datapath" in shown) or not SOURCES[name].corpora
    assert set(SOURCES[name].inputs) <= set(inputs.GROUPS)


def test_a_command_is_shown_as_a_reader_types_it() -> None:
    source = Source(("eval", "talk"), corpora=True, split="valid")
    assert source.shown == "attune eval talk --datapath DIR --split valid"
    assert source.arguments(Path("/x")) == ("eval", "talk", "--datapath", "/x", "--split", "valid", "--markdown")
    with pytest.raises(FiguresError, match="reads corpora: name their folder with --datapath"):
        source.arguments(None)


def test_figures_are_what_the_command_prints(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real command, over a corpus of one conversation."""
    folder = tmp_path / "empatheticdialogues" / "empatheticdialogues"
    folder.mkdir(parents=True)
    (folder / "train.csv").write_text(EMPATHETIC, encoding="utf8")
    lengths = SOURCES["empathetic-lengths"]
    source = Source(lengths.command, ("danger heads", "crisis sets"), corpora=True, split="train", seed=3)
    monkeypatch.setitem(sources.SOURCES, "empathetic-lengths", source)
    record = measure("empathetic-lengths", tmp_path)
    (table,) = record.tables
    assert (table.title, table.name) == ("EmpatheticDialogues, train: 1 conversations, 2 utterances", "mean of")
    assert table.rows[0] == ("utterances a conversation", Number(2.0, 2, 2.0, 2.0), "4.31")
    assert record.inputs == {group: inputs.checksum(group) for group in source.inputs}
    assert (record.command, record.seed, record.transcribed) == (source.shown, 3, None)
    assert record.machine.endswith(" cores")
    assert record.commit_date is None or isinstance(record.commit_date, date)


def test_what_no_command_makes_is_refused() -> None:
    with pytest.raises(FiguresError, match=r"no command makes 'readers' again in one go: choose from care, "):
        measure("readers", None)


def test_a_command_that_fails_leaves_no_figures(tmp_path: Path) -> None:
    with pytest.raises(FiguresError, match=r"`attune stats empathetic --only lengths .*` ended with 1"):
        measure("empathetic-lengths", tmp_path)
