from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from agents.corpora.command import data
from bot.errors import BotError, ConfigError, CorpusError, CorpusMissing
from tests.agents.corpora.test_split import write

LINE = "{}\tI lost my [key]\tWhere?\tNo idea\tsad\n"


def run(*args: object) -> Result:
    return CliRunner().invoke(data, [str(arg) for arg in args])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """EmoContext's dev part, of two dialogs where 2,755 are published, and none counted before."""
    (tmp_path / "emocontext").mkdir()
    (tmp_path / "emocontext/dev.txt").write_text(LINE.format(7) + LINE.format(8), encoding="utf8")
    return tmp_path


def test_list(folder: Path) -> None:
    found = run("list", "--datapath", folder)
    assert found.exit_code == 0
    (row,) = (line for line in found.output.splitlines() if line.startswith("emocontext"))
    assert row.split() == ["emocontext", "EmoContext", "none", "stated", "valid"]


def test_show_leaves_out_and_stops(folder: Path) -> None:
    found = run("show", "emocontext", "--split", "valid", "--start", 1, "--count", 1, "--datapath", folder)
    assert found.exit_code == 0
    assert found.output == "8\n  emotion: sad\n  user: I lost my [key]\n  bot: Where?\n  user: No idea\n\n"


@pytest.mark.parametrize(
    ("args", "error", "said"),
    [
        (("show", "snow"), ConfigError, "there is no corpus 'snow'"),
        (("show", "epitome"), CorpusError, "never shown"),
        (("show", "emocontext", "--split", "train"), CorpusMissing, "train.txt: there is no such file"),
        (("check", "snow"), ConfigError, "there is no corpus 'snow'"),
        (("fetch", "snow"), ConfigError, "there is no corpus 'snow'"),
        (("fetch", "meld", "--mirror", "ftp://x"), CorpusError, "mirror 'ftp://x' must begin with http"),
    ],
)
def test_what_cannot_be_done_is_an_error_that_is_explained(
    folder: Path, args: tuple[str, ...], error: type[BotError], said: str
) -> None:
    found = run(*args, "--datapath", folder)
    assert isinstance(found.exception, error)
    assert said in str(found.exception)


def test_check_fails_for_what_is_wrong_and_for_what_is_named_and_not_here(folder: Path) -> None:
    assert run("check", "emocontext", "--datapath", folder).exit_code == 0
    found = run("check", "emocontext", "meld", "--datapath", folder)
    assert found.exit_code == 1
    assert "Error: not as expected: meld\n" in found.output
    (folder / "emocontext/train.txt").write_text(LINE.format(1), encoding="utf8")
    found = run("check", "--all", "--datapath", folder)
    assert found.exit_code == 1
    assert "train, dialogs: 30,160 are expected" in found.output
    assert "Error: not as expected: emocontext\n" in found.output


def test_check_all_passes_where_some_are_not_here_and_fails_where_none_is(folder: Path, tmp_path: Path) -> None:
    assert run("check", "--all", "--datapath", folder).exit_code == 0
    found = run("check", "--all", "--datapath", tmp_path / "nowhere")
    assert found.exit_code == 1
    assert "nowhere: no corpus is here" in found.output


def test_what_comes_with_the_project_needs_no_folder(tmp_path: Path) -> None:
    found = run("check", "written", "--datapath", tmp_path / "nowhere")
    assert found.exit_code == 0, found.output
    assert "\u2717" not in found.output


@pytest.mark.parametrize("args", [("check",), ("check", "meld", "--all"), ("fetch",)])
def test_names_are_asked_for(args: tuple[str, ...]) -> None:
    found = run(*args)
    assert found.exit_code == 2
    assert "name the corpora" in found.output


def test_fetch_says_what_is_here_and_what_is_to_do_by_hand(folder: Path) -> None:
    found = run("fetch", "emocontext", "--datapath", folder)
    assert found.exit_code == 0
    assert "Licence: none stated." in found.output
    assert "here: valid\n" in found.output
    assert "by hand: its organisers give" in found.output


def test_split_writes_three_parts_and_says_how_large_they_are(tmp_path: Path) -> None:
    write(tmp_path / "old", "train", *range(10))
    args = ("split", "empathetic", "--by", "speaker", "--datapath", tmp_path / "old", "--out", tmp_path / "new")
    assert run(*args, "--shares", 0, 0, 0).exit_code == 2
    found = run(*args)
    assert (found.exit_code, found.output) == (
        0,
        "train: 8 conversations\nvalid: 1 conversations\ntest: 1 conversations\n",
    )


def test_help_names_every_command() -> None:
    assert sorted(data.list_commands(click.Context(data))) == ["check", "fetch", "list", "show", "split"]
