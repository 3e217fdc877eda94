"""What `attune eval retrieval` does: encoders and corpora in, sheets out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import process_time

from agents.corpora.exchanges import Exchange, load
from agents.evaluation import retrieval_tables, table_2
from agents.evaluation.banks import banks
from agents.evaluation.retrieval import BEST, figures, read, reranked
from agents.evaluation.retrieval_tables import Measured
from agents.evaluation.vector_cache import FOLDER, VectorCache
from agents.matching import encoder
from agents.metrics import ranking
from agents.statistics.sheet import Sheet
from agents.training.papers import joined, recipe
from agents.training.papers.variants import Variant, budget, variants
from skills.models import ngrams, tensors
from skills.models.matcher import Matcher
from skills.models.pair import NAME as PAIR
from skills.models.pair import Ranker
from skills.models.tensors import WEIGHTS
from skills.sizes import SMALL, Size

NAMES = {"published": "published", "default": "shipped"}
TIMED = 512
"""So many contexts are timed."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Where corpora, tensors, the paper's variants and cached vectors lie; the part and encoder measured."""

    datapath: Path
    split: str = "valid"
    size: Size = SMALL
    weights: Path = WEIGHTS
    papers: Path = recipe.OUT
    vectors: Path = FOLDER


def matcher_of(settings: Settings, adapter: str) -> Matcher:
    """The matcher that the bot has with this adapter."""
    return Matcher(encoder(adapter, settings.weights, settings.size), settings.weights)


def cached(settings: Settings, matcher: Matcher) -> VectorCache:
    return VectorCache(matcher, settings.vectors)


def ranked(settings: Settings, corpora: Sequence[str], adapter: str, *, pairs: bool) -> Sheet:
    """Every figure of every corpus; the pair pass where there is one, over the adapter that it was trained on."""
    matcher = matcher_of(settings, adapter)
    made = adapter == "default" and PAIR in tensors.pins(settings.weights)
    ranker = Ranker(matcher.encoder, folder=settings.weights) if pairs and made else None
    parts = {corpus: load(corpus, settings.datapath, settings.split) for corpus in corpora}
    vectors = cached(settings, matcher)
    found = [measured(corpus, asked, vectors, matcher, ranker) for corpus, asked in parts.items()]
    return retrieval_tables.ranked(found, NAMES[adapter], settings.split, BEST)


def measured(
    corpus: str, asked: Sequence[Exchange], vectors: VectorCache, matcher: Matcher, ranker: Ranker | None
) -> Measured:
    """One corpus. The cost is the shipped encoder's, in processor time, which a busy machine changes little."""
    found = read(asked, vectors)
    talks = [item.context for item in asked[:TIMED]]
    matcher.contexts(talks[:8])
    began = process_time()
    matcher.contexts(talks)
    encode_ms = 1000 * (process_time() - began) / len(talks)
    if ranker is None:
        return Measured(figures(corpus, found, vectors), None, encode_ms, None)
    began = process_time()
    pairs = ranking.p_at_1(reranked(found, ranker), len(asked))
    pair_ms = 1000 * (process_time() - began) / len(asked)
    return Measured(figures(corpus, found, vectors), pairs, encode_ms, pair_ms)


def retrieved(settings: Settings, sets: Sequence[str], adapter: str) -> Sheet:
    """The reply retrieved from each candidate set, for EmpatheticDialogues' contexts."""
    asked = load("empathetic", settings.datapath, settings.split)
    vectors = cached(settings, matcher_of(settings, adapter))
    return retrieval_tables.retrieved(banks(settings.datapath, sets, asked, vectors), NAMES[adapter], settings.split)


def table(settings: Settings, *, bleu: bool = True) -> Sheet:
    """Table 2's left half. For `bleu` replies are retrieved from training parts, which takes most of the time."""
    asked = load("empathetic", settings.datapath, settings.split)
    spent = budget()
    shipped = cache(lambda name: cached(settings, matcher_of(settings, name)))
    base = shipped(table_2.SHIPPED).identity

    def encoders(variant: Variant, whose: str) -> VectorCache | None:
        if whose != table_2.OWN:
            return shipped(whose)
        return trained(settings, variant) if recipe.made(settings.papers, variant, base, spent) else None

    found = table_2.rows(
        variants(),
        table_2.Corpus(asked, settings.datapath, cache(lambda what: ngrams.load(what, settings.weights))),
        encoders,
        bleu=bleu,
    )
    return table_2.sheet(list(found), settings.split, spent)


def trained(settings: Settings, variant: Variant) -> VectorCache:
    """A variant with its own weights."""
    folder = settings.papers / variant.slug
    if variant.ensemble is None:
        return VectorCache(Matcher(encoder("default", folder), folder), settings.vectors)
    base = Matcher(encoder())
    maps, name = recipe.projections(folder)
    both = joined.Joined(base, joined.second(variant.ensemble.second, base), maps, name)
    return VectorCache(both, settings.vectors)
