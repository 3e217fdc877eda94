"""An A/B study on the terminal: one person, two bots, a line at a time."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Literal

import click
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from bot.engine import Engine
from bot.text import for_terminal
from worlds.ab import Answered, Answering, Choosing, Event, Judged, Listening, Plan, Said, State, advance, begin
from worlds.judgement import CHOICES, Choice, Judgement, parse_choice
from worlds.pool import Share
from worlds.record import Record
from worlds.statistics import Tally

HELLO = """\
You'll be talking with two computer programs, not with people or clinicians. They can listen and help you think; they
can't feel, and they can't act in an emergency.

Write as you would to a friend. Each time you'll see two answers, A and B: say which one you'd rather go on with.
There is no right choice, and you can stop whenever you like."""
NOT_KEPT = "Your choices are written down, and what kind of answers they were. Your words are not."
MAY_KEEP = "May your own words and both answers be written down too? yes or no"
QUESTION = f"Which one? {', '.join(CHOICES[:-1])} or {CHOICES[-1]}"
BYE = "Thank you. Take care."
PROMPT = "> "
LETTERS: tuple[Literal["a", "b"], ...] = ("a", "b")


def hold(plan: Plan, engines: tuple[Engine, Engine], record: Record, clock: Callable[[], datetime]) -> Listening:
    """Hold one talk until enough turns are judged or the person leaves. Returns the talk as it was left."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # one stray byte must not end the talk
    put(f"{HELLO} /bye or Ctrl-D ends it.\n")
    state: State = begin(_consented(plan))
    while event := _event(state, engines, clock):
        state = advance(state, event)
        if isinstance(state, Listening):
            _finish(state, record)
    put(f"\n{BYE}")
    return state if isinstance(state, Listening) else state.talk


def put(text: str, lead: str = "") -> None:
    """Print a text on the terminal, in lines that end between words. `lead` stands before it, other lines beside that.

    Columns are counted as a terminal shows them: a wide character takes two. A word that is wider than the terminal is
    cut. Where the output is no terminal, lines are left as they are.
    """
    for row in wrapped(text, cell_len(lead)) or [""]:
        click.echo(f"{lead}{row}")
        lead = " " * cell_len(lead)


def wrapped(text: str, taken: int = 0) -> list[str]:
    """The lines of a text on a terminal `taken` of whose columns are not for it."""
    console = Console()
    if not console.is_terminal:
        return text.split("\n")
    lines = Text(text).wrap(console, max(console.width - taken, 1))
    return [line.plain.rstrip() for line in lines]


def table(left: str, right: str, tally: Tally) -> str:
    """The figures of a study, as lines."""
    width = max(cell_len(left), cell_len(right))
    left, right = (set_cell_size(name, width) for name in (left, right))
    rows = [
        f"{'':{width}}   win  lose  equal  neither",
        f"{left}  {tally.left:4}  {tally.right:4}  {tally.equal:5}  {tally.neither:7}",
        f"{right}  {tally.right:4}  {tally.left:4}  {tally.equal:5}  {tally.neither:7}",
        f"two-sided sign test over {_many(tally.decided, 'decided turn')}: p = {tally.p:.3f}",
        "Turns of one talk depend on each other: over few talks, take p as a hint.",
    ]
    if tally.same:
        rows.append(f"{_many(tally.same, 'turn')} not asked about: both bots said the same.")
    if tally.interrupted:
        rows.append(f"{_many(tally.interrupted, 'talk')} interrupted: somebody may have been in danger.")
    return "\n".join(rows)


def shares(found: Sequence[Share]) -> str:
    """What each file of a study adds to its figures, as lines."""
    whole = sum(share.judged for share in found) or 1
    rows = []
    for share in found:
        again = f"; {_many(share.again, 'line')} in a file before it" if share.again else ""
        judged = f"{_many(share.judged, 'turn')} judged ({100 * share.judged / whole:.0f} %)"
        rows.append(f"{share.path}: {judged} in {_many(share.talks, 'talk')}{again}")
    return "\n".join(rows)


def not_a_choice(answer: str) -> str:
    """What to say to an answer that is none."""
    return f"{answer!r} is not one of {', '.join(CHOICES)}."


def _event(state: State, engines: tuple[Engine, Engine], clock: Callable[[], datetime]) -> Event | None:
    """What happens next; None when the talk is over."""
    match state:
        case Listening():
            text = None if state.done else _ask("you")
            return None if text in (None, "/bye") else Said(text or "")
        case Answering(talk, text):
            now = clock()
            left, right = (engine.step(talk.conversation, text, now) for engine in engines)
            return Answered(left, right)
        case Choosing():
            for letter in LETTERS:
                click.echo()
                put(for_terminal(state.shown(letter)), f"{letter.upper()}  ")
            click.echo()
            choice = _choose()
            return Judged(choice) if choice else None


def _finish(state: Listening, record: Record) -> None:
    """Write the turn down, and let the person know what the talk goes on with."""
    if state.line:
        record.append(state.line)
    if isinstance(state.line, Judgement) and state.line.letter:
        put(f"We go on with {state.line.letter}.\n")
    elif state.reply:
        put(f"\n{for_terminal(state.reply.text)}\n")


def _choose() -> Choice | None:
    """The person's choice, asked for until it is one; None when they leave."""
    while (answer := _ask(QUESTION)) not in (None, "/bye"):
        if choice := parse_choice(answer or ""):
            return choice
        put(not_a_choice(answer or ""))
    return None


def _consented(plan: Plan) -> Plan:
    """The plan with texts kept only if it says so and the person agrees."""
    if plan.keep_text:
        agreed = (_ask(MAY_KEEP) or "").lower() in ("y", "yes")
        plan = replace(plan, keep_text=agreed)
    if not plan.keep_text:
        put(f"{NOT_KEPT}\n")
    return plan


def _ask(prompt: str) -> str | None:
    """A line without its outer white space; None at the end of the input."""
    with suppress(ImportError):
        import readline  # noqa: F401  (line editing in input())
    try:
        return input("\n".join(wrapped(prompt, len(PROMPT))) + PROMPT).strip()
    except EOFError:
        return None


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
