"""A datasheet for what a study collected (after Gebru et al. 2021): what is in it, how it came about, what it may hold.

What only the researchers know is left for them to fill in, and says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from worlds.studies.ledger import Participation
from worlds.studies.study import Loaded

Answers = tuple[tuple[str, str], ...]
"""Questions, each with its answer."""
OPEN = "(to be filled in by the researchers)"
WORDS = (
    "Participants wrote these words, for the study. They were asked to name nobody, and may have done so all the same."
)
NO_WORDS = "No; what participants wrote in talks or remarks is not in it."
JUDGED = {
    "rating": "points on the scales of the questions, for each reply",
    "ab": "which of two replies was preferred",
    "acute": "which of two whole talks was preferred, under each question",
    "ab_turns": "which of two bots' answers was preferred, at each turn of a talk",
    "ranking": "good, okay or bad, for each reply",
    "annotation": "one label for the last message of a dialog",
    "chat": "answers about talks with bots, and which of both was preferred",
}
COLLECTED = {
    "speaker_listener": "talks of a Speaker and a Listener, with the Speaker's label and situation",
    "seeker_supporter": "talks of a seeker and a supporter, with strategies, stars and surveys",
    "self_dialog": "talks of which one person wrote both sides, about a given situation",
    "wizard_of_oz": "talks of a user with a person who played an automated system, and what became of a bot's drafts",
}


def datasheet(loaded: Loaded, everybody: Sequence[Participation]) -> Answers:
    """The questions with their answers, as far as the study knows them."""
    study, contact = loaded.study, loaded.study.consent.contact
    what = COLLECTED[study.kind] if study.collects else f"judgements: {JUDGED[study.kind]}"
    approval = f"approved: {study.consent.ethics}" if study.consent.ethics else f"approval: {OPEN}"
    paid = f"{study.pay.amount:.2f} {study.pay.currency} for about {study.pay.minutes:g} minutes" if study.pay else OPEN
    return (
        ("For what purpose was it made, by whom, and who paid for it?", OPEN),
        ("What is in it?", f"{what[0].upper()}{what[1:]}. Kind of study: {study.kind}; title: {study.title}"),
        ("How much is there, and of whom?", _people(everybody)),
        ("When was it collected?", _when(everybody)),
        ("What were people asked?", _asked(loaded)),
        ("What was laid before whom?", _laid(loaded)),
        ("Who is left out?", "Nobody; those whom the study's tables leave out are marked with the rule."),
        (
            "Did they agree, and were they paid?",
            f"Adults alone, to version {study.consent.version} of the consent; {approval}. Paid: {paid}; in full also "
            "whoever stopped.",
        ),
        ("Does it say who somebody is?", "By a made-up name; what a crowd site calls them is hashed, and not in it."),
        ("Does it hold people's own words?", WORDS if study.collects else NO_WORDS),
        ("Can somebody be taken out?", f"Yes, until it is given away, by attune study forget. Ask: {contact}"),
        ("Which version of the study is it of?", _versions(loaded, everybody)),
        ("Under which terms may it be used, and who looks after it?", OPEN),
    )  # fmt: skip


def markdown(loaded: Loaded, everybody: Sequence[Participation]) -> str:
    """The datasheet as a file."""
    told = (f"## {question}\n\n{answer}\n" for question, answer in datasheet(loaded, everybody))
    return "\n".join((f"# Datasheet: {loaded.study.title}\n", *told))


def _people(everybody: Sequence[Participation]) -> str:
    outcomes = Counter(one.progress.outcome or "not at an end" for one in everybody)
    told = ", ".join(f"{count} {outcome.replace('_', ' ')}" for outcome, count in sorted(outcomes.items()))
    simulated = sum(one.simulated for one in everybody)
    made_up = f" {simulated} of them are simulated: no people, and what they say is made up." if simulated else ""
    return f"{len(everybody)} participants{f' ({told})' if told else ''}.{made_up}"


def _when(everybody: Sequence[Participation]) -> str:
    if not everybody:
        return "Nobody has come yet."
    first, last = min(one.began for one in everybody), max(one.at for one in everybody)
    return f"From {first:%Y-%m-%d} to {last:%Y-%m-%d}."


def _asked(loaded: Loaded) -> str:
    study = loaded.study
    asked = [f"{one.text} ({one.points} points: {', '.join(one.anchors)})" for one in study.question]
    asked += [one.text for one in study.compare]
    if study.kind == "ab":
        asked.append(study.prompt)
    return " / ".join(asked) or "As the instructions say: " + " ".join(study.instructions.split())


def _laid(loaded: Loaded) -> str:
    study = loaded.study
    if study.kind in ("chat", "ab_turns"):
        return f"Talks with {' and '.join(study.bots)}, in an order or on sides drawn with seed {study.seed}."
    if study.pairs:
        return "Whoever came next; roles, labels and situations are those that fewest had."
    share = f"{study.per_participant} of {len(loaded.items)} items each"
    return f"{share}, those that fewest had seen, in an order drawn with seed {study.seed}."


def _versions(loaded: Loaded, everybody: Sequence[Participation]) -> str:
    """Whole of the file as it is now; of those of participants so much that they can be told apart."""
    found = Counter(one.progress.study[:12] for one in everybody if one.progress.study)
    others = {name: count for name, count in found.items() if name != loaded.fingerprint[:12]}
    told = "".join(f" {count} took part in {name}." for name, count in sorted(others.items()))
    return f"SHA-256 of its file and items: {loaded.fingerprint}.{told}"
