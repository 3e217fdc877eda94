"""ESConv's sizes, annotations, stars, intensities and approval (Liu et al. 2021, Tables 2 and 3, section 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from agents.corpora.esconv import Dialog
from agents.metrics.intervals import Interval, ratio
from agents.statistics import published
from agents.statistics.approval import CRITERIA, verdict
from agents.statistics.sheet import Cell, Sheet
from agents.statistics.talks import made_up
from agents.statistics.words import spaced, tokens

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROLES = ("supporter", "seeker")
THIRDS = ("first", "second", "last")


def size(talks: Sequence[Dialog], title: str) -> Sheet:
    """Table 2: dialogs, utterances and mean lengths, in total and by role."""
    columns = [_sizes(talks, roles) for roles in (ROLES, *((role,) for role in ROLES))]
    rows: list[tuple[Cell, ...]] = []
    for name in columns[0]:
        paper = published.ESCONV_SIZE.get(name, (None, None, None))
        cells = (cell for column, theirs in zip(columns, paper, strict=True) for cell in (column[name], theirs))
        rows.append((name, *cells))

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import BLUE, ORANGE

        left, right = figure.subplots(1, 2)
        for role, colour, dashes in zip(ROLES, (BLUE, ORANGE), ("-", "--"), strict=True):
            long = [tokens(said.text) for talk in talks for said in talk.utterances if said.speaker == role]
            look = {"histtype": "step", "color": colour, "ls": dashes, "lw": 1.4, "label": role}
            right.hist(long, bins=range(0, 92, 2), weights=[100 / len(long)] * len(long), **look)
        turns = [len(talk.utterances) for talk in talks]
        left.hist(turns, bins=range(0, 92, 4), weights=[100 / len(turns)] * len(turns), color=BLUE)
        left.set(xlabel="utterances a dialog", ylabel="% of dialogs", xlim=(0, 90))
        right.set(xlabel="tokens an utterance", ylabel="% of the role's utterances", xlim=(0, 80))
        right.legend(frameon=False)

    return Sheet(
        "size",
        title,
        ("", "total", "paper", "supporter", "paper: supporter", "seeker", "paper: seeker"),
        tuple(rows),
        "Words stand between spaces, tokens are words and punctuation marks; the paper does not say which it counts. "
        f"95 % bootstrap intervals over talks.{made_up(talk.simulated for talk in talks)}",
        draw=draw,
        size=(6.5, 2.6),
    )


def _sizes(talks: Sequence[Dialog], roles: Sequence[str]) -> dict[str, Cell]:
    texts = [[said.text for said in talk.utterances if said.speaker in roles] for talk in talks]
    turns = [len(row) for row in texts]
    return {
        "dialogs": len(talks) if len(roles) > 1 else None,
        "utterances": sum(turns),
        "utterances a dialog": ratio(turns, [1] * len(talks)),
        "words an utterance": ratio([sum(map(spaced, row)) for row in texts], turns),
        "tokens an utterance": ratio([sum(map(tokens, row)) for row in texts], turns),
    }


def annotated(talks: Sequence[Dialog], files: Mapping[str, Sequence[Dialog]], title: str) -> Sheet:
    """Table 3: strategies, problems, emotions and stars, counts and shares; stars are those of the talks in `files`."""
    rated = [talk for held in files.values() for talk in held]
    found = {
        "strategy": Counter(said.strategy for talk in talks for said in talk.utterances if said.strategy),
        "problem": Counter(talk.problem for talk in talks),
        "emotion": Counter(talk.emotion for talk in talks),
        "feedback": Counter(str(said.feedback) for talk in rated for said in talk.utterances if said.feedback),
    }
    rows: list[tuple[Cell, ...]] = []
    groups: dict[str, tuple[dict[str, float], dict[str, float]]] = {}
    for kind, counts in found.items():
        paper = published.ESCONV_STRATEGIES if kind == "strategy" else {}
        theirs = {name: 100 * count / sum(paper.values()) for name, count in paper.items()}
        shares = {name: 100 * counts[name] / counts.total() for name in _order(kind, counts)}
        rows += [(kind, name, counts[name], share, paper.get(name), theirs.get(name)) for name, share in shares.items()]
        if shares:
            groups[kind if kind != "feedback" else "feedback (stars)"] = (shares, theirs)

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import beside_paper

        beside_paper(figure, groups, "here", columns=2)

    stars = found["feedback"].total()
    return Sheet(
        "annotations",
        title,
        ("kind", "name", "count", "%", "paper", "paper %"),
        tuple(rows),
        f"Feedback: {stars:,} ratings in {_held(files)}. The paper's 1,053 talks have five problems and seven "
        "emotions.",
        draw=draw,
        size=(7.0, 4.6),
    )


def _order(kind: str, counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda name: name if kind == "feedback" else (-counts[name], name))


def feedback(files: Mapping[str, Sequence[Dialog]]) -> Sheet:
    """Mean stars in each third of the talks of each file (section 4)."""
    means = {name: [_stars(talks, third) for third in range(3)] for name, talks in files.items()}
    rows: list[tuple[Cell, ...]] = []
    for name, row in means.items():
        for third, (count, mean) in zip(THIRDS, row, strict=True):
            paper = published.ESCONV_FEEDBACK[THIRDS.index(third)]
            rows.append((f"{name}.json", third, count, mean, paper))

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import dots

        who = {f"{name}.json": [mean for _, mean in row] for name, row in means.items()}
        paper = [Interval(value, value, value) for value in published.ESCONV_FEEDBACK]
        dots(figure, THIRDS, {**who, "paper (1,053 talks)": paper}, "third of the talk", "mean stars (1–5)")

    return Sheet(
        "feedback",
        f"ESConv's stars by thirds of a talk: {_held(files)}",
        ("file", "third", "ratings", "mean stars", "paper"),
        tuple(rows),
        "Message k of N is in the first third up to k/N = 1/3, in the second up to 2/3. 95 % bootstrap intervals over "
        "talks.",
        digits=2,
        draw=draw,
        size=(4.6, 3.0),
    )


def _held(files: Mapping[str, Sequence[Dialog]]) -> str:
    return ", ".join(f"{len(found)} talks of {name}.json" for name, found in files.items()) or "no file"


def _stars(talks: Sequence[Dialog], third: int) -> tuple[int, Interval]:
    """How many ratings there are in a third (0-2), and their mean."""
    found = [
        [
            said.feedback
            for place, said in enumerate(talk.utterances, 1)
            if said.feedback and third * len(talk.utterances) < 3 * place <= (third + 1) * len(talk.utterances)
        ]
        for talk in talks
    ]
    counts = [len(row) for row in found]
    return sum(counts), ratio([sum(row) for row in found], counts)


def intensity(talks: Sequence[Dialog], title: str) -> Sheet:
    """How strong the seekers' feeling was before and after the talk, of those who said both (section 4)."""
    both = [talk.survey for talk in talks if talk.survey.improvement is not None]
    found = {
        "before": [survey.initial_intensity or 0 for survey in both],
        "after": [survey.final_intensity or 0 for survey in both],
    }
    shares = {when: [100 * row.count(level) / max(len(row), 1) for level in range(1, 6)] for when, row in found.items()}
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (when, *shares[when], ratio(row, [1] * len(row)), published.ESCONV_INTENSITY[when])
        for when, row in found.items()
    )

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import side_by_side

        levels = [str(level) for level in range(1, 6)]
        side_by_side(figure.subplots(), levels, shares, "intensity of the feeling", "% of surveyed talks")

    return Sheet(
        "intensity",
        f"{title}; {len(both):,} with both intensities",
        ("", *(f"{level}, %" for level in range(1, 6)), "mean", "paper"),
        rows,
        "95 % bootstrap intervals over talks.",
        digits=2,
        draw=draw,
        size=(4.6, 2.6),
    )


