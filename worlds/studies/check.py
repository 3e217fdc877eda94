"""What is wrong with a study before anybody sees it, in words that name the place, the value and the choices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agents.verdicts import item as items
from bot.errors import ConfigError, StudyError
from worlds.studies.sections import Annotation
from worlds.studies.study import LEARNS, Kind, Loaded, Outcome, Study, read
from worlds.studies.support import ROLES
from worlds.studies.wizard_of_oz import WIZARD

SITUATED: tuple[Kind, ...] = ("self_dialog", "wizard_of_oz")
"""Kinds in which people write about situations of the study."""
OUTCOMES: tuple[Outcome, ...] = ("completed", "no_consent", "under_age", "failed_attention", "stopped")
"""Of every kind; who has to learn something first may also be screened out."""

NOBODY = "name the researcher and an address here"
"""The contact of a new study."""


def load(path: Path) -> Loaded:
    """Read a study and its items. Raises StudyError or CorpusError with all that is wrong."""
    found = read(path)
    if wrong := problems(found):
        raise StudyError("\n".join(f"{path}: {line}" for line in wrong))
    return found


def problems(loaded: Loaded) -> list[str]:
    """What is wrong with a study, in words; nothing where it can be run."""
    match loaded.study.kind:
        case "chat" | "ab_turns":
            own = _of_talks(loaded.study)
        case "annotation":
            own = _of_annotation(loaded)
        case "speaker_listener" | "seeker_supporter" | "self_dialog" | "wizard_of_oz":
            own = _of_collection(loaded)
        case _:
            own = _of_items(loaded)
    return [*_of_questions(loaded.study), *own, *_of_pay(loaded)]


def remarks(study: Study) -> list[str]:
    """What a study can be run with, and yet is better not forgotten."""
    lacking = []
    if study.consent.contact == NOBODY:
        lacking.append("[consent] contact is still to be filled in: participants are shown whom they can write to")
    if not study.returns:
        lacking.append("no `returns`: participants are shown no way back to a crowd site")
    return lacking


def check_bots(loaded: Loaded) -> None:
    """Raises StudyError where a bot's file is missing or wrong: the study can be tried without, and not be opened."""
    from bot.config import read as read_bot
    from worlds.studies.talks import file_of

    for bot in loaded.study.bots:
        try:
            read_bot(file_of(loaded, bot))
        except ConfigError as error:
            raise StudyError(f"{loaded.path}: bots: {error}") from None


def _of_questions(study: Study) -> Iterator[str]:
    if study.kind == "rating" and not study.question:
        yield "a rating needs at least one [[question]]"
    if study.kind not in ("rating", "chat") and study.question:
        yield f"[[question]] belongs to a rating or a chat, not to kind {study.kind!r}"
    if study.kind not in ("chat", "ab_turns", "wizard_of_oz") and study.bots:
        yield f"bots belong to a chat, 'ab_turns' or a Wizard of Oz, not to kind {study.kind!r}"
    if study.kind not in ("chat", "acute") and study.compare:
        yield f"[[compare]] belongs to a chat or 'acute', not to kind {study.kind!r}"
    for name, said in (("pre_chat", study.pre_chat), ("each_turn", study.each_turn)):
        if said and study.kind != "chat":
            yield f"{name} belongs to a chat, not to kind {study.kind!r}"
    if study.kind not in SITUATED and study.situation:
        yield f"[[situation]] belongs to {' or '.join(map(repr, SITUATED))}, not to kind {study.kind!r}"
    if study.kind != "annotation" and study.annotation != Annotation():
        yield f"[annotation] belongs to an annotation, not to kind {study.kind!r}"
    yield from _of_wording(study)


def _of_wording(study: Study) -> Iterator[str]:
    names = [one.name for one in study.question] + [one.name for one in study.compare]
    if len(set(names)) < len(names):
        yield "two questions have one name"
    for one in study.question:
        if len(one.anchors) not in (2, 3):
            yield f"question {one.name}: anchors are two, of the ends, or three with the middle, not {len(one.anchors)}"
    for asked in study.compare:
        if asked.choice.count("{speaker}") != 1 or "{" in asked.choice.replace("{speaker}", ""):
            yield f"question {asked.name}: choice has one {{speaker}}, where the talk's speaker is named"


def _of_items(loaded: Loaded) -> Iterator[str]:
    study = loaded.study
    there = sorted({reply.source for item in loaded.items for reply in item.candidates})
    grouped = [name for group in study.groups.values() for name in group]
    for name in filter(None, (*study.contestants, *grouped, study.quality.gold)):
        if name not in there:
            yield f"contestants: no item has a reply of {name!r} (there are: {', '.join(there)})"
    yield from _of_file(loaded)
    if study.kind == "acute" and not study.compare:
        yield "a study of kind 'acute' needs a [[compare]] about two talks"
    least, most = (1 if study.kind == "rating" else 2), (2 if study.kind in ("ab", "acute") else items.MOST)
    if wrong := [item.id for item in loaded.items if not least <= len(loaded.shown(item)) <= most]:
        between = f"{least}" if least == most else f"{least} to {most}"
        yield f"item {wrong[0]} has not {between} replies of the contestants: name them in `contestants`"


