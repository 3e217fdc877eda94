"""A seeker and a supporter in one talk, as a state machine (Liu et al. 2021, section 3 and Appendix A).

    waiting --Joined--> talk --Finished--> surveys --Answered, Answered--> over
    waiting, talk --Left--> over

The seeker fills in a form before the talk and rates every two new messages of the supporter, who chooses a strategy
before writing each. Each writes as many messages as they like before the other answers. Who goes after the talk has
ended leaves the other their survey. Nothing is read, sent or written here.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

from bot.dialog import STRATEGIES
from bot.errors import StudyError
from worlds.studies import meeting
from worlds.studies.meeting import Left, Talk

Role = Literal["seeker", "supporter"]
ROLES: tuple[Role, ...] = get_args(Role)
PROBLEMS = (
    *("ongoing depression", "job crisis", "breakup with partner"),
    *("problems with friends", "academic pressure"),
)
EMOTIONS = ("anxiety", "depression", "sadness", "anger", "fear", "disgust", "shame")
EXPERIENCES = ("Current Experience", "Previous Experience")
"""What the seeker's form offers, as ESConv spells it."""
RATED = 2
"""New messages of the supporter after which the seeker gives stars."""
Point = Annotated[int, msgspec.Meta(ge=1, le=5)]


class Form(msgspec.Struct, frozen=True):
    """What a seeker tells before the talk; the supporter doesn't see it."""

    problem: str
    emotion: str
    intensity: Point
    situation: str
    experience: str


class Message(meeting.Message[Role], frozen=True):
    """Supporters' have a strategy."""

    strategy: str = ""


class Stars(msgspec.Struct, frozen=True):
    """The seeker's rating (1-5) after so many messages of the supporter; it stands before message `at` of the talk."""

    after: int
    at: int
    points: Point


class SeekerSurvey(msgspec.Struct, frozen=True):
    """The feeling's intensity now, the supporter's empathy and relevance, and the answers to two open questions."""

    intensity: Point
    empathy: Point
    relevance: Point
    answers: tuple[str, str] = ("", "")


class SupporterSurvey(msgspec.Struct, frozen=True):
    """How much detail the seeker gave, and the answers to two open questions."""

    detail: Point
    answers: tuple[str, str] = ("", "")


Survey = SeekerSurvey | SupporterSurvey


class Support(Talk[Role, Message], frozen=True, kw_only=True):
    """A talk, `finished` where the surveys are next."""

    turn: Role = "seeker"
    form: Form | None = None
    stars: tuple[Stars, ...] = ()
    seeker: SeekerSurvey | None = None
    supporter: SupporterSurvey | None = None

    @property
    def over(self) -> bool:
        return bool(self.left) or bool(self.seeker and self.supporter)

    @property
    def unrated(self) -> bool:
        """Stars are to be given before the seeker writes on."""
        rated = self.stars[-1].after if self.stars else 0
        return not self.finished and self._supported - rated >= RATED

    @property
    def _supported(self) -> int:
        return sum(one.role == "supporter" for one in self.said)

    def answered(self, role: Role) -> bool:
        """Whether the survey of a role has come."""
        return (self.seeker if role == "seeker" else self.supporter) is not None

    def done(self, participant: str) -> bool:
        return self.over or self.answered(self.role(participant))


class Joined(msgspec.Struct, frozen=True):
    """A seeker comes with a form, a supporter without."""

    form: Form | None = None

    @property
    def role(self) -> Role:
        return "seeker" if self.form else "supporter"


class Said(msgspec.Struct, frozen=True):
    """`more`: another message of theirs follows, before the other's turn."""

    id: str
    text: str
    strategy: str = ""
    more: bool = False


class Rated(msgspec.Struct, frozen=True):
    """Stars after so many messages of the supporter: the same form sent twice rates once."""

    after: int
    points: Point


class Finished(msgspec.Struct, frozen=True):
    """The talk has come to its end."""


class Answered(msgspec.Struct, frozen=True):
    survey: Survey


Event = Joined | Said | Rated | Finished | Answered | Left


def advance(support: Support, participant: str, event: Event) -> Support:
    """The state after what a participant does. Raises StudyError for what it doesn't wait for; what comes twice changes

    nothing, and so does anything after the end.
    """
    if isinstance(event, Joined):
        return _joined(support, participant, event)
    role = support.role(participant)
    if support.over:
        return support
    if not isinstance(event, Left):
        return _heard(support, role, event)
    # Once the talk has ended, the other's survey is still wanted.
    return support if support.finished else msgspec.structs.replace(support, **event.fields(support, participant))


def _heard(support: Support, role: Role, event: Said | Rated | Finished | Answered) -> Support:
    match event:
        case Said():
            return _said(support, role, event)
        case Rated():
            return _rated(support, role, event)
        case Finished():
            return msgspec.structs.replace(support, **support.ended())
        case Answered(survey):
            return _answered(support, role, survey)


def _joined(support: Support, participant: str, event: Joined) -> Support:
    seated = support.seated(participant, event.role)
    return msgspec.structs.replace(support, **seated, form=event.form or support.form) if seated else support


def _said(support: Support, role: Role, event: Said) -> Support:
    if not support.hears(role, event.id):
        return support
    if role == "seeker" and support.unrated:
        raise StudyError("say first how helpful the last messages were")
    if role == "supporter" and event.strategy not in STRATEGIES:
        raise StudyError(f"choose a strategy first, one of {', '.join(STRATEGIES)}")
    said = (*support.said, Message(event.id, role, event.text, event.strategy if role == "supporter" else ""))
    turn = role if event.more else ROLES[1 - ROLES.index(role)]
    return msgspec.structs.replace(support, said=said, turn=turn, finished=len(said) >= support.most)


def _rated(support: Support, role: Role, event: Rated) -> Support:
    if any(event.after == one.after for one in support.stars):
        return support
    if role != "seeker" or not support.unrated or event.after != support._supported:
        raise StudyError("there is nothing to rate just now")
    stars = (*support.stars, Stars(event.after, len(support.said), event.points))
    return msgspec.structs.replace(support, stars=stars)


def _answered(support: Support, role: Role, survey: Survey) -> Support:
    if support.answered(role):
        return support
    if not support.finished:
        raise StudyError("the talk is not over yet")
    if isinstance(survey, SeekerSurvey) != (role == "seeker"):
        raise StudyError(f"this survey is not the {role}'s")
    return msgspec.structs.replace(support, **{role: survey})
