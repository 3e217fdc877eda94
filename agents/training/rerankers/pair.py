"""The ranker of replies: which of several was given to a context, learnt from what people answered each other.

The encoder's lower layers stay as they are, and what they make of every text is kept on disk; of the upper ones copies
are changed (`agents.training.rerankers.steps` says what is compared). In each batch of the small size every context
must find its own reply among all, and every reply its own context; batches are of talks that are alike, so that what is
easily told apart does not decide alone. In the base size each context has hard candidates of its own.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora import empathetic, esconv
from agents.training.common import checkpoint
from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import both_ways
from agents.training.common.run import Run
from agents.training.encoder.lower_states import lower_states
from agents.training.encoder.network import load
from agents.training.encoder.recipe import schedule
from agents.training.network import best_dtype
from agents.training.rerankers.pair_examples import Given, common, supported, tokenised, told
from agents.training.rerankers.pair_network import Pair, Side, adapt_upper, side
from agents.training.rerankers.steps import PAIR, Recipe, Step, in_batches, seen, with_hard
from skills.encoder import ConversationEncoder, shared_text_encoder
from skills.models.encoder import TextEncoder, Tokens
from skills.models.matcher import maps_of, turned
from skills.models.pair import reply_tokens
from skills.models.served import network
from skills.models.tensors import folder_of

log = logging.getLogger(__name__)
TOGETHER = 32
"""Pairs that are read in one pass, their replies of like length."""
EVERY = 50
"""After so many steps the state is saved."""


class Learner:
    """A network, its new parameters, and the lower states of all that it will read, which are kept in `folder`."""

    def __init__(self, encoder: TextEncoder, steps: Sequence[Step], recipe: Recipe, seed: int, folder: Path) -> None:
        self.steps, self.recipe, self.dtype = steps, recipe, best_dtype()
        lower, upper = load(encoder.size, network(encoder.size, encoder.adapter), self.dtype)
        self.marks = upper.speakers
        sequences = list(dict.fromkeys(tokens for step in steps for pair in step.pairs for tokens in pair))
        self.rows = {tokens: row for row, tokens in enumerate(sequences)}
        self.states = lower_states(lower, sequences, folder)
        torch.manual_seed(seed)
        self.model = Pair(encoder.size, upper.stack)
        self.adapter = adapt_upper(self.model, recipe.rank)

    def named(self) -> dict[str, Tensor]:
        """Everything that learns, by name."""
        return {**self.adapter, **self.scored}

    @property
    def scored(self) -> dict[str, Tensor]:
        """The score's weights and the heed paid to the other side."""
        return {"apart": self.model.apart, "weight": self.model.weight}

    def optimizer(self) -> torch.optim.AdamW:
        groups = [
            {"params": list(self.adapter.values()), "peak": self.recipe.peak},
            {"params": list(self.scored.values()), "peak": self.recipe.others},
        ]
        return torch.optim.AdamW(groups, weight_decay=0.01)

    def loss(self, step: Step) -> Tensor:
        """How badly the step's contexts find their own; where candidates are shared, these their contexts as well."""
        scores = self.scores(step).masked_fill(torch.from_numpy(step.doubtful), float("-inf"))
        if step.shared:
            return both_ways(scores) / 2
        return functional.cross_entropy(scores, torch.zeros(len(scores), dtype=torch.long))

    def scores(self, step: Step) -> Tensor:
        """(c, k) of each context with each of its candidates."""
        pairs = step.pairs
        order = sorted(range(len(pairs)), key=lambda place: len(pairs[place][1].ids))
        parts = []
        for start in range(0, len(order), TOGETHER):
            contexts, replies = zip(*(pairs[place] for place in order[start : start + TOGETHER]), strict=True)
            parts.append(self.model(self.side(contexts), self.side(replies)))
        return torch.cat(parts)[torch.tensor(order).argsort()].view(len(step.contexts), -1)

    def side(self, sequences: Sequence[Tokens]) -> Side:
        """One side of some pairs, as the lower layers leave it."""
        whole = [np.arange(len(tokens.ids)) for tokens in sequences]
        return side(self.states.batch([self.rows[tokens] for tokens in sequences], whole), self.marks, self.dtype)


def train(run: Run) -> None:
    """Run or resume the recipe and save `pair`, for choosing replies."""
    save(run, "pair", PAIR[run.size.name])


def save(run: Run, name: str, recipe: Recipe) -> None:
    shared = shared_text_encoder(run.adapter, run.size)
    given = corpora(run, "train", recipe.half)
    steps = steps_of(run, shared, given, recipe)
    log.info("%s: %d steps of %d contexts, each with %d candidates", name, len(steps), recipe.size, recipe.candidates)
    kept = run.checkpoints / "lower" / hashlib.sha256(shared.identity.encode()).hexdigest()[:16]
    learner = Learner(shared.text_encoder, steps, recipe, run.seed, kept)
    learn(learner, run.checkpoints / f"{name}-{run.size.name}")
    adapter, scored = (
        {key: value.detach().numpy() for key, value in part.items()} for part in (learner.adapter, learner.scored)
    )
    run.save(name, in_eight_bits(adapter) | scored, {"seed": str(run.seed), "adapter": run.adapter})


def corpora(run: Run, part: str, half: int | None = None) -> list[Given]:
    """Both corpora's replies, of one half of the talks or of all."""
    both = [*told(empathetic.load(run.datapath, part)), *supported(esconv.load(run.datapath, part))]
    return [item for item in both if half in (None, item.half)]


def steps_of(run: Run, shared: ConversationEncoder, given: Sequence[Given], recipe: Recipe) -> list[Step]:
    """All that a run compares, with the vectors that it takes to choose it."""
    words = shared.text_encoder.words
    hollow = [reply_tokens(words, text) for text in common(given)]
    examples = tokenised(given, words)
    encode = run.vectorizer()
    if not recipe.hard:
        return in_batches(examples, hollow, recipe, run.seed, encode)
    examples = seen(examples, recipe, run.seed)
    maps = maps_of(shared.identity, run.size, folder_of(run.size)) or (None, None)
    sides = [item.context for item in examples], [item.reply for item in examples]
    contexts, replies = (turned(encode(texts), weight) for texts, weight in zip(sides, maps, strict=True))
    return with_hard(examples, (contexts, replies), hollow, recipe, run.seed)


def learn(learner: Learner, folder: Path, every: int = EVERY) -> list[float]:
    """Train to the end, going on from the last checkpoint in `folder`; the mean losses between checkpoints."""
    optimizer, total = learner.optimizer(), len(learner.steps)
    done = checkpoint.resume(folder, learner.named(), optimizer)
    means: list[float] = []
    losses: list[float] = []
    for step in tqdm(range(done, total), initial=done, total=total, unit="step"):
        losses.append(one_step(learner, optimizer, step))
        if (step + 1) % every == 0 or step + 1 == total:
            means.append(float(np.mean(losses)))
            log.info("step %d of %d: loss %.3f", step + 1, total, means[-1])
            checkpoint.save(folder, step + 1, learner.named(), optimizer)
            losses.clear()
    return means


def one_step(learner: Learner, optimizer: torch.optim.Optimizer, step: int) -> float:
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * schedule(step, len(learner.steps))
    loss = learner.loss(learner.steps[step])
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_([p for group in optimizer.param_groups for p in group["params"]], 1.0)
    optimizer.step()
    return float(loss.detach())
