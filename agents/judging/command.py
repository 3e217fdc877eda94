"""`attune judge server`: a large model behind an OpenAI-compatible server compares two contestants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from agents.judging.answers import Answer, Ask
    from agents.judging.asking import Judge
    from agents.judging.pairs import Pair
    from agents.judging.votes import Votes

FILE = click.Path(path_type=Path, dir_okay=False)
THERE = click.Path(path_type=Path, dir_okay=False, exists=True)
FOLDER = click.Path(path_type=Path, file_okay=False)
COUNT = click.IntRange(min=1)
RETRIES = 4
"""Of a request that a server puts off (429) or fails at."""
WIDTH = 150
"""Columns that the widest table needs."""


@click.command()
@click.argument("left")
@click.argument("right")
@click.option("--items", "items_path", required=True, type=THERE, metavar="ITEMS", help="Of `compare` or `pair`.")
@click.option("--url", required=True, help="The server, as http://127.0.0.1:8080/v1. Words go there alone.")
@click.option("--model", required=True, metavar="NAME", help="What the server calls it.")
@click.option("--out", required=True, type=FILE, metavar="ANSWERS", help="Where its answers are kept.")
@click.option(
    "--questions", default="esc-judge", show_default=True, help="esc-judge, esconv, or a file of [[compare]]."
)
@click.option(
    "--votes", multiple=True, type=THERE, metavar="FILE",
    help="Readers' verdicts on ITEMS, or judgements.csv of a study of them; may be given again.",
)  # fmt: skip
@click.option("--limit", type=COUNT, help="Pairs, drawn by seed.  [default: all]")
@click.option("--seed", default=7, show_default=True, help="Draws pairs, and is sent along.")
@click.option("--most-tokens", type=click.IntRange(min=0), help="For all of ANSWERS; 0: ask nothing.")
@click.option("--max-tokens", default=400, show_default=True, type=COUNT, help="Of one answer.")
@click.option("--reasons", is_flag=True, help="The model thinks first: give it more --max-tokens.")
@click.option("--at-once", default=4, show_default=True, type=COUNT, help="Requests that are waited for together.")
@click.option("--seconds", default=120.0, show_default=True, help="For one answer, tries again included.")
@click.option("--key-file", type=THERE, help="A file with the server's key; else ATTUNE_SERVER_KEY.")
@click.option("--datapath", default=Path("data"), type=FOLDER, metavar="DIR", help="Of corpora that items refer to.")
@click.option("--yes", is_flag=True, help="Don't ask before words are sent.")
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
def server(
    *, left: str, right: str, items_path: Path, url: str, model: str, out: Path, questions: str, votes: Sequence[Path],
    limit: int | None, seed: int, most_tokens: int | None, max_tokens: int, reasons: bool, at_once: int, seconds: float,
    key_file: Path | None, datapath: Path, yes: bool, markdown: bool,
) -> None:  # fmt: skip
    """Let a large model behind a server compare LEFT with RIGHT, two contestants of ITEMS, question by question.

    Each question is asked in both orders; where these disagree it is a tie. Answers are kept as they came: the same
    command goes on where it stopped.
    """
    from agents.judging import answers
    from agents.judging import questions as lists
    from agents.judging import votes as voting
    from agents.judging.asking import Judge
    from agents.judging.pairs import pairs
    from agents.verdicts import item, rounds
    from skills.server import key
    from skills.writer.client import Client, Sampling

    _checked(url)
    asked, sampling = lists.read(questions), Sampling(max_tokens, 0.0, reasons)
    client = Client(url, model, key(str(key_file or "")), sampling, retries=RETRIES, stream=False)
    known, _ = rounds.told(({one.id: one for one in item.load(items_path, whole=None)}, []), datapath)
    found = pairs(list(known.values()), left, right, limit, seed)
    readers = voting.read(votes, known, found)
    asks = answers.asks(found, asked, model, sampling.asked(seed))
    before = answers.load(out)
    wanted = [ask for ask in asks if ask.key not in before and most_tokens != 0]
    failed = False
    if wanted:
        click.echo("\n".join(_what_goes_where(wanted, len(asks), url, items_path, found)), err=True)
        if not yes:
            click.confirm("Send them?", abort=True, err=True)
        failed = _ask(wanted, Judge(client, seconds, at_once, seed), most_tokens, out, before)
    _show(asks, before, answers.load(out), readers, markdown=markdown)
    raise SystemExit(failed)


def _checked(url: str) -> None:
    from bot.errors import ConfigError
    from bot.sends import HERE, UNREADABLE, located

    if not url.startswith(("http://", "https://")) or located(url)[0] in (HERE, UNREADABLE):
        raise ConfigError(f"--url {url}: a server's address is like http://127.0.0.1:8080/v1")


def _what_goes_where(wanted: Sequence[Ask], total: int, url: str, path: Path, pairs: Sequence[Pair]) -> Iterator[str]:
    """What is about to be sent to whom, in words, before anything is."""
    from agents.judging.licences import bound, unknown
    from bot.sends import located

    host, outside = located(url)
    yield f"{total:,} answers: {total - len(wanted):,} are kept already, {len(wanted):,} are to be asked for."
    yield f"{host} gets the talks and replies of {path}, and nobody else does; contestants are not named to it."
    if not outside:
        return
    if url.startswith("http://"):
        yield f"They go to {host} unsealed: take https:// where you can."
    for corpus in bound(pairs):
        yield f"Some are of {corpus.title}, licence: {corpus.licence}. It may not let you give them to {host}."
    if count := unknown(pairs):
        yield f"Whose words {count} of {len(pairs)} items hold they don't say: see to it that you may send them."


def _ask(wanted: Sequence[Ask], judge: Judge, most_tokens: int | None, out: Path, before: Mapping[str, Answer]) -> bool:
    """Ask, and keep each answer; whether requests have failed."""
    import asyncio

    from tqdm import tqdm  # type: ignore[import-untyped]

    from agents.judging.asking import Budget, ask_all
    from agents.verdicts import kept

    budget = Budget(most_tokens, sum(one.tokens for one in before.values()))
    with tqdm(total=len(wanted), unit="answer", disable=None) as bar:

        def keep(answer: Answer) -> None:
            kept.append(out, [answer])
            bar.update()

        asked = asyncio.run(ask_all(wanted, judge, budget, keep))
    if asked.failed:
        click.echo(f"{asked.failed} requests have failed: the same command asks again.", err=True)
    if asked.stopped:
        click.echo(f"Stopped: {asked.stopped}. The same command goes on.", err=True)
    return asked.failed > 0


def _show(
    asks: Sequence[Ask], before: Mapping[str, Answer], kept: Mapping[str, Answer], votes: Votes, *, markdown: bool
) -> None:
    """The tables of all that is answered in both orders, and what it cost."""
    from agents.judging.outcomes import outcomes
    from agents.judging.tables import sheets
    from agents.statistics.screen import show

    if found := outcomes(asks, kept):
        left, right = (found[0].pair.of(side).source for side in ("left", "right"))
        show(list(sheets(found, left, right, votes)), markdown=markdown, width=WIDTH)
    new = [one for key, one in kept.items() if key not in before]
    for name, some in (("now", new), ("in all", list(kept.values()))):
        read, written = sum(one.read for one in some), sum(one.written for one in some)
        click.echo(f"{name}: {len(some):,} answers, {read:,} tokens read, {written:,} written")
