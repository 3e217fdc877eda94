"""The writer's vocabulary: which pieces of the language model English talk uses, counted over corpora.

A piece is kept where our own texts or ESConv use it, or all corpora together a few times; every piece that these are
merged from stays too, and single characters and bytes, so that any text can still be written.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from gguf import GGUFReader, TokenType

from agents.corpora import written
from agents.corpora.catalogue import corpora
from agents.training.common.run import Run
from agents.training.writer.examples import Tokenizer, tokenizer
from skills import openings
from skills.writer import package, vocabulary

ROOM = vocabulary.FOLDER.name
MEASURE = "attune train writer, after --install"
CORPORA = ("esconv", "empathetic", "dailydialog", "goemotions", "edos")
TRUSTED = ("written", "openings", "esconv")
"""Whose pieces are all kept."""
FEWEST = 4
"""How often the others must use a piece."""
SPECIAL = 4
"""Pieces that stand for no text: padding, end, beginning, unknown."""
LATIN = 0x250, 0x2000, 0x2100
"""Single characters that are kept: up to the first, and punctuation between the others."""
TOGETHER = 2000


def train(run: Run) -> None:
    """Count, and save the vocabulary."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / package.NAME
        package.join(whole)
        fields = GGUFReader(whole).fields
        pieces: list[str] = fields["tokenizer.ggml.tokens"].contents()
        kinds: list[int] = fields["tokenizer.ggml.token_type"].contents()
        cut = tokenizer(whole)
        counts = {name: Counter(_numbers(cut, texts)) for name, texts in _sources(run.datapath)}
    kept = chosen(pieces, kinds, counts)
    run.save(vocabulary.NAME, {vocabulary.NAME: vocabulary.packed(kept, len(pieces))}, {"kept": str(len(kept))})


def chosen(pieces: list[str], kinds: list[int], counts: dict[str, Counter[int]]) -> set[int]:
    """The pieces that are kept, by number."""
    together: Counter[int] = sum(counts.values(), Counter())
    used = {number for number, count in together.items() if count >= FEWEST}
    for name in TRUSTED:
        used |= set(counts[name])
    plain = {piece: number for number, piece in enumerate(pieces) if kinds[number] == TokenType.NORMAL}
    single = {number for piece, number in plain.items() if len(piece) == 1 and (_latin(piece) or piece == "\u2581")}
    whole = {number for number, kind in enumerate(kinds) if kind == TokenType.BYTE} | set(range(SPECIAL))
    return vocabulary.closure(used | single | whole, pieces, plain)


def _latin(character: str) -> bool:
    low, first, last = LATIN
    return ord(character) < low or first <= ord(character) < last


def _sources(datapath: Path) -> Iterator[tuple[str, Iterator[str]]]:
    yield "written", (said.text for dialog in written.read() for said in dialog.utterances)
    yield "openings", iter(openings.lines())
    for corpus in corpora(CORPORA):
        talks = (
            talk for part in ("train", "valid") for talk in corpus.reader.talks(datapath, part) if part in corpus.parts
        )
        yield corpus.name, (line.text for talk in talks for line in talk.lines)


def _numbers(cut: Tokenizer, texts: Iterator[str]) -> Iterator[int]:
    while some := list(islice(texts, TOGETHER)):
        yield from cut("\n".join(some), add_special_tokens=False)["input_ids"]
