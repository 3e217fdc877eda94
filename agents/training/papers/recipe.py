"""`attune train papers`: the paper's retrieval models (Rashkin et al. 2019, Table 2), each from Base with one budget.

Base is the shipped encoder with its maps of contexts and replies. A variant learns a further low-rank change and the
maps; Multitask also tells the talk's emotion, the two losses averaged; EmoPrepend-k and TopicPrepend-k read labels
before contexts and replies; an ensemble learns nothing but a projection. Every context must find its reply among those
of the batch, and every reply its context, in batches as large as Base's own: gradients are cached (Gao et al. 2021), so
that only a chunk's activations are in memory.

Tensors go to OUT/VARIANT, never to the shipped ones: a folder that can be given wherever skills/weights can. What is
there already for the same Base and budget is not trained again, and a stopped run goes on.
"""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Protocol, cast

import numpy as np
import torch
from safetensors import safe_open
from safetensors.numpy import load_file
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora.exchanges import Exchange
from agents.corpora.exchanges import load as exchanges
from agents.matching import Floats, encoder
from agents.training.common import checkpoint
from agents.training.common.fit import matched
from agents.training.common.run import Run
from agents.training.encoder.recipe import schedule
from agents.training.network import adapt, load, padded
from agents.training.papers import joined
from agents.training.papers.labelled import Labelled
from agents.training.papers.variants import Budget, Variant, budget, variants
from bot.errors import ConfigError
from skills.labels import EMOTIONS
from skills.models import ngrams, tensors
from skills.models.adapter import factors
from skills.models.encoder import Tokens
from skills.models.matcher import CONTEXT, NAME, REPLY, TURNS, Matcher, maps_of
from skills.models.served import identity
from skills.sizes import SMALL

log = logging.getLogger(__name__)
OUT = Path.home() / ".cache" / "attune" / "papers"
PROJECTION = "projection"
SHARPNESS = 20.0
CHUNK = 32
"""So many sequences of like length pass through the encoder together."""


class Learner(Protocol):
    """What learns from batches. `back` leaves the gradients of a batch in what is `named`, and gives the loss."""

    def named(self) -> dict[str, Tensor]: ...

    def back(self, batch: Sequence[Exchange]) -> float: ...


class Tuned(nn.Module):
    """Base with a further low-rank change, for every variant but the ensembles."""

    def __init__(self, base: Matcher, variant: Variant, rank: int) -> None:
        super().__init__()
        self.words, self.emotional = base.encoder.words, "emotion" in variant.learns
        self.encoder = load(tensors.find(tensors.ENCODER), torch.bfloat16)
        self.adapter = adapt(self.encoder, rank)
        shipped = identity(SMALL, tensors.find(tensors.ENCODER))
        maps = maps_of(shipped, SMALL, tensors.WEIGHTS) or [np.eye(SMALL.width, dtype=np.float32)] * 2
        self.context, self.reply = (nn.Parameter(torch.from_numpy(turn.copy())) for turn in maps)
        self.emotion = nn.Linear(SMALL.width, len(EMOTIONS))
        chosen = variant.prepend
        self.labelled = Labelled(ngrams.load(chosen.labels), chosen.k) if chosen else None

    def named(self) -> dict[str, Tensor]:
        own: dict[str, Tensor] = {**self.adapter, "context": self.context, "reply": self.reply}
        return own | ({f"emotion.{name}": p for name, p in self.emotion.named_parameters()} if self.emotional else {})

    def back(self, batch: Sequence[Exchange]) -> float:
        """Two passes: for the vectors and the loss's gradient by them, then chunk by chunk for its own."""
        sequences = [*map(self.read, batch), *map(self.answer, batch)]
        order = sorted(range(len(sequences)), key=lambda place: len(sequences[place].ids))
        chunks = [order[start : start + CHUNK] for start in range(0, len(order), CHUNK)]
        vectors = torch.empty(len(sequences), SMALL.width)
        with torch.no_grad():
            for rows in chunks:
                vectors[rows] = self.encoder(*padded([sequences[row] for row in rows]))
        loss = self.loss(vectors.requires_grad_(), batch)
        loss.backward()  # type: ignore[no-untyped-call]
        slopes = cast("Tensor", vectors.grad)
        for rows in chunks:
            again: Tensor = self.encoder(*padded([sequences[row] for row in rows]))
            again.backward(slopes[rows])  # type: ignore[no-untyped-call]
        return float(loss.detach())

    def loss(self, vectors: Tensor, batch: Sequence[Exchange]) -> Tensor:
        """Of vectors (2 n, d): those of the n contexts, then those of their replies."""
        contexts, replies = vectors[: len(batch)], vectors[len(batch) :]
        found = matched(contexts @ self.context.T, replies @ self.reply.T, said(batch), SHARPNESS)
        if not self.emotional:
            return found
        labels = torch.tensor([EMOTIONS.index(item.label) for item in batch])
        return (found + functional.cross_entropy(self.emotion(contexts * SMALL.width**0.5), labels)) / 2

    def read(self, item: Exchange) -> Tokens:
        talk = item.context[-TURNS:]
        return self.words.context(self.labelled.talk(talk) if self.labelled else talk, CONTEXT)

    def answer(self, item: Exchange) -> Tokens:
        text = self.labelled.reply(item.reply) if self.labelled else item.reply
        return self.words.utterance(text, True, REPLY)

    def write(self, run: Run, notes: dict[str, str]) -> None:
        """Base's change and this one as one adapter, [B1 B2] [A1; A2], and the maps."""
        base = factors(load_file(tensors.find(tensors.ENCODER)))
        new = {name: tensor.detach().numpy() for name, tensor in self.named().items()}
        both = base | {
            name: np.concatenate([base[name], new[name]], axis=int(name.endswith(".b"))) for name in base if name in new
        }
        run.save(tensors.ENCODER, both, notes)
        run.save(NAME, {side: new[side] for side in ("context", "reply")}, notes)


