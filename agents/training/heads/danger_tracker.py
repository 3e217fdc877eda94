"""Danger tracker's recipe (`skills.care.danger_tracker`), from messages of talks that were played with the bot.

Each message stands in `crisis/played.jsonl` with the kind and level that the guard had heard, those that were true, and
what the person had said before since the danger began. Whole talks are told by networks that did not learn from them,
which says how often a belief of a given sureness is right: by that the guard's bars were chosen
(`skills.care.believing`).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from agents.training.common.batches import schedule
from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import Ints, array, tensor
from agents.training.common.run import Run
from agents.training.heads.crisis import Played, played
from bot.errors import ConfigError
from skills.care import danger_classifier
from skills.care.believing import CALM, KIND, LESS
from skills.care.danger_classifier import Utterance
from skills.care.danger_tracker import HIDDEN, LEVELS, NAME, WIDTH, Belief, marks
from skills.care.reply_selection import KINDS
from skills.models.adapter import factors
from skills.models.head import Floats, softmax
from skills.sizes import SMALL, Size

log = logging.getLogger(__name__)
EPOCHS, BATCH, PEAK, DECAY = 20, 128, 1e-3, 1.0
DROPPED, THINNED = 0.5, 0.3
"""The shares left out while it learns: of what is read, and of the hidden numbers."""
HALVED = 0.5
"""What standard scores count: there are thousands, beside a few marks."""
FOLDS = 5
UNTOLD = -1
"""The kind of whoever is in no danger."""


class Table(NamedTuple):
    """Of n messages: what is read of each (n, f), the mean of those before (n, f), marks (n, w), and what is true."""

    read: Floats
    before: Floats
    marks: Floats
    levels: Ints
    kinds: Ints
    groups: Ints

    def rows(self, which: Ints | NDArray[np.bool_]) -> Table:
        read, before, marked = (column[which] for column in (self.read, self.before, self.marks))
        return Table(read, before, marked, self.levels[which], self.kinds[which], self.groups[which])


class Network(nn.Module):
    """What is read (n, f), of those before (n, f), and marks (n, w) -> scores of levels and kinds (n, w)."""

    def __init__(self, wide: int) -> None:
        super().__init__()
        self.words, self.before = nn.Linear(wide, HIDDEN), nn.Linear(wide, HIDDEN, bias=False)
        self.marks, self.out = nn.Linear(WIDTH, HIDDEN, bias=False), nn.Linear(HIDDEN, WIDTH)
        self.dropped, self.thinned = nn.Dropout(DROPPED), nn.Dropout(THINNED)

    def forward(self, read: Tensor, before: Tensor, marked: Tensor) -> Tensor:
        hidden = self.words(self.dropped(read)) + self.before(self.dropped(before)) + self.marks(marked)
        found: Tensor = self.out(self.thinned(functional.relu(hidden)))
        return found


def train(run: Run) -> None:
    """Log how messages of other talks are told, then learn from all that is not set aside, and save."""
    if run.size is SMALL:
        raise ConfigError(f"{NAME} is made for --size base: the guard over the small encoder goes by its rules alone")
    said = [*played(), *played(aside=True)]
    table, middle, spread = read(said, run.size)
    aside = np.array([one.aside for one in said])
    learnt = table.rows(~aside)
    fold = np.random.default_rng(run.seed).permutation(int(learnt.groups.max()) + 1)[learnt.groups] % FOLDS
    beliefs = np.zeros((len(fold), WIDTH), np.float32)
    for number in range(FOLDS):
        beliefs[fold == number] = scores(learn(learnt.rows(fold != number), run.seed), learnt.rows(fold == number))
    model = learn(learnt, run.seed)
    others = scores(model, table.rows(aside))
    for name, found, of in (("talks left out", beliefs, ~aside), ("set aside", others, aside)):
        told = [one for one, wanted in zip(said, of.tolist(), strict=True) if wanted]
        log.info("%s: %s", name, measured([believed(row) for row in found], told))
    run.save(NAME, folded(model, middle, spread), {"seed": str(run.seed), "adapter": run.adapter})


def read(said: Sequence[Played], size: Size) -> tuple[Table, Floats, Floats]:
    """What stands in the messages, as standard scores, with the features' means and spreads."""
    reader = danger_classifier.load(size=size)
    texts = [[*one.earlier, one.text] for one in said]
    every = dict.fromkeys((one.kept, text) for one, of in zip(said, texts, strict=True) for text in of)
    known = {key: number for number, key in enumerate(every)}
    nothing = np.zeros((1, 1), np.float32)
    features = reader.features([Utterance(nothing, text, kept) for kept, text in known])
    numbers = [[known[one.kept, text] for text in of] for one, of in zip(said, texts, strict=True)]
    middle, spread = features.mean(0), features.std(0) + 1e-6
    standard = HALVED * (features - middle) / spread
    before = [standard[own[:-1]].mean(0) if len(own) > 1 else np.zeros(len(middle)) for own in numbers]
    kinds = [KINDS.index(one.kind) if one.level else UNTOLD for one in said]
    return (
        Table(
            standard[[own[-1] for own in numbers]].astype(np.float32),
            np.stack(before).astype(np.float32),
            np.stack([marks(*one.heard) for one in said]),
            np.array([one.level for one in said]),
            np.array(kinds),
            talks(texts),
        ),
        middle,
        spread,
    )


