"""Live suggestions on a terminal: what the other said is typed or pasted, and one line says what to answer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import click

from bot.dialog import Conversation
from bot.engine import Engine
from bot.text import clean, for_terminal
from worlds.assist.record import append, taken
from worlds.assist.suggestions import WHY, Suggestions, close, suggest
from worlds.terminal import put

HELLO = """\
You lead the talk; the bot only suggests. Type or paste what the other person said, then answer: a number sends a draft
as it is, anything else is sent as you write it. /bye or Ctrl-D ends it."""
DANGER = "The guard hears danger ({kind}, level {level}). Nothing is suggested: please read it yourself, with care."
SILENT = "No draft is good enough here. Your own words are better."


def hold(engine: Engine, path: Path, clock: Callable[[], datetime], *, keep_text: bool = False) -> int:
    """One talk, until the person who leads it ends it. Returns how many turns it had."""
    put(f"{HELLO}\n")
    conversation, turns = Conversation("assist:talk"), 0
    while said := _ask("them"):
        found, pending = suggest(engine, conversation, said, clock())
        _show(found)
        reply = _answer(found)
        if reply is None:
            break
        became = taken(found, said, reply, words=keep_text)
        strategy = found.drafts[became.taken].strategy if became.taken is not None else None
        conversation = close(engine, pending, reply, strategy)
        append(path, became)
        turns += 1
    return turns


def _show(found: Suggestions) -> None:
    heard = ", ".join(filter(None, (found.emotion, found.stage)))
    if heard:
        put(f"({heard})")
    if found.level:
        put(DANGER.format(kind=found.kind or "it may be", level=found.level))
    elif not found.drafts:
        put(SILENT)
    for number, draft in enumerate(found.drafts, 1):
        put(f"{draft.text}  [{draft.strategy}: {WHY[draft.strategy]}]", f"{number}  ")


def _answer(found: Suggestions) -> str | None:
    while (reply := _ask("you")) and reply.isdecimal() and found.drafts:
        if 0 < int(reply) <= len(found.drafts):
            return found.drafts[int(reply) - 1].text
        put(f"There is no draft {reply}: choose one of 1 to {len(found.drafts)}, or write your own words.")
    return reply


def _ask(who: str) -> str | None:
    """A line that is not empty; None at the end."""
    while True:
        try:
            line = clean(input(f"{who}> "))
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return None
        if line == "/bye":
            return None
        if line:
            return for_terminal(line)
