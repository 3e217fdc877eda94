"""Danger reader's recipe: the guard's classifier over the base encoder (`skills.care.danger_reader`).

It is shown what people say with what they said before it: ordinary talks of the corpora, calm ones of our own, lines of
danger alone and behind the beginnings of ordinary talks, talks written turn by turn, messages written into the midst of
talks with a bot, answers to the guard's questions, and what people said in such talks. Every row is also scored by a
network that did not learn its group; from these scores come the powers, by which the guard's bars let the wanted share
of ordinary rows pass. A stopped run goes on from its last checkpoint.
"""

from __future__ import annotations

import json
import logging
import random
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from agents.corpora import dailydialog, empathetic, esconv, written
from agents.training.common.compact import in_eight_bits
from agents.training.common.fit import Ints
from agents.training.common.run import Run
from agents.training.heads.danger import NATURAL, Line, lines
from agents.training.heads.danger_reader_network import Learner, Row
from agents.verdicts.rounds import rounds
from skills import openings
from skills.care import detect, guess
from skills.care.danger_classifier import KINDS, LABELS, LEVELS, NAME
from skills.care.danger_reader import BEFORE
from skills.models.head import Floats

log = logging.getLogger(__name__)
TALKS = NATURAL.with_name("talks.jsonl")
"""Talks, what a person says with the kind and level of each turn: by the natural lines' writers and by 15 others

(409 calm ones about ordinary trouble and joy by c1, c2, c3, c6, c7, c9 and c10, 140 in which danger comes in the same
tone by c4, c5 and c8, 180 in which it goes on, fades or was misheard by c11 to c13, and 120 of
what was missed in play by c14 and c15). Some are set `aside`.
"""
MIDTALK = NATURAL.with_name("midtalk.jsonl")
"""Of 260 beginnings of calm talks with the bot, by eight other writers, two next messages of the same person: one in

danger, by kind and level, one of about the same words that isn't. Whole writers are set `aside`.
"""
ANSWERS = NATURAL.with_name("answers.jsonl")
"""What five other writers had people answer to the guard's own questions, two in a row, with the level of each: 181 who

are in no danger and were misheard, 130 who are. Some are set `aside`.
"""
TOLD, A_TALK, A_HELP = 0.8, 2, 9
"""Of EmpatheticDialogues' talks the share of which one turn is shown; of each of DailyDialog's, and of ESConv's, so

many turns at most.
"""
ALONE = 0.25
"""The share of ordinary turns that are shown without what was said before."""
SHORTEST = 3
"""Letters of an ordinary turn, at least."""
NATURALLY, IN_MIDTALK = 1.5, 2.5
"""How much a natural line or turn counts, nearest to what people type, and one written into a talk with the bot."""
FOLDS = 3
ASKED, STOPPED = 0.006, 0.003
"""Shares of the corpora's turns that may be asked about, or stopped where more than a guess speaks for it."""

Talk = tuple[tuple[str, ...], str, int]
"""What one person said in a talk of a corpus, the talk's group, and how many turns are shown at most."""


def train(run: Run) -> None:
    """Run or resume the recipe and save `danger`."""
    rows = material(run.datapath, run.seed)
    learner = Learner(run, rows)
    labels, ordinary = np.array([row.label for row in rows]), np.array([row.ordinary for row in rows])
    log.info("danger: %d rows, %d of them ordinary", len(rows), ordinary.sum())
    found = powers(held_out(learner), labels, ordinary)
    log.info("danger: powers %s", found)
    model = learner.learn(np.arange(len(rows)), "whole")
    changes, scored = (
        {name: tensor.detach().numpy() for name, tensor in part.items()} for part in (model.changes, model.scored)
    )
    kept = in_eight_bits(changes) | scored | {"powers": np.array(found, np.float32)}
    run.save(NAME, kept, {"seed": str(run.seed), "adapter": run.adapter})


def material(datapath: Path, seed: int) -> list[Row]:
    """Everything that is shown."""
    rng, talks = random.Random(seed), corpora(datapath)
    starts = [said[:BEFORE] for said, _, _ in talks if said]
    return [
        *ordinary(talks, rng),
        *calm(datapath),
        *alone_and_behind(starts, rng),
        *turn_by_turn(),
        *midtalk(),
        *answers(),
        *played(),
    ]


def corpora(datapath: Path) -> list[Talk]:
    """The talks of the three, in their order."""
    said: list[Talk] = []
    for told in empathetic.load(datapath, "train"):
        said.append((tuple(one.text for one in told.utterances if one.speaker == "speaker"), f"told {told.id}", 1))
    for number, talk in enumerate(dailydialog.load(datapath, "train")):
        said.append((tuple(one.text for one in talk.utterances[::2]), f"talk {number}", A_TALK))
    for number, sought in enumerate(esconv.load(datapath, "train")):
        said.append((tuple(one.text for one in sought.utterances if one.speaker == "seeker"), f"help {number}", A_HELP))
    return [(tuple(text for text in texts if text.strip()), group, most) for texts, group, most in said]


def ordinary(talks: Sequence[Talk], rng: random.Random) -> Iterator[Row]:
    """Some turns of each talk, less those where the patterns take the turn or what is before it for danger."""
    for said, group, most in talks:
        if most == 1 and rng.random() > TOLD:
            continue
        for place in rng.sample(range(len(said)), min(len(said), most)):
            lately = said[max(0, place - BEFORE) : place + 1]
            if len(said[place]) >= SHORTEST and _harmless(lately):
                yield Row(lately[-1:] if rng.random() < ALONE else lately, 0, group, ordinary=True)


