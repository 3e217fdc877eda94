"""`attune train generators`: the papers' generators on the writer's language model, each with one budget.

A variant learns low-rank changes of the upper layers (Hu et al. 2022), on replies of a corpus's training part, given
the four utterances before them. Nothing is filtered, for papers filter nothing: what is learnt answers nobody. All
variants of a corpus see the same replies in the same order. Multitask also tells the talk's emotion, the two losses
averaged; EmoPrepend-k and TopicPrepend-k read labels before the context; an ensemble reads a second model's vector; of
ESConv's the strategy is learnt before the reply; MEED2's label stands before the reply and is learnt by another.

Adapters go to OUT, a file and a card each, and never ship: the corpora are for non-commercial use. What is there
already with the same budget is not trained again, and a stopped run goes on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import torch
from safetensors import safe_open
from torch import Tensor
from tqdm import tqdm  # type: ignore[import-untyped]

from agents.corpora.exchanges import Exchange
from agents.corpora.exchanges import load as exchanges
from agents.matching import encoder
from agents.training.common import checkpoint
from agents.training.common.run import Run
from agents.training.encoder.recipe import schedule
from agents.training.generators import labels
from agents.training.generators.card import card
from agents.training.generators.inputs import batches, example, parts, reader
from agents.training.generators.network import Generator, lower_states
from agents.training.generators.variants import Budget, Variant, asked, budget
from agents.training.papers import joined
from agents.training.writer import network
from agents.training.writer.examples import Example, Tokenizer, padded, tokenizer
from bot.files import put
from bot.folders import data
from skills.labels import EMOTIONS
from skills.models import tensors
from skills.models.matcher import Matcher
from skills.writer import model, package

log = logging.getLogger(__name__)
OUT = data() / "generators"


@dataclass(frozen=True, slots=True)
class Batch:
    """Examples of one step, the talks' emotions (n,), -1 where there is none, and second vectors (n, s) or None."""

    examples: Sequence[Example]
    emotions: Tensor
    second: Tensor | None

    def padded(self) -> tuple[Tensor, Tensor]:
        return padded(self.examples)


def train(run: Run) -> None:
    """Train the generators that `run` names, or all, one after the other; say what is there already."""
    chosen, spent = asked(run.only), budget()
    log.info("each generator: %s", spent)
    missing = [variant for variant in chosen if not made(run.out, variant, spent)]
    for variant in chosen:
        if variant not in missing:
            log.info("%s is trained already, in %s", variant.name, run.out)
    if not missing:
        return
    path = model.model(None, log.info)
    generator, cut = Generator(network.load(path), spent.rank), tokenizer(path)
    for variant in missing:
        torch.manual_seed(run.seed)
        generator.become(variant)
        notes = {"trained": recipe(spent), "variant": variant.name, "seed": str(run.seed)}
        folder = run.checkpoints / "generators"
        plan = material(run, variant, spent, cut)
        place = folder / sha256(repr((notes, variant)).encode()).hexdigest()[:16]
        same = not (variant.prepend or variant.labels)  # others read the same
        learn(generator, plan, spent, place, folder / "lower" if same else None)
        arrays = {name: own.detach().float().numpy() for name, own in generator.named().items()}
        run.save(variant.slug, arrays, notes)
        run.finish()  # those that are trained are not lost when a later one fails
        put(run.out / f"{variant.slug}.md", card(variant, spent, run.seed, counted(plan)).encode())
        log.info("%s: %d pieces read, %d learnt; written to %s", variant.name, *counted(plan), run.out)


def material(run: Run, variant: Variant, spent: Budget, cut: Tokenizer) -> list[Batch]:
    """A batch for each step, with what the variant reads."""
    read = reader(variant)
    second = joined.second(variant.ensemble.second, Matcher(encoder())) if variant.ensemble else None

    drawn = batches(exchanges(variant.corpus, run.datapath, "train"), spent, run.seed)
    told = iter(labels.given(variant, [item for items in drawn for item in items], run.checkpoints))

    def learnt(item: Exchange) -> Example:
        before = parts(read.lines(item), next(told), chooses="label" in variant.learns)
        return example(before, item.reply, cut, spent.longest)

    def batch(items: Sequence[Exchange]) -> Batch:
        emotions = [EMOTIONS.index(item.label) if item.label in EMOTIONS else -1 for item in items]
        vectors = torch.from_numpy(second([item.context for item in items])) if second else None
        return Batch([learnt(item) for item in items], torch.tensor(emotions), vectors)

    return [batch(items) for items in drawn]


def learn(generator: Generator, plan: Sequence[Batch], spent: Budget, folder: Path, lower: Path | None) -> None:
    """Spend the budget from where the last run stopped.

    The state is saved in `folder` after every tenth step; `lower` is where the lower layers' states are kept.
    """
    weights, losses = generator.named(), list[float]()
    optimizer = torch.optim.AdamW(list(weights.values()), lr=spent.rate, betas=(0.9, 0.98), weight_decay=0.0)
    done = checkpoint.resume(folder, weights, optimizer)
    for step in tqdm(range(done, len(plan)), initial=done, total=len(plan), unit="step", disable=None):
        for group in optimizer.param_groups:
            group["lr"] = spent.rate * schedule(step, len(plan), spent.warm)
        pieces, scored = plan[step].padded()
        generator.second = plan[step].second
        optimizer.zero_grad()
        loss = generator.loss(lower_states(generator, pieces, lower), pieces, scored, plan[step].emotions)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(list(weights.values()), 1.0)
        optimizer.step()
        losses.append(float(loss.detach()))
        if (step + 1) % 10 == 0 or step + 1 == len(plan):
            log.info("step %d of %d: loss %.3f", step + 1, len(plan), np.mean(losses[-10:]))
            checkpoint.save(folder, step + 1, weights, optimizer)


def counted(plan: Sequence[Batch]) -> tuple[int, int]:
    """Pieces that are read, and those that are learnt."""
    told = [one for batch in plan for one in batch.examples]
    return sum(len(one.pieces) for one in told), sum(sum(one.scored) for one in told)


def recipe(spent: Budget) -> str:
    """What a generator's tensors depend on: they are made again when it changes."""
    return json.dumps({"model": package.SHA256, "budget": str(spent)})


def made(out: Path, variant: Variant, spent: Budget) -> bool:
    """Whether `out` holds the generator, trained with this budget."""
    if not (out / f"{variant.slug}{tensors.ENDING}").is_file():
        return False
    with safe_open(tensors.find(variant.slug, out), "np") as held:
        return bool((held.metadata() or {}).get("trained") == recipe(spent))
