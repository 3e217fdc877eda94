"""What the tests of lines at the edge of an act share."""

from __future__ import annotations

from skills.intent import acts


def table(lines: dict[str, list[str]]) -> list[tuple[str, str]]:
    """Each act with each of its lines."""
    return [(act, line) for act, given in lines.items() for line in given]


def check_heard(act: str, line: str) -> None:
    """The act is heard, and beside it no wish for advice."""
    found = acts(line)
    assert act in found
    assert act == "off_topic" or "asks_advice" not in found
