"""Collecting verdicts: from a reader at the terminal, or from the answers to a sheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

import click

from agents.corpora.reading import lines_of, refuse
from agents.verdicts.item import Item
from agents.verdicts.sheet import INSTRUCTIONS, answered, shown
from agents.verdicts.verdict import Verdict
from bot.errors import StudyError
from bot.text import for_terminal


def ask(items: Sequence[Item], reader: str, keep: Callable[[Verdict], None]) -> int:
    """Show each item until its answer can be read; how many verdicts were kept. An empty line or Ctrl-D ends it."""
    click.echo(INSTRUCTIONS)
    for number, item in enumerate(items):
        click.echo(for_terminal(shown(item, reader)))
        while True:
            line = _line()
            if not line:
                return number
            try:
                verdict = answered(line, item, reader)
            except StudyError as error:
                click.echo(str(error))
                continue
            keep(verdict)
            break
    return len(items)


def _line() -> str:
    try:
        return input("> ").strip()
    except EOFError:
        return ""


def from_answers(path: Path, items: Mapping[str, Item], reader: str, before: Collection[str]) -> list[Verdict]:
    """The verdicts of a file of answers, `ITEM A=good ...` in each line; CorpusError names the first wrong line."""
    found: dict[str, Verdict] = {}
    for number, row in lines_of(path):
        name, _, answer = row.strip().partition(" ")
        if not name:
            continue
        if name not in items:
            refuse(path, number, f"no item has the id {name!r:.60}")
        if name in before or name in found:
            refuse(path, number, f"{reader} has given a verdict on item {name} already")
        try:
            found[name] = answered(answer, items[name], reader)
        except StudyError as error:
            refuse(path, number, str(error))
    return list(found.values())