def _of_annotation(loaded: Loaded) -> Iterator[str]:
    study, named = loaded.study, {one.name for one in loaded.codebook}
    if study.contestants or study.quality.gold:
        yield "an annotation has no contestants and no gold: its items hold suggested labels"
    for item in loaded.items:
        if strange := [one.text for one in item.candidates if one.text not in named]:
            yield f"item {item.id}: {strange[0]!r} is suggested, and is no label of the codebook"
            break
    yield from _of_file(loaded)


def _of_file(loaded: Loaded) -> Iterator[str]:
    """What no file of items may lack, whatever is said of them."""
    study = loaded.study
    if study.kind != "acute" and (copied := [item.id for item in loaded.items if not item.context]):
        yield f"item {copied[0]} names a corpus and holds no context of its own, as {len(copied)} do"
    if study.per_participant > len(loaded.items):
        yield f"per_participant = {study.per_participant}, but {study.items} has {len(loaded.items)} items"


def _of_talks(study: Study) -> Iterator[str]:
    counts, said = ((2,), "two bots") if study.kind == "ab_turns" else ((1, 2), "one bot or two")
    if len(study.bots) not in counts or len({Path(bot).stem for bot in study.bots}) < len(study.bots):
        yield f'a study of kind {study.kind!r} has {said} of different names: bots = ["default", "free"]'
    if study.kind == "chat" and not (study.question or study.compare):
        yield "a chat needs a [[question]] about each talk or a [[compare]] of both"
    if study.compare and len(study.bots) != 2:
        yield "[[compare]] needs two bots"
    if study.items or study.contestants or study.quality.gold:
        yield f"a study of kind {study.kind!r} has no items, contestants or gold: people write with its bots"


def _of_collection(loaded: Loaded) -> Iterator[str]:
    study = loaded.study
    if study.items or study.contestants or study.quality.gold:
        yield "a collection has no items, contestants or gold: people write all that there is"
    if study.collection.least > study.collection.most:
        yield f"[collection] least = {study.collection.least} is more than most = {study.collection.most}"
    if loaded.lessons and study.collection.exam > len(loaded.lessons):
        yield f"[collection] exam = {study.collection.exam}, but there are {len(loaded.lessons)} lessons"
    if study.kind not in LEARNS and study.collection.lessons:
        yield f"[collection] lessons belong to {' or '.join(map(repr, LEARNS))}, not to kind {study.kind!r}"
    if clash := sorted({one.name for one in loaded.lessons} & {*ROLES, WIZARD, *(one.name for one in study.situation)}):
        yield f"lesson {clash[0]} has the name of a role or a [[situation]]: call it otherwise"
    if study.kind in SITUATED:
        yield from _of_situations(study)


def _of_situations(study: Study) -> Iterator[str]:
    names = [one.name for one in study.situation]
    if not names:
        yield f"a study of kind {study.kind!r} needs at least one [[situation]] to write about"
    if len(set(names)) < len(names) or WIZARD in names:
        yield f"each [[situation]] has a name of its own, and none is {WIZARD!r}"
    for one in study.situation:
        if one.least > study.collection.most:
            yield f"situation {one.name}: least = {one.least} is more than [collection] most = {study.collection.most}"
    if study.kind == "self_dialog":
        if study.per_participant > max(len(names), 1):
            yield f"per_participant = {study.per_participant}, but there are {len(names)} situations"
        return
    if len(study.bots) != 1:
        yield 'a Wizard of Oz has one bot, whose drafts the wizard sees: bots = ["default"]'
    if study.per_participant != 1:
        yield f"per_participant = {study.per_participant}, but a user writes about one situation: per_participant = 1"
    if any(one.least for one in study.situation):
        yield "least of a [[situation]] belongs to kind 'self_dialog': here [collection] least holds for all"


def _of_pay(loaded: Loaded) -> Iterator[str]:
    study = loaded.study
    if study.pay and study.pay.hourly < study.pay.min_hourly:
        yield (
            f"[pay] comes to {study.pay.hourly:.2f} {study.pay.currency} an hour, less than "
            f"min_hourly = {study.pay.min_hourly:.2f}"
        )
    if study.returns and "{code}" not in study.returns:
        yield "returns has no {code}, where the completion code goes"
    ends: tuple[Outcome, ...] = (*OUTCOMES, "screened_out") if loaded.lessons else OUTCOMES
    if study.returns and (lacking := [one for one in ends if one not in study.codes]):
        yield f"codes lacks {', '.join(lacking)}"
