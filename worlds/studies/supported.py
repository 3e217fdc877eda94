"""What a collection of support talks came to: counts, which talks pass, and the talks as ESConv's files are."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

from agents.corpora import esconv
from agents.corpora.esconv import Dialog, Utterance
from agents.statistics.approval import CRITERIA, verdict
from bot.dialog import STRATEGIES
from worlds.studies.rooms import Kept
from worlds.studies.support import Support
from worlds.studies.tables import Table, of_rooms, of_talks

FOLDER = "esconv"
"""Where a part of the corpus lies below a data folder."""


def whole(kept: Sequence[Kept[Support]]) -> list[Support]:
    """Talks that came to their end; the others are too short, or somebody left."""
    return [one.room for one in kept if one.room.finished and one.room.form]


def dialog(support: Support) -> Dialog:
    """A talk as the corpus has it. Stars stand with the seeker's next message, or the last where none follows."""
    form, seeker, supporter = support.form, support.seeker, support.supporter
    if form is None:
        raise ValueError("a talk without a seeker is none")
    survey = esconv.Survey(
        form.intensity,
        seeker.intensity if seeker else None,
        seeker.empathy if seeker else None,
        seeker.relevance if seeker else None,
        supporter.detail if supporter else None,
    )
    stars = _stars(support)
    said = tuple(
        Utterance(one.role, one.text, one.strategy or None, stars.get(place)) for place, one in enumerate(support.said)
    )
    asked = (seeker.answers if seeker else ()), (supporter.answers if supporter else ())
    return Dialog(form.emotion, form.problem, form.experience, form.situation, survey, said, *asked)


def by_room(kept: Sequence[Kept[Support]]) -> dict[int, Dialog]:
    """The whole talks by the number of their room."""
    return {number: dialog(one.room) for number, one in enumerate(kept) if one.room.finished and one.room.form}


def table(kept: Sequence[Kept[Support]]) -> Table:
    """Rooms, talks, strategies and feedback, as Liu et al. (2021, section 4) tell of theirs."""
    rooms, talks = [one.room for one in kept], [dialog(one) for one in whole(kept)]
    rows = [
        *of_rooms(rooms),
        *of_talks([[one.text for one in talk.utterances] for talk in talks]),
        ("approved by the rules", str(sum(verdict(one).approved for one in talks))),
        ("to be looked at: was the scale reversed?", str(sum(verdict(one).queued for one in talks))),
    ]
    said = [one for talk in talks for one in talk.utterances]
    if said:
        used = Counter(one.strategy for one in said if one.speaker == "supporter")
        rows += [(name, f"{used[name]} ({used[name] / used.total():.1%})") for name in STRATEGIES if used[name]]
    rows += list(_feedback(talks))
    return Table("Support talks", ("", "count"), tuple(rows), f"Approved: {', '.join(CRITERIA)}, three of four.")


def approvals(kept: Sequence[Kept[Support]]) -> Table:
    """Each whole talk with what the rules say of it, for who decides by hand."""
    rows = []
    for number, talk in by_room(kept).items():
        found = verdict(talk)
        says = "approved" if found.approved else "not approved"
        lacks = [name for name in CRITERIA if name not in found.met] + ([] if found.seeker else ["seeker's length"])
        asks = "was the scale reversed?" if found.queued else ""
        rows.append((str(number), says, found.by or "nothing", ", ".join(lacks) or "-", asks))
    return Table("Which talks pass", ("room", "verdict", "by", "lacks", "to be asked"), tuple(rows))


def write(kept: Sequence[Kept[Support]], simulated: frozenset[str], folder: Path, part: str = "train") -> Path:
    """All whole talks as one part of ESConv, which `agents.corpora.esconv` and its teacher read.

    Talks in which somebody is one of the `simulated` are marked so.
    """
    path = folder / FOLDER / f"{part}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    found = [document(replace(dialog(one), simulated=bool(simulated & {*one.seats}))) for one in whole(kept)]
    path.write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf8")
    return path


def document(talk: Dialog) -> dict[str, Any]:
    """A talk as an entry of the corpus's JSON."""
    survey = talk.survey
    seeker = {
        "initial_emotion_intensity": survey.initial_intensity,
        "empathy": survey.empathy,
        "relevance": survey.relevance,
        "final_emotion_intensity": survey.final_intensity,
    }
    asked = {
        f"{role}_question{number}": text
        for role, texts in (("seeker", talk.seeker_questions), ("supporter", talk.supporter_questions))
        for number, text in enumerate(texts, 1)
    }
    return {
        "experience_type": talk.experience,
        "emotion_type": talk.emotion,
        "problem_type": talk.problem,
        "situation": talk.situation,
        "survey_score": {"seeker": _scores(seeker), "supporter": _scores({"relevance": survey.supporter_relevance})},
        "dialog": [
            {"speaker": one.speaker, "annotation": _annotation(one), "content": one.text} for one in talk.utterances
        ],
        **asked,
        **({"simulated": True} if talk.simulated else {}),
    }


def _scores(found: Mapping[str, int | None]) -> dict[str, str]:
    return {name: str(value) for name, value in found.items() if value is not None}


def _annotation(said: Utterance) -> dict[str, str]:
    found = {"strategy": said.strategy, "feedback": said.feedback}
    return {name: str(value) for name, value in found.items() if value is not None}


def _stars(support: Support) -> dict[int, int]:
    """By the place of a seeker's message, the stars for what was before it."""
    own = [place for place, one in enumerate(support.said) if one.role == "seeker"]
    return {next((place for place in own if place >= one.at), own[-1]): one.points for one in support.stars if own}


def _feedback(talks: Sequence[Dialog]) -> Iterator[tuple[str, str]]:
    """Mean stars by thirds of a talk, and the feeling's intensity before and after."""
    thirds: tuple[list[int], ...] = ([], [], [])
    for talk in talks:
        for place, said in enumerate(talk.utterances):
            if said.feedback is not None:
                thirds[3 * place // len(talk.utterances)].append(said.feedback)
    for name, points in zip(("first", "second", "last"), thirds, strict=True):
        if points:
            yield f"stars in the {name} third, mean", f"{mean(points):.2f}"
    eased = [(talk.survey.initial_intensity, talk.survey.final_intensity) for talk in talks]
    both = [(before, after) for before, after in eased if before is not None and after is not None]
    if both:
        before, after = (mean(each) for each in zip(*both, strict=True))
        yield "intensity before and after, mean", f"{before:.2f} and {after:.2f}"
