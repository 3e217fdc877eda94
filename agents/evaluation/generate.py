"""`attune eval generate`: replies beside those that people gave to the same contexts, as the papers' tables have them.

BLEU and ROUGE-L are of words, with one reference, so they say how near a reply is to one of many fit ones. Rows of
other protocols (another split, tokens of a model's own) don't stand beside these.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from agents.metrics.copies import Copies, Training
    from agents.metrics.esconv import Published
    from agents.metrics.vectors import Vectors
    from agents.verdicts.contexts import Context

CORPORA = ("empathetic", "esconv")
TABLES = ("ed", "esconv", "meed2")
"""EmpatheticDialogues' Table 2, ESConv's Table 4, MEED2's Tables 3 and 4."""
GIVEN, WRITER = "given", "writer"


@dataclass(frozen=True, slots=True)
class Likely:
    """How likely a writer finds what people said: perplexity a token and a word, bits a character."""

    token: float
    word: float
    character: float


@dataclass(frozen=True, slots=True)
class Row:
    """One contestant's figures, shares from 0 to 1; `length` in words. `silent` replies are empty, and count as such.

    What is nearness to people's replies is None of these themselves. `published` is ESConv's own code, where asked for,
    `likely` a writer's.
    """

    bot: str
    silent: int
    distinct: tuple[float, float]
    adjusted: tuple[float, float]
    length: float
    copies: Copies
    bleu: tuple[float, ...] | None = None
    rouge_l: float | None = None
    extrema: float | None = None
    published: Published | None = None
    likely: Likely | None = None


@dataclass(frozen=True, slots=True)
class Generated:
    """All rows, over the same contexts. `vectors` names where Extrema's come from."""

    corpus: str
    part: str
    contexts: int
    of: int
    seed: int
    vectors: str
    comparable: bool
    rows: tuple[Row, ...]


@click.command()
@click.option("--datapath", required=True, type=click.Path(path_type=Path), help="Folder of corpora.")
@click.option("--from", "corpus", default="esconv", show_default=True, type=click.Choice(CORPORA))
@click.option("--split", default="valid", show_default=True, type=click.Choice(["train", "valid", "test"]))
@click.option(
    "--bot", "bots", default=("default",), show_default=True, multiple=True, metavar="FILE", help="Or writer:ADAPTER."
)
@click.option("--count", default=100, show_default=True, type=click.IntRange(min=0), help="Contexts; 0 for all.")
@click.option("--vectors", type=click.Path(path_type=Path), help="Word vectors, for an Extrema like the papers'.")
@click.option("--compat", type=click.Choice(["esconv"]), help="Also what ESConv's published code prints.")
@click.option("--perplexity", is_flag=True, help="Of writers too: over the whole vocabulary, 3.5 GB of memory.")
@click.option("--table", "paper", type=click.Choice(TABLES), help="A paper's table instead: its generators.")
@click.option("--generators", type=click.Path(path_type=Path), help="Their folder [~/.local/share/attune/generators].")
@click.option("--seed", default=7, show_default=True)
@click.option("--markdown", is_flag=True, help="Tables as Markdown has them.")
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
def generate(
    *,
    datapath: Path,
    corpus: str,
    split: str,
    bots: tuple[str, ...],
    count: int,
    vectors: Path | None,
    compat: str | None,
    perplexity: bool,
    paper: str | None,
    generators: Path | None,
    seed: int,
    markdown: bool,
    as_json: bool,
) -> None:
    """Score the replies of bots beside people's, and those of people by themselves.

    A context is a talk up to any message that was answered; what one sends in a row is one message. Replies of a bot
    pass its guard, a writer's drafts the last gate. With --table nothing is held back: `attune train generators`.
    """
    if paper:
        from agents.evaluation import generators_run

        asked = generators_run.settings(
            datapath, split=split, count=count, seed=seed, adapters=generators, words=vectors
        )
        generators_run.run(paper, asked, compat=bool(compat), markdown=markdown, as_json=as_json)
        return
    import msgspec

    from agents.evaluation.generate_tables import show

    drawn, every = contexts(corpus, datapath, split, count, seed)
    replies = {name: said(name, drawn, seed) for name in dict.fromkeys((GIVEN, *bots))}
    given = [context.given for context in drawn]
    known = table(vectors, [*given, *(text for texts in replies.values() for text in texts)])
    read = learnt(corpus, datapath)
    rows = tuple(
        row(name, texts, given, known, read, compat=bool(compat), likely=likely(name, drawn) if perplexity else None)
        for name, texts in replies.items()
    )
    found = Generated(corpus, split, len(drawn), every, seed, known.source, known.comparable, rows)
    if as_json:
        click.echo(msgspec.json.encode(found).decode())
    else:
        show(found, markdown=markdown)