def calm(datapath: Path) -> Iterator[Row]:
    """What stands before replies of our own, and every turn of our written dialogues, less what patterns find."""
    told = [tuple(text for bot, text in opening.context if not bot) for opening in openings.read()]
    for talk in written.load(datapath, "train"):
        said = tuple(one.text for one in talk.utterances if one.speaker == "person")
        told += [said[: place + 1] for place in range(len(said))]
    for texts in told:
        if texts and _harmless(texts[-1 - BEFORE :]):
            # Moments of one talk begin alike: they are in one group.
            yield Row(texts[-1 - BEFORE :], 0, f"ours {texts[0]}")


def alone_and_behind(starts: Sequence[tuple[str, ...]], rng: random.Random) -> Iterator[Row]:
    """The lines, each alone and behind the beginning of some ordinary talk; all of a writer's are in one group."""
    known = list(lines())
    writers = [json.loads(row)["writer"] for row in NATURAL.read_text(encoding="utf8").splitlines()]
    first = len(known) - len(writers)  # natural lines stand last
    for number, line in enumerate(known):
        group = f"line {line.text[:40]}" if number < first else f"writer {writers[number - first]}"
        weight = 1.0 if number < first else NATURALLY
        before = rng.choice(starts)[: rng.randint(1, BEFORE)]
        yield Row((line.text,), line.label, group, weight)
        yield Row((*before, line.text), line.label, group, weight)


def turn_by_turn(path: Path = TALKS, *, aside: bool = False) -> Iterator[Row]:
    """Every turn of the writers' talks with those before it, of talks that are set aside or of the others."""
    for talk in map(json.loads, path.read_text(encoding="utf8").splitlines()):
        if talk.get("aside", False) != aside:
            continue
        said = tuple(turn["text"] for turn in talk["turns"])
        for place, turn in enumerate(talk["turns"]):
            label = Line(turn["text"], turn["kind"], turn["level"]).label
            lately = said[max(0, place - BEFORE) : place + 1]
            yield Row(lately, label, f"writer {talk['writer']}", NATURALLY)


def midtalk(path: Path = MIDTALK, *, aside: bool = False) -> Iterator[Row]:
    """Both messages behind the beginning of their talk, those that are set aside or the others."""
    for row in map(json.loads, path.read_text(encoding="utf8").splitlines()):
        if row["aside"] == aside:
            before, group = tuple(row["said"])[-BEFORE:], f"writer {row['writer']}"
            label = Line(row["danger"], row["kind"], row["level"]).label
            yield Row((*before, row["danger"]), label, group, IN_MIDTALK)
            yield Row((*before, row["calm"]), 0, group, IN_MIDTALK)


def answers(path: Path = ANSWERS, *, aside: bool = False) -> Iterator[Row]:
    """Both answers behind what was said before, the second also without the first, which is not kept in danger."""
    for row in map(json.loads, path.read_text(encoding="utf8").splitlines()):
        if row["aside"] == aside:
            said, first, second, kind = tuple(row["said"]), row["first"], row["second"], row["kind"]
            group = f"writer {row['writer']}"
            label, then = (Line("", kind, row[level]).label for level in ("first_level", "second_level"))
            for texts, shown in (((*said, first), label), ((*said, first, second), then), ((*said, second), then)):
                yield Row(texts[-1 - BEFORE :], shown, group, IN_MIDTALK)


def played() -> Iterator[Row]:
    """Every moment of the talks that were played with the bot for readers, none of which was in danger."""
    seen = set[tuple[str, ...]]()
    for items, _ in rounds():
        for item in items.values():
            said = tuple(said.text for said in item.context if said.speaker == "person")[-1 - BEFORE :]
            if item.talk.startswith("played") and said and said not in seen:
                seen.add(said)
                yield Row(said, 0, item.talk)


def _harmless(texts: Sequence[str]) -> bool:
    return all(detect.read(text).finding is None for text in texts)


def held_out(learner: Learner) -> Floats:
    """(n, labels) shares of each row by a network that did not learn its group."""
    fold = np.array([zlib.crc32(row.group.encode()) % FOLDS for row in learner.rows])
    found = np.zeros((len(fold), LABELS), np.float32)
    for number in range(FOLDS):
        model = learner.learn(np.flatnonzero(fold != number), f"without-{number}")
        asked = np.flatnonzero(fold == number)
        found[asked] = learner.shares(model, asked)
    return found


def powers(shares: Floats, labels: Ints, ordinary: NDArray[np.bool_]) -> tuple[float, float, float]:
    """What makes the guard's bars right: of ordinary rows the shares `ASKED` and `STOPPED` at most reach them,

    and of present danger as much of level 3 reaches that for urgency as of level 2 does not.
    """
    table = shares[:, 1:].reshape(len(shares), len(KINDS), LEVELS)
    some, present, urgent = (table[:, :, level:].sum((1, 2)) for level in range(LEVELS))
    level = np.where(labels > 0, (labels - 1) % LEVELS + 1, 0)
    bars = [float(np.quantile(some[ordinary], 1 - ASKED)), float(np.quantile(present[ordinary], 1 - STOPPED))]
    grid = np.linspace(0.05, 0.95, 91)
    wrong = [np.mean(urgent[level == 3] < bar) - np.mean(urgent[level == 2] >= bar) for bar in grid]
    bars.append(float(grid[int(np.argmin(np.abs(wrong)))]))
    for number, bar in zip((1, 2, 3), bars, strict=True):
        log.info("level %d and above: bar %.3f", number, bar)
    wanted = (guess.SOME, guess.PRESENT, guess.URGENT)
    a, b, c = (float(np.log(aim) / np.log(min(bar, 0.999))) for aim, bar in zip(wanted, bars, strict=True))
    log.info("of what is of levels 2 and 3, %.3f reach the bar of 2", np.mean(present[level >= 2] >= bars[1]))
    return a, b, c
