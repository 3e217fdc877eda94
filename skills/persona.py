"""Honesty about being a program: said when asked, before anything else, and at the times of `skills.disclosure`."""

from __future__ import annotations

from dataclasses import replace

from bot.dialog import Reply, SkillResult, TurnView
from bot.law import duties, regions_of
from bot.registry import Encoder, Skill, skill
from skills import bot_questions
from skills.bot_questions import features_of, last_sentence, read
from skills.disclosure import Disclosed, notice
from skills.encoder import ours
from skills.intent import Acts

SURE, STEP = 2.0, 0.01
"""Above any score of the shelf: a direct question about the bot comes first."""
AGAIN = 30
"""After so many replies an answer may be given again; before those not given yet are used up it is not."""
ALL_OF_IT = "I can't act in an emergency"
"""Stands in the answers that say all of `HELLO`."""
BACK = "What would you like to tell me?"
"""Said after an answer that asks nothing, where a talk begins with the question and nothing else."""


@skill("persona", reads=(Acts,), writes=(Disclosed,))
def persona(encoder: Encoder | None = None, *, regions: tuple[str, ...] = ()) -> Skill:
    """Says truthfully what the bot is and where one's data goes, when asked; the first after a week away as well.

    `regions` are those whose law says how often; a bot file has them in [law].
    """
    due = duties(regions_of(regions))
    own = ours(encoder)
    questions, answers = bot_questions.load_for(own), bot_questions.answers()

    def asked(turn: TurnView) -> str:
        """The kind of question; without vectors nothing is guessed, and after a stranger's encoder ours reads anew."""
        known = turn.vectors
        if known is None:
            return ""
        if own is encoder and known.tokens is not None:
            return questions.kind(turn.text, features_of(known.last, known.tokens))
        return questions.kind(turn.text, read([turn.text], own)[0])

    def answer(turn: TurnView) -> SkillResult:
        if not (kind := asked(turn)):
            return SkillResult(notice=notice(turn, turn.get(Acts), due))
        said = turn.conversation.said("bot")[-AGAIN:]
        lines = [line for line in answers[kind] if not any(text.startswith(line) for text in said)] or answers[kind]
        replies = (
            Reply(_led_on(line, turn), "persona", SURE - STEP * place, "Others", _said(line, turn))
            for place, line in enumerate(lines)
        )
        return SkillResult(replies=tuple(replies))

    return answer


def _led_on(line: str, turn: TurnView) -> str:
    """The answer, and a way into the talk where there is none yet."""
    begins = len(turn.conversation.turns) == 1 and last_sentence(turn.text) == turn.text.strip()
    return f"{line} {BACK}" if begins and "?" not in line else line


def _said(text: str, turn: TurnView) -> tuple[Disclosed, ...]:
    """An answer that says all of it need not be repeated soon."""
    before = turn.get(Disclosed) or Disclosed()
    return (replace(before, at=turn.now),) if ALL_OF_IT in text else ()