def contexts(corpus: str, datapath: Path, part: str, count: int, seed: int) -> tuple[list[Context], int]:
    """`count` contexts drawn by the seed, all for 0; and of how many. CorpusError as the corpus's reader says."""
    import random

    from agents.verdicts.contexts import every

    found = every(corpus, datapath, part)
    drawn = random.Random(seed).sample(found, min(count, len(found))) if count else found
    return drawn, len(found)


def said(name: str, drawn: Sequence[Context], seed: int) -> list[str]:
    """What a contestant replies in each context, "" where nothing. ConfigError or WeightsError where there is none."""
    from agents.verdicts.contestants import Drafting, contestants

    (one,) = contestants(name, seed, Drafting(count=1))
    return [next(iter(texts), "") for texts in one.replies(drawn)]


def table(path: Path | None, texts: Iterable[str]) -> Vectors:
    """Word vectors of a file, or the packaged encoder's as a stand-in."""
    from agents.metrics import vectors
    from agents.metrics.tokens import treebank

    words = {token for text in texts for token in treebank(text)}
    return vectors.read(path, words) if path else vectors.packaged(words)


def learnt(corpus: str, datapath: Path) -> Training:
    """What copies are counted of: the corpus's training part, where it lies there, and the written corpus's."""
    from agents.corpora import written
    from agents.metrics.copies import training
    from agents.verdicts.contexts import talks
    from bot.errors import CorpusMissing

    texts = [each.text for dialog in written.load(datapath, "train") for each in dialog.utterances]
    try:
        texts += [each.text for talk in talks(corpus, datapath, "train") for each in talk]
    except CorpusMissing as error:
        click.echo(f"copies of the written corpus alone are counted: {error}", err=True)
    return training(texts)


def likely(name: str, drawn: Sequence[Context]) -> Likely | None:
    """A writer's perplexity of what people said; None of what is no writer."""
    if name.partition(":")[0] != WRITER:
        return None
    from agents.likelihood import Scorer
    from agents.metrics.perplexity import Likelihood
    from skills.writer.model import adapter_path

    scorer = Scorer(adapter_path(name.partition(":")[2] or None))
    found = scorer.score([context.lines for context in drawn], [context.given for context in drawn])
    whole = sum((one.likelihood for one in found), Likelihood())
    return Likely(whole.per_token(), whole.per_word(), whole.bits_per_character())


def row(
    name: str,
    texts: Sequence[str],
    given: Sequence[str],
    vectors: Vectors,
    read: Training,
    *,
    compat: bool = False,
    likely: Likely | None = None,
) -> Row:
    """One contestant's figures."""
    import numpy as np

    from agents.metrics import bleu, copies, diversity, embedding, esconv, rouge
    from agents.metrics.tokens import treebank

    runs = [diversity.pooled(texts, n, treebank) for n in (1, 2)]
    references = [[text] for text in given]
    counts = bleu.counts(texts, references, treebank)
    own = name == GIVEN
    return Row(
        bot=name,
        silent=sum(not text for text in texts),
        distinct=(runs[0].distinct(), runs[1].distinct()),
        adjusted=(runs[0].adjusted(), runs[1].adjusted()),
        length=sum(len(text.split()) for text in texts) / len(texts),
        copies=copies.copies(texts, read),
        bleu=None if own else tuple(counts.method3(order) for order in bleu.ORDERS),
        rouge_l=None if own else float(np.mean(rouge.rouge_l_esconv(texts, references, tokenize=treebank))),
        extrema=None if own else float(np.nanmean(embedding.likeness(texts, references, vectors, treebank).extrema)),
        published=esconv.published(texts, references) if compat and not own else None,
        likely=likely,
    )
