"""`attune study new|check|plan|serve|status|approve|calibrate|report|export|forget|simulate`: studies with people."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from worlds.studies.beginning import new
from worlds.studies.options import DATABASE, FILE, place, with_everybody
from worlds.studies.serving import serve

if TYPE_CHECKING:
    from worlds.studies.ledger import Participation
    from worlds.studies.study import Loaded


def commands() -> tuple[click.Command, ...]:
    """Everything of `attune study` that concerns studies with people."""
    return new, check, plan, serve, status, approve, calibrate, report, export, forget, simulate


@click.command()
@FILE
def check(path: Path) -> None:
    """Find what is wrong with a study before anybody sees it."""
    from worlds.studies.check import check_bots, load, remarks
    from worlds.studies.study import LEARNS

    loaded = load(path)
    check_bots(loaded)
    study = loaded.study
    click.echo(f"{path}: {study.kind}, {_sizes(loaded)}")
    if loaded.lessons:
        needed = study.collection.exam
        who = LEARNS[study.kind]
        click.echo(f"{who}s learn {len(loaded.lessons)} lessons first, and need {needed} right answers")
    if study.pay:
        click.echo(f"pays {study.pay.hourly:.2f} {study.pay.currency} an hour")
    for remark in remarks(study):
        click.echo(remark)


def _sizes(loaded: Loaded) -> str:
    """How much of what is laid before participants."""
    study, rules = loaded.study, loaded.study.collection
    long = f"{rules.least} to {rules.most} utterances"
    match study.kind:
        case "chat":
            bots = f"{len(study.bots)} bots" if len(study.bots) > 1 else "one bot"
            return f"talks with {bots} of at least {study.turns} messages each"
        case "speaker_listener" | "seeker_supporter":
            return f"{'two talks' if study.kind == 'speaker_listener' else 'a talk'} of {long} for each pair"
        case "wizard_of_oz":
            return f"a talk of {long} for each pair about one of {len(study.situation)} situations"
        case "self_dialog":
            each = f"{study.per_participant} for each participant"
            return f"{len(study.situation)} situations, {each}, talks of {long} unless they say otherwise"
        case "ab_turns":
            return f"{study.turns} choices between the answers of {' and '.join(study.bots)}"
        case _:
            return f"{len(loaded.items)} items, {study.per_participant} for each participant"


@click.command()
@FILE
@click.option("--share", default=0.65, show_default=True, help="Of the decided votes, those for the better one.")
@click.option("--ties", default=0.2, show_default=True, help="Of all votes, those for neither.")
@click.option("--gap", default=0.3, show_default=True, help="Between two contestants, in points of the scale.")
@click.option("--items", default=0.5, show_default=True, help="How far that strays from item to item (SD).")
@click.option("--people", default=1.0, show_default=True, help="How far ratings stray from person to person (SD).")
@click.option("--power", default=0.8, show_default=True, help="How likely the difference is to be found.")
def plan(path: Path, power: float, **expected: float) -> None:
    """How many participants it takes to find a difference that is there."""
    from worlds.studies.check import load
    from worlds.studies.power import Expected, table

    shares = {name: expected[name] for name in ("share", "ties")} | {"power": power}
    if wrong := [name for name, value in shares.items() if not 0 <= value < 1]:
        raise click.UsageError(f"--{wrong[0]} is a share from 0 to below 1, not {shares[wrong[0]]:g}")
    if wrong := [name for name in ("items", "people") if expected[name] < 0]:
        raise click.UsageError(f"--{wrong[0]} is a standard deviation, not {expected[wrong[0]]:g}")
    click.echo("\n".join(table(load(path), Expected(**expected), power).lines()))


@click.command()
@FILE
@DATABASE
@with_everybody
def status(loaded: Loaded, everybody: list[Participation], kept: list[Any]) -> None:
    """How far a study is, and what its judgements say so far."""
    from worlds.studies.report import tables

    click.echo("\n\n".join("\n".join(table.lines()) for table in tables(loaded, everybody, kept)))


@click.command()
@FILE
@DATABASE
@with_everybody
def approve(loaded: Loaded, everybody: list[Participation], kept: list[Any]) -> None:
    """Which support talks pass by the rules, and which a person should look at."""
    from worlds.studies.supported import approvals

    _only_support(loaded)
    click.echo("\n".join(approvals(kept).lines()))


@click.command()
@FILE
@DATABASE
@click.option(
    "--annotations",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    required=True,
    metavar="FILE",
    help="A CSV of room, annotator and passes (yes or no).",
)
@with_everybody
def calibrate(loaded: Loaded, everybody: list[Participation], kept: list[Any], annotations: Path) -> None:
    """How well each approval rule agrees with people who read the talks, by its threshold."""
    from worlds.studies.calibrate import read, table
    from worlds.studies.supported import by_room

    _only_support(loaded)
    click.echo("\n".join(table(by_room(kept), read(annotations)).lines()))


def _only_support(loaded: Loaded) -> None:
    if loaded.study.kind != "seeker_supporter":
        raise click.UsageError(f"only talks of kind 'seeker_supporter' are approved, not of kind {loaded.study.kind!r}")


@click.command()
@FILE
@DATABASE
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FILE", help="An HTML file.")
@with_everybody
def report(loaded: Loaded, everybody: list[Participation], kept: list[Any], out: Path) -> None:
    """Write the report as one HTML file, and beside it what was judged, as CSV."""
    from bot.files import put
    from worlds.studies.report import html, judgements

    click.echo(f"{put(out, html(loaded, everybody, kept).encode())}: {len(everybody)} participants")
    if not loaded.study.collects:
        click.echo(judgements(loaded, everybody, out.with_suffix(".csv")))


@click.command()
@FILE
@DATABASE
@click.option("--out", type=click.Path(path_type=Path), required=True, metavar="FOLDER")
@with_everybody
def export(loaded: Loaded, everybody: list[Participation], kept: list[Any], out: Path) -> None:
    """Write judgements and codebook as CSV, or the talks of a collection, with a datasheet; nobody is named in them."""
    from worlds.studies import report as reporting

    for written in reporting.export(loaded, everybody, kept, out):
        click.echo(written)


@click.command()
@FILE
@DATABASE
@click.option(
    "--participant", required=True, metavar="ID", help="As the crowd site or chat calls them, or their made-up name."
)
@click.option("--mark", is_flag=True, help="Also the mark by which somebody gets no second completion code.")
@click.confirmation_option(prompt="Erase everything of this participant?")
def forget(path: Path, database: str | None, participant: str, *, mark: bool) -> None:
    """Erase everything of one participant; where they had got a completion code, a mark stays that says only that."""
    from bot.frontends.web.settings import Settings, read_secret
    from bot.store import Store
    from worlds.chats import CHANNELS
    from worlds.studies.check import load
    from worlds.studies.ledger import Ledger
    from worlds.studies.rooms import open_rooms
    from worlds.web.pages import SITES
    from worlds.web.tokens import Tokens

    loaded = load(path)
    tokens = Tokens(read_secret(Settings()), loaded.name)
    names = [participant, *(tokens.participant(site, participant) for site in (*SITES.values(), "mturk", *CHANNELS))]

    async def erase() -> tuple[bool, bool]:
        """Whether anything was erased, and whether a mark is left."""
        url = place(database)
        async with Ledger.open(url, loaded) as ledger, open_rooms(url, loaded) as rooms, Store.open(url) as store:
            gone = [await ledger.forget(name, tokens.mark(name)) for name in names]
            if mark:
                gone += [await ledger.unmark(tokens.mark(name)) for name in names]
            gone += [await rooms.forget(name) for name in names]
            gone += [await store.people.forget(f"study:{name}") for name in names]  # what they wrote in talks
            return any(gone), any([await ledger.marked(tokens.mark(name)) for name in names])

    erased, marked = asyncio.run(erase())
    if not erased:
        left = " but a mark; --mark erases it" if marked else ""
        raise click.ClickException(f"nothing is kept of a participant {participant!r} in {path.stem}{left}")
    click.echo("Erased." + (" A mark is left, so that they get no second code; --mark erases it." if marked else ""))


@click.command()
@FILE
@DATABASE
@click.option("--participants", default=30, show_default=True, type=click.IntRange(min=1))
@click.option("--talk", is_flag=True, help="Of a chat: hold the talks with its bots, by cards of simulated seekers.")
def simulate(path: Path, database: str | None, participants: int, talk: bool) -> None:
    """Take simulated participants through a study, to try it; they are marked as simulated everywhere.

    Where talks are collected, cards (`attune seekers list`) play who seeks.
    """
    from worlds.studies import simulate as simulating
    from worlds.studies.check import load
    from worlds.studies.ledger import Ledger
    from worlds.studies.simulate_chat import simulate_chat
    from worlds.studies.simulate_pairs import simulate_talks
    from worlds.studies.talks import Talks

    loaded = load(path)
    if talk and loaded.study.kind != "chat":
        raise click.UsageError(f"--talk: a study of kind {loaded.study.kind!r} has no talks with bots, 'chat' has")

    async def run() -> int:
        async with Ledger.open(place(database), loaded) as ledger:
            begun = len(await ledger.everybody())
            if loaded.study.collects:
                step = 2 if loaded.study.pairs else 1
                await simulate_talks(loaded, ledger, place(database), range(begun, begun + participants, step))
            elif talk:
                async with Talks.open(place(database), loaded) as talks:
                    for number in range(begun, begun + participants):
                        await simulate_chat(loaded, ledger, talks, number)
            else:
                for number in range(begun, begun + participants):
                    await simulating.simulate(loaded, ledger, number)
            return len(await ledger.everybody())

    same = f" --database {database}" if database and "://" not in database else ""  # a URL may hold a password
    click.echo(f"{path.stem}: {asyncio.run(run())} participants now; see `attune study status {path}{same}`")
