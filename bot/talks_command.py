"""`attune logs`: one's own talks on the terminal, listed, searched and shown."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from bot.frontends.options import database_option
from bot.people import TERMINAL
from bot.text import for_terminal

if TYPE_CHECKING:
    from bot.dialog import Turn

FIRST = 60
"""Characters of the first words."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk on the terminal, of which there may be several with one name. It has a turn at least."""

    name: str
    turns: tuple[Turn, ...]

    @property
    def at(self) -> datetime:
        """When it was written to last."""
        return self.turns[-1].at

    @property
    def first_words(self) -> str:
        text = " ".join(next((turn.text for turn in self.turns if turn.speaker == "user"), "").split())
        return text if len(text) <= FIRST else f"{text[: FIRST - 1]}…"

    def found(self, words: str) -> tuple[Turn, ...]:
        """The turns in which all of `words` stand, in any order."""
        sought = words.casefold().split()
        return tuple(turn for turn in self.turns if all(word in turn.text.casefold() for word in sought))


@click.command()
@click.argument("name", required=False)
@click.option("--search", metavar="WORDS", help="Only messages in which all these words stand.")
@click.option("--last", type=click.IntRange(min=1), metavar="N", help="Only the newest N messages of each talk shown.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a talk.")
@database_option
def logs(name: str | None, search: str | None, last: int | None, as_json: bool, database: str | None) -> None:
    """List your own talks on this terminal, the newest first; or show those called NAME, the oldest first."""
    from bot.errors import StoreError

    if last and name is None and search is None:
        raise click.UsageError("--last goes with a NAME or with --search")
    talks = asyncio.run(_talks(database))
    chosen = [talk for talk in talks if name is None or talk.name == name]
    if not chosen:
        names = ", ".join(sorted({talk.name for talk in talks})) or "none yet; `attune chat` begins one"
        raise StoreError(f"there is no talk{'' if name is None else f' called {name!r}'} here (there are: {names})")
    shown = [(talk, talk.found(search) if search else talk.turns) for talk in chosen]
    shown = [(talk, turns[-(last or 0) :]) for talk, turns in shown if turns]
    if not shown:
        raise StoreError(f"no message here holds all of {search!r}")
    whole = name is not None or search is not None
    for talk, turns in sorted(shown, key=lambda pair: pair[0].at, reverse=name is None):
        if as_json:
            click.echo(json.dumps(_row(talk, turns if whole else ()), ensure_ascii=False))
        else:
            click.echo(_told(talk, turns) if whole else _line(talk))


async def _talks(database: str | None) -> list[Talk]:
    """Every talk of the terminal in the database of `attune chat` that has words."""
    from bot.people_commands import place_of
    from bot.store import Store

    async with Store.open(place_of(None, database)) as store:
        keys = await store.conversations(f"{TERMINAL}:")
        loaded = [(key, (await store.load(key)).conversation) for key in keys]
    return [Talk(key.split(":")[1], conversation.turns) for key, conversation in loaded if conversation.turns]


def _line(talk: Talk) -> str:
    return for_terminal(f"{_local(talk.at)}  {talk.name:<12} {len(talk.turns):>4}  {talk.first_words}")


def _told(talk: Talk, turns: tuple[Turn, ...]) -> str:
    """A heading, then who said what."""
    lines = [f"-- {talk.name}, {_local(turns[0].at)}"]
    lines += [f"{'>' if turn.speaker == 'user' else ' '} {for_terminal(turn.text)}" for turn in turns]
    return "\n".join(lines)


def _row(talk: Talk, turns: tuple[Turn, ...]) -> dict[str, Any]:
    said = [{"speaker": turn.speaker, "text": turn.text, "at": turn.at.isoformat()} for turn in turns]
    about = {"name": talk.name, "at": talk.at.isoformat(), "messages": len(talk.turns), "first": talk.first_words}
    return about | ({"turns": said} if turns else {})


def _local(at: datetime) -> str:
    return f"{at.astimezone():%Y-%m-%d %H:%M}"