def talks(texts: Sequence[Sequence[str]]) -> Ints:
    """(n,) a number for each talk: messages of one tell the same of what was said before."""
    known: dict[str, int] = {}
    found = list[int]()
    for said in texts:
        number = next((known[text] for text in said if text in known), len(found))
        known |= dict.fromkeys(said, number)
        found.append(number)
    return np.unique(found, return_inverse=True)[1]


def learn(table: Table, seed: int) -> Network:
    """The network after it learnt these messages."""
    torch.manual_seed(seed)
    model = Network(table.read.shape[1]).train()
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=DECAY)
    read, before, marked = map(tensor, table[:3])
    levels, kinds = torch.from_numpy(table.levels), torch.from_numpy(table.kinds)
    rng, steps = np.random.default_rng(seed), EPOCHS * -(-len(levels) // BATCH)
    order = np.concatenate([rng.permutation(len(levels)) for _ in range(EPOCHS)])
    for number, rows in enumerate(np.array_split(order, steps)):
        for group in optimizer.param_groups:
            group["lr"] = PEAK * schedule(number, steps)
        found = model(read[rows], before[rows], marked[rows])
        loss = functional.cross_entropy(found[:, :LEVELS], levels[rows])
        loss = loss + functional.cross_entropy(found[:, LEVELS:], kinds[rows], ignore_index=UNTOLD)
        optimizer.zero_grad()
        torch.autograd.backward(loss)
        optimizer.step()
    return model.eval()


@torch.no_grad()
def scores(model: Network, table: Table) -> Floats:
    """(n, w) of some messages."""
    found: Floats = model(*map(tensor, table[:3])).numpy()
    return found


def believed(row: Floats) -> Belief:
    return Belief(softmax(row[LEVELS:]), softmax(row[:LEVELS]))


def measured(beliefs: Sequence[Belief], said: Sequence[Played]) -> str:
    """How often kind and level are right, heard and believed, and what is done by the guard's bars."""
    pairs = [(belief, one) for belief, one in zip(beliefs, said, strict=True) if one.heard[1]]
    real = [(belief, one) for belief, one in pairs if one.level]
    kinds = [(one.heard[0] == one.kind, by_bar(belief, one) == one.kind) for belief, one in real]
    levels = [(one.heard[1] == one.level, int(belief.levels.argmax()) == one.level) for belief, one in pairs]
    found = f"kinds of {len(kinds)}: heard {_share(kinds, 0)}, believed {_share(kinds, 1)}; "
    found += f"levels of {len(levels)}: heard {_share(levels, 0)}, believed {_share(levels, 1)}"
    for level in (3, 2):
        at = [(belief, one) for belief, one in pairs if one.heard[1] == level]
        less = [one for belief, one in at if belief.below(level) >= LESS[level]]
        wrong, high = sum(one.level >= level for one in less), sum(one.level < level for _, one in at)
        found += f"; {len(less)} of {len(at)} at {level} are less (of {high}), {wrong} of them wrongly"
    calm = [one for belief, one in pairs if belief.below(1) >= CALM]
    grave, none = sum(one.level > 1 for one in calm), sum(not one.level for _, one in pairs)
    return f"{found}; {len(calm)} calm, {sum(not one.level for one in calm)} rightly (of {none}), {grave} grave"


def by_bar(belief: Belief, one: Played) -> str:
    """The kind that is believed where that is sure enough, else the one that was heard."""
    kind, sure = belief.kind
    return kind if sure >= KIND else one.heard[0]


def _share(pairs: Sequence[tuple[bool, bool]], which: int) -> str:
    return f"{np.mean([pair[which] for pair in pairs]):.3f}"


@torch.no_grad()
def folded(model: Network, middle: Floats, spread: Floats) -> dict[str, NDArray[np.generic]]:
    """As the guard reads it: over features as they are."""
    words, before = ((array(part.weight) * HALVED / spread).astype(np.float32) for part in (model.words, model.before))
    near = in_eight_bits({"words.b": words, "before.b": before})
    words, before = (factors(near)[name] for name in ("words.b", "before.b"))
    return near | {
        "marks": array(model.marks.weight),
        "bias": array(model.words.bias) - words @ middle,
        "told": -before @ middle,
        "out": array(model.out.weight),
        "scored": array(model.out.bias),
    }