def approval(files: Mapping[str, Sequence[Dialog]]) -> Sheet:
    """How many talks of each part or file pass without a person's look, and what is met (approval.py has the rules)."""
    rows: list[tuple[Cell, ...]] = []
    met: dict[str, list[float]] = {}
    for name, talks in files.items():
        found = [verdict(talk) for talk in talks]
        asked = [one for one in found if one.by == "survey"]
        counts = [sum(criterion in one.met for one in asked) for criterion in CRITERIA]
        seeker = sum(one.seeker for one in asked)
        passed = {how: sum(one.approved for one in found if one.by == how) for how in ("survey", "stars")}
        untold = sum(one.by is None for one in found)
        queued = sum(one.queued for one in found)
        rows.append((name, len(found), len(asked), passed["survey"], *counts, seeker, queued, passed["stars"], untold))
        met[name] = [100 * count / max(len(asked), 1) for count in (passed["survey"], *counts, seeker)]

    def draw(figure: Figure) -> None:
        from agents.statistics.figures import side_by_side

        names = (
            "approved",
            "empathy\n≥ 3",
            "relevance\n≥ 4",
            "supporter\n≥ 8 words",
            "eased\n≥ 1",
            "seeker\n≥ 6 words",
        )
        axes = figure.subplots()
        side_by_side(axes, names, met, "", "% of surveyed talks")
        axes.set_ylim(0, 125)
        axes.set_yticks(range(0, 101, 25))
        axes.legend(frameon=False, ncols=len(met), loc="upper right")

    return Sheet(
        "approval",
        "ESConv's automatic approval",
        ("talks of", "all", "surveyed", "approved", *CRITERIA, "seeker", "asked again", "by stars", "no ground"),
        tuple(rows),
        "Approved: three of empathy, relevance, length and improvement, and the seeker's length. Asked again: "
        "improvement alone is missing. By stars: no survey, and the last two ratings are above 4; "
        "no ground: neither is there.",
        draw=draw,
        size=(6.5, 2.8),
    )
