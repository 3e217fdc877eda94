import io
from pathlib import Path

import pytest
from rich.console import Console

from agents.corpora.catalogue import Corpus, Count, corpora, corpus
from agents.corpora.check import Checked, Row
from agents.corpora.show import corpora as listed
from agents.corpora.show import counts, put, talks
from agents.corpora.shown import Line, Talk
from bot.errors import CorpusError

RAIN = Corpus(
    "rain",
    "Rain",
    "Nobody, 2020",
    "none stated",
    "https://x.example",
    note="it was wet",
    parts={"train": ("rain/train.csv",), "valid": ("rain/valid.csv",), "test": ("rain/test.csv",)},
)


def terminal(colours: bool = False, width: int = 80) -> tuple[Console, io.StringIO]:
    out = io.StringIO()
    return Console(file=out, width=width, force_terminal=colours, color_system="standard" if colours else None), out


def printed(talk: Talk, **how: bool) -> str:
    console, out = terminal(**how)
    put(talk, console)
    return out.getvalue()


def test_a_talk_is_shown_with_its_labels_and_what_is_noted_of_it() -> None:
    lines = (Line("seeker", "I lost my key", (("emotion", "sad"), ("act", "tell"))), Line("", "Where?"))
    assert printed(Talk("t:1", lines, (("problem", "keys"),))) == (
        "t:1\n  problem: keys\n  seeker: I lost my key  [sad, tell]\n  Where?\n\n"
    )


def test_each_role_keeps_its_colour_and_the_seventh_has_the_firsts() -> None:
    said = printed(Talk("t", tuple(Line(role, "x") for role in "ABACDEFG")), colours=True)
    colours = [line.split("m", 1)[0].split("\x1b[")[-1] for line in said.splitlines() if ": " in line]
    cyan, yellow, green, magenta, blue, red = ("1;36", "1;33", "1;32", "1;35", "1;34", "1;31")
    assert colours == [cyan, yellow, cyan, green, magenta, blue, red, cyan]


def test_brackets_in_texts_and_labels_are_no_markup() -> None:
    text = "[bold]loud[/bold] [/] [red] :smile: https://x.example"
    said = printed(Talk("[i]t[/i]", (Line("[b]", text, (("tag", "[u]"),)),), (("of", "[s]"),)))
    assert said == f"[i]t[/i]\n  of: [s]\n  [b]: {text}  [[u]]\n\n"


def test_a_long_line_is_wrapped_behind_its_indent_without_trailing_spaces() -> None:
    console, out = terminal(width=30)
    put(Talk("t", (Line("A", "drip drop " * 6),)), console)
    lines = out.getvalue().splitlines()
    assert len(lines) > 3
    assert all(line.startswith("  ") for line in lines[1:-1])
    assert "".join(lines[1:-1]).split() == ["A:", *["drip", "drop"] * 6]


def test_epitome_is_never_shown(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="EPITOME is never shown: people in distress wrote it"):
        talks(corpus("epitome"), tmp_path, "train")


def test_talks_are_the_readers(tmp_path: Path) -> None:
    (tmp_path / "emocontext").mkdir()
    (tmp_path / "emocontext/train.txt").write_text("7\tI lost it\tWhere?\tNo idea\tsad\n", encoding="utf8")
    (found,) = talks(corpus("emocontext"), tmp_path, "train")
    assert (found.id, len(found.lines)) == ("7", 3)


def test_the_list_says_which_parts_are_here_and_fits_80_columns(tmp_path: Path) -> None:
    (tmp_path / "rain").mkdir()
    (tmp_path / "rain/valid.csv").touch()
    console, out = terminal()
    console.print(listed(iter([RAIN]), tmp_path))
    header, row = out.getvalue().splitlines()
    assert header.split() == ["name", "corpus", "licence", "as", "stated", "here"]
    assert row.split() == ["rain", "Rain", "none", "stated", "valid"]
    assert row.index("valid") == header.index("here") + len("train ")
    console, out = terminal()
    console.print(listed(corpora(), tmp_path))
    assert len(out.getvalue().splitlines()) == 1 + len(list(corpora()))


def counted(*rows: Row, missing: tuple[str, ...] = (), damage: tuple[str, ...] = ()) -> list[str]:
    console, out = terminal()
    counts(Checked(RAIN, rows, missing, damage), console)
    return [" ".join(line.split()) for line in out.getvalue().splitlines()]


def test_counts_stand_beside_those_that_were_published() -> None:
    why = "one dried"
    assert counted(
        Row("train", "drops", 1234, Count(1234, 1235, None, why)),
        Row("train", "puddles", 9, Count(9, 8, None, why)),
        Row("valid", "drops", 5, Count(6, None, 6)),
        Row("test", "drops", 7, Count(None, 8)),
        missing=("test",),
        damage=("a.csv, line 3: wet",),
    ) == [
        "rain Rain, Nobody, 2020",
        "part unit paper release here",
        "✓ train drops 1,235 1,234",
        "✓ train puddles 8 9",
        "✗ valid drops 6 5",
        "? test drops 8 7",
        "✗ a.csv, line 3: wet",
        "✗ valid, drops: 6 are expected",
        "train drops, train puddles: one dried",
        "it was wet",
        "not here: test",
        "",
    ]


def test_where_nothing_is_here_there_is_no_table() -> None:
    assert counted(missing=("train", "valid", "test")) == [
        "rain Rain, Nobody, 2020",
        "it was wet",
        "not here: train, valid, test",
        "",
    ]
