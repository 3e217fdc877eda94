from agents.evaluation.slots import Filled, Line
from agents.evaluation.user_lines import figures, lines
from skills.slots import spans


def filled(text: str, trap: bool = False) -> Filled:
    return Filled(Line(text, trap), spans(text))


def test_filled_lines_and_caught_traps_are_shares() -> None:
    found = figures(
        [
            filled("I lost my job last week"),
            filled("it rained all day long there"),
            filled("I quit"),
            filled("I lost my job last week", trap=True),
            filled("mm", trap=True),
        ]
    )
    assert (found.filled.hits, found.filled.of) == (1, 2)
    assert (found.traps.hits, found.traps.of) == (1, 2)
    assert found.fills["event"] == 2


def test_there_are_300_lines_and_60_traps() -> None:
    found = lines()
    assert (sum(not row.line.trap for row in found), sum(row.line.trap for row in found)) == (300, 60)
    assert len({row.line.text for row in found}) == 360
