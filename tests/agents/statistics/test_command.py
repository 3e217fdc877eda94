from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from agents.figures.tables import read
from agents.statistics.command import stats


def run(*arguments: str) -> Result:
    return CliRunner().invoke(stats, list(arguments), env={"COLUMNS": "200"})


def test_tables_are_shown_with_how_they_were_counted(small: Path) -> None:
    found = run("empathetic", "--datapath", str(small), "--split", "train")
    assert found.exit_code == 0, found.output
    assert "dried pond yes" in found.output
    assert "that are no function words" in found.output


def test_a_page_gets_markdown(small: Path) -> None:
    """However narrow the terminal is, no row is broken."""
    arguments = ["empathetic", "--datapath", str(small), "--split", "train", "--markdown"]
    lengths, labels = read(CliRunner().invoke(stats, arguments, env={"COLUMNS": "20"}).stdout)
    assert (lengths.name, labels.name) == ("mean of", "label")
    assert lengths.rows[0][0] == "utterances a conversation"
    assert lengths.title.startswith("EmpatheticDialogues, train: ")


def test_only_one_table_as_csv(small: Path, tmp_path: Path) -> None:
    out = tmp_path / "t.csv"
    found = run("esconv", "--datapath", str(small), "--only", "intensity", "--out", str(out))
    assert found.exit_code == 0, found.output
    assert "Question" not in found.output
    assert out.read_text(encoding="utf8").startswith(',"1, %","2, %"')


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("emocontext",), "'emocontext' is not one of 'empathetic', 'esconv'"),
        (("esconv", "--split", "dev"), "'dev' is not one of 'train', 'valid', 'test', 'all'"),
        (("esconv", "--only", "sizes"), "esconv has no table 'sizes' (choose from size, annotations"),
        (("esconv", "--out", "x.svg"), "choose from .png, .csv, .json"),
        (("empathetic", "--bot", "default"), "belong to esconv"),
        (("esconv", "--bot", "default", "--talks", "x.json"), "give one"),
    ],
)
def test_bad_input_is_refused_with_the_choices(small: Path, arguments: tuple[str, ...], reason: str) -> None:
    found = run(*arguments, "--datapath", str(small))
    assert found.exit_code == 2
    assert reason in " ".join(found.output.split())


def test_feedback_says_which_files_it_needs(small: Path) -> None:
    (small / "esconv/FailedESConv.json").unlink()
    found = run("esconv", "--datapath", str(small), "--only", "feedback")
    assert found.exit_code == 2
    assert "original_with_feedback.json" in found.output
