"""What the danger reader is shown: what a person said, newest last, and whether its last message is in danger.

Ordinary talks of the corpora, calm ones of our own, lines of danger alone and behind the beginnings of ordinary talks,
talks written turn by turn, messages written into the midst of talks with a bot, answers to the guard's questions, what
people said in such talks, and what stands before the lines that the selection chose.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

from agents.corpora import dailydialog, empathetic, esconv, written
from agents.training.contexts import Row as Context
from agents.training.contexts import load, set_aside
from agents.training.heads.danger import NATURAL, Line, lines
from agents.training.heads.danger_reader_network import Row
from agents.training.selection.material import CHOICES, LABELS, Chosen, Labelled
from agents.verdicts.rounds import rounds
from skills import openings
from skills.care import detect
from skills.care.danger_reader import BEFORE

TALKS = NATURAL.with_name("talks.jsonl")
"""Talks, what a person says with the kind and level of each turn: by the natural lines' writers and by 27 others

(409 calm ones about ordinary trouble and joy by c1, c2, c3, c6, c7, c9 and c10, 140 in which danger comes in the same
tone by c4, c5 and c8, 180 in which it goes on, fades or was misheard by c11 to c13, 120 of what was missed in play by
c14 and c15, and by c16 to c23, each about one kind of danger, 144 into which it comes and 48 calm ones). Some are set
`aside`, and all 96 of c24 to c27, half of them calm.
"""
MIDTALK = NATURAL.with_name("midtalk.jsonl")
"""Of 1,060 beginnings of calm talks with the bot, by 24 other writers, two next messages of the same person: one in

danger, by kind and level, one of about the same words that isn't. Whole writers are set `aside`.
"""
BEFORE_CHOSEN = NATURAL.with_name("before_chosen.jsonl")
"""Those among what people said before chosen lines in which a reader found danger after all, by kind and level."""
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

Talk = tuple[tuple[str, ...], str, int]
"""What one person said in a talk of a corpus, the talk's group, and how many turns are shown at most."""


def material(datapath: Path, seed: int) -> dict[str, list[Row]]:
    """Everything that is shown, by where it is from."""
    rng, talks = random.Random(seed), corpora(datapath)
    starts = [said[:BEFORE] for said, _, _ in talks if said]
    return {
        "corpora": [*ordinary(talks, rng)],
        "ours": [*calm(datapath)],
        "lines": [*alone_and_behind(starts, rng)],
        "talks": [*turn_by_turn()],
        "midtalk": [*midtalk()],
        "answers": [*answers()],
        "played": [*played()],
        "chosen": [*chosen()],
    }


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


def chosen(rows: Sequence[Context] | None = None, *, aside: bool = False) -> Iterator[Row]:
    """What people said before the lines that were chosen for the selection, less what patterns find: calm nearly all.

    The talks by which the selection is measured are set aside here as well.
    """
    found = map(json.loads, BEFORE_CHOSEN.read_text(encoding="utf8").splitlines())
    grave = {tuple(row["said"]): Line("", row["kind"], row["level"]).label for row in found}
    seen = set[tuple[str, ...]]()
    for row in [*load(CHOICES, Chosen), *load(LABELS, Labelled)] if rows is None else rows:
        said = tuple(one.text for one in row.context if one.speaker == "person")[-1 - BEFORE :]
        if said and said not in seen and set_aside(row.context[0].text) == aside and _harmless(said):
            seen.add(said)
            yield Row(said, grave.get(said, 0), f"chosen {row.context[0].text}", NATURALLY)


def _harmless(texts: Sequence[str]) -> bool:
    return all(detect.read(text).finding is None for text in texts)