class Ensembled(nn.Module):
    """Base and a second model, both frozen, under projections that begin as Base alone."""

    def __init__(self, base: Matcher, kind: joined.Kind) -> None:
        super().__init__()
        self.base, self.second = base, joined.second(kind, base)
        size = SMALL.width + joined.SIZES[kind]
        self.context, self.reply = (nn.Parameter(torch.eye(SMALL.width, size)) for _ in range(2))

    def named(self) -> dict[str, Tensor]:
        return {"context": self.context, "reply": self.reply}

    def back(self, batch: Sequence[Exchange]) -> float:
        contexts = joined.contexts(self.base, self.second, [item.context for item in batch])
        replies = joined.replies(self.base, self.second, [item.reply for item in batch])
        turned = torch.from_numpy(contexts) @ self.context.T, torch.from_numpy(replies) @ self.reply.T
        loss = matched(*turned, said(batch), SHARPNESS)
        loss.backward()  # type: ignore[no-untyped-call]
        return float(loss.detach())

    def write(self, run: Run, notes: dict[str, str]) -> None:
        run.save(PROJECTION, {name: tensor.detach().numpy() for name, tensor in self.named().items()}, notes)


def said(batch: Sequence[Exchange]) -> list[str]:
    return [item.reply for item in batch]


def train(run: Run) -> None:
    """Train the variants that `run` names, or all, one after the other; say what is there already."""
    chosen, spent = asked(run.only), budget()
    log.info("each variant: %s", spent)
    base = Matcher(encoder())
    examples = exchanges("empathetic", run.datapath, "train")
    for variant in chosen:
        if made(run.out, variant, base.identity, spent):
            log.info("%s is trained already, in %s", variant.name, run.out / variant.slug)
            continue
        torch.manual_seed(run.seed)
        learner = learner_of(base, variant, spent)
        notes = {"trained": recipe(base.identity, spent), "variant": variant.name, "seed": str(run.seed)}
        place = run.checkpoints / "papers" / sha256(repr(notes).encode()).hexdigest()[:16]
        learn(learner, batches(examples, spent, run.seed), spent, place)
        learner.write(replace(run, out=run.out / variant.slug), notes)
        run.finish()  # those that are trained are not lost when a later one fails
        log.info("%s: written to %s", variant.name, run.out / variant.slug)


def asked(names: Sequence[str]) -> list[Variant]:
    """The variants of these names, or every one that learns. ConfigError says which there are."""
    known = {variant.name: variant for variant in variants() if variant.learns}
    for name in names:
        if name not in known:
            raise ConfigError(f"no variant that is trained is called {name!r} (there are: {', '.join(known)})")
    return [known[name] for name in names or known]


def learner_of(base: Matcher, variant: Variant, spent: Budget) -> Tuned | Ensembled:
    if variant.ensemble:
        return Ensembled(base, variant.ensemble.second)
    return Tuned(base, variant, spent.rank)


def batches(examples: Sequence[Exchange], spent: Budget, seed: int) -> Callable[[int], list[Exchange]]:
    """The batch of each step: the same for every variant; an example comes again only when all have come."""
    order = random.Random(seed).sample(range(len(examples)), len(examples))

    def batch(step: int) -> list[Exchange]:
        places = range(step * spent.batch, (step + 1) * spent.batch)
        return [examples[order[place % len(order)]] for place in places]

    return batch


def learn(learner: Learner, batch: Callable[[int], Sequence[Exchange]], spent: Budget, folder: Path) -> None:
    """Spend the budget; the state is saved in `folder` after every step, and gone on from there."""
    weights = learner.named()
    optimizer = torch.optim.AdamW(list(weights.values()), lr=spent.rate, weight_decay=0.01)
    done = checkpoint.resume(folder, weights, optimizer)
    for step in tqdm(range(done, spent.steps), initial=done, total=spent.steps, unit="step", disable=None):
        for group in optimizer.param_groups:
            group["lr"] = spent.rate * schedule(step, spent.steps, spent.warm)
        optimizer.zero_grad()
        loss = learner.back(batch(step))
        torch.nn.utils.clip_grad_norm_(list(weights.values()), 1.0)
        optimizer.step()
        log.info("step %d of %d: loss %.3f", step + 1, spent.steps, loss)
        checkpoint.save(folder, step + 1, weights, optimizer)


def recipe(base: str, spent: Budget) -> str:
    """What a variant's tensors depend on: they are made again when it changes."""
    return json.dumps({"base": base, "budget": str(spent)})


def made(out: Path, variant: Variant, base: str, spent: Budget) -> bool:
    """Whether `out` holds the variant, trained from this Base with this budget."""
    folder, last = out / variant.slug, PROJECTION if variant.ensemble else NAME
    if not (folder / f"{last}.safetensors").is_file():
        return False
    with safe_open(tensors.find(last, folder), "np") as held:
        return bool((held.metadata() or {}).get("trained") == recipe(base, spent))


def projections(folder: Path) -> tuple[tuple[Floats, Floats], str]:
    """An ensemble's maps of contexts and of replies, and the checksum that tells them apart."""
    path = tensors.find(PROJECTION, folder)
    held = load_file(path)
    return (held["context"].astype(np.float32), held["reply"].astype(np.float32)), tensors.pins(folder)[PROJECTION]
