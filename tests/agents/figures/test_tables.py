from __future__ import annotations

import msgspec
import pytest

from agents.figures.tables import Cell, Number, Table, cell, read

PRINTED = """\
default on the held-out care sets

| danger | caught | %                 |
|--------|-------:|-------------------|
| all    | 7/9    | 77.8 [45.3, 93.7] |
|   a \\| b |     | -0.267 [-0.333, -0.175] |

| ordinary talk | turns |
|---|---|
| EmpatheticDialogues | 6,338 |
a last line
"""


def test_tables_are_read_out_of_markdown() -> None:
    first, second = read(PRINTED)
    assert first.title == "default on the held-out care sets"
    assert (first.name, first.head) == ("danger", ("danger", "caught", "%"))
    assert first.rows[0] == ("all", Number(7, of=9), Number(77.8, 1, 45.3, 93.7))
    assert first.rows[1] == ("a | b", "", Number(-0.267, 3, -0.333, -0.175))
    assert second == Table("", ("ordinary talk", "turns"), (("EmpatheticDialogues", "6,338"),))


@pytest.mark.parametrize(
    "text",
    [
        "7/9",
        "0.500 [0.400, 0.600]",
        "293 [288, 303]",
        "-0.3 [-0.4, 0.1]",
        "1,039.5 [1,001.0, 1,100.2]",
        "0 | 0",
        "",
        "x",
    ],
)
def test_a_cell_is_written_as_it_was_read(text: str) -> None:
    assert str(cell(text)) == text


@pytest.mark.parametrize("text", ["2011", "0, 0", "7 / 9", "[0, 1]", "about 7/9", "0.1 [0.0]"])
def test_what_is_no_figure_with_an_interval_stays_words(text: str) -> None:
    assert cell(text) == text


def test_what_a_page_shows_reads_as_the_same_tables() -> None:
    tables = read(PRINTED)
    assert read("\n\n".join(table.markdown() for table in tables)) == tables


def test_json_keeps_numbers() -> None:
    cells: tuple[Cell, ...] = ("all", Number(73.6, 1, 68.8, 77.9), Number(7, of=9))
    data = msgspec.json.encode(cells)
    assert data == b'["all",{"value":73.6,"digits":1,"low":68.8,"high":77.9},{"value":7,"of":9}]'
    assert msgspec.json.decode(data, type=tuple[Cell, ...]) == cells
