"""What the person is doing with their words: greeting, telling, asking, refusing advice, testing, leaving, …

Surface patterns only, several acts a turn; what they feel is the emotion head's to say. The patterns are in
`skills.acts`. Where an act depends on what the bot said last ("yes", "I can't"), those words are read as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.dialog import PastStrategies, SkillResult, TurnView
from bot.parts import part
from bot.registry import Skill, skill
from skills.acts.advice import about_advice
from skills.acts.corrections import corrects
from skills.acts.courtesy import courtesies, misunderstood
from skills.acts.deciding import deciding
from skills.acts.kinds import KINDS
from skills.acts.limits import floods, limits
from skills.acts.news import good_news, rejoices, small_talk, spoiled, tells, worries
from skills.acts.plain import Said, said
from skills.acts.questions import OPEN_KINDS, asked, named, open_question
from skills.acts.short import foreign, nothing_told, unclear

PLAIN = """
greeting thanks goodbye apologises complaint lost disclosure good_news mixed worry joy small_talk answers
asks_advice at_a_loss own_idea only_listen accepts_advice refuses_advice agrees denies minimal wordless foreign unclear
command flood abuses_bot sexual off_topic asks_diagnosis asks_dose asks_legal cannot_answer
"""
NAMES = frozenset(PLAIN.split()).union(*map(named, (*KINDS, *OPEN_KINDS)))
"""Every act there is."""
FIRM = frozenset({"command", "flood", "abuses_bot", "sexual", "asks_diagnosis", "asks_dose", "asks_legal"})
"""Acts with an answer of their own: a question in them is no other question, nor a wish for advice."""
SETTLED = FIRM | {"asks_advice", "accepts_advice", "refuses_advice", "only_listen"}
"""Acts beside which it needs no more to be asked how somebody will decide."""
BEYOND = frozenset({"question.fact", "question.memory", "command", "off_topic"})


@part("acts", version=1)
@dataclass(frozen=True, slots=True)
class Acts:
    """What the last user turn does, by the names of NAMES.

    `minimal`: an answer with next to nothing in it; `agrees` and `denies`: a bare yes or no; `wordless`: no letters;
    `worry`, `joy`: a word of it is said; `mixed`: a worry beside good news; `at_a_loss`: not knowing what to do;
    `own_idea`: what one could do; `cannot_answer`: a fact, an errand, a memory, an order.
    """

    names: frozenset[str]

    def __contains__(self, name: str) -> bool:
        return name in self.names

    @property
    def asks(self) -> str:
        """What a direct question wants to know, most particular ("question.about_me.normal"); "" without one."""
        return max((name for name in self.names if name.startswith("question")), key=len, default="")

    def explain(self) -> str:
        return ", ".join(sorted(self.names)) or "tells"


@skill("intent", reads=(PastStrategies,), writes=(Acts,))
def intent() -> Skill:
    """Notes what the person is doing: greeting, telling, asking, refusing, thanking, leaving."""

    def note(turn: TurnView) -> SkillResult:
        past = (turn.get(PastStrategies) or PastStrategies()).past
        bot, earlier = turn.conversation.said("bot"), turn.conversation.said("user")[:-1]
        return SkillResult(learnt=(acts(turn.text, bot[-1] if bot else "", past[-1] if past else None, earlier),))

    return note


def acts(text: str, bot_line: str = "", strategy: str | None = None, earlier: Sequence[str] = ()) -> Acts:
    """The acts in one utterance, after the bot's last line and its strategy, and the person's earlier utterances.

    Only its first and last 2,000 characters are read.
    """
    heard = said(text)
    bare = nothing_told(heard)
    found = bare | courtesies(heard) | misunderstood(heard) | about_advice(heard, bot_line, strategy, bare)
    found |= limits(heard) | named(asked(heard)) | ({"complaint"} if corrects(heard, bot_line) else set())
    found |= {name for name, so in _told(heard, earlier).items() if so}
    found |= deciding(heard) if found.isdisjoint(SETTLED) else set()
    return Acts(frozenset(_agreed(found, bot_line, heard)))


def _told(heard: Said, earlier: Sequence[str]) -> dict[str, bool]:
    good = good_news(heard)
    return {
        "disclosure": tells(heard),
        "good_news": good,
        "mixed": good and spoiled(heard),
        "worry": worries(heard),
        "joy": rejoices(heard),
        "small_talk": small_talk(heard),
        "foreign": bool(heard.words) and foreign(heard.words),
        "unclear": unclear(heard.words),
        "flood": floods(heard, earlier),
    }


def _agreed(found: set[str], bot_line: str, heard: Said) -> set[str]:
    """Without the acts that others explain away."""
    if found & FIRM - {"flood"}:
        found -= {"asks_advice", "off_topic", *(name for name in found if name.startswith("question"))}
    if "question.about_me.judge" in found:
        found.discard("asks_advice")  # "should I ... Do you think I'm awful for thinking of it?"
    if "asks_advice" in found:
        found -= {name for name in found if name.startswith("question")}
    if "refuses_advice" in found:
        found -= {"thanks", "accepts_advice"}  # "no thanks"
    if not found.isdisjoint(BEYOND):
        found.add("cannot_answer")
    if "question" not in found and "asks_advice" not in found and found.isdisjoint(FIRM | {"lost"}):
        found |= named(open_question(heard))
    if "?" in bot_line and found.isdisjoint(NO_ANSWER) and "question" not in found:
        found.add("answers")
    return found


NO_ANSWER = FIRM | {"complaint", "lost", "goodbye", "wordless", "unclear", "foreign", "off_topic", "asks_advice"}
"""Acts that leave the bot's question where it was."""
