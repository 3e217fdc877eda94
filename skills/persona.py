"""Honesty about being a program: said when asked, before anything else, and at the times of `skills.disclosure`."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.dialog import Reply, SkillResult, TurnView
from bot.frontends.console import HELLO
from bot.law import duties, regions_of
from bot.registry import Encoder, Skill, skill
from skills import data_questions
from skills.disclosure import Disclosed, notice
from skills.encoder import small
from skills.intent import Acts
from skills.models.head import Floats

SURE, STEP = 2.0, 0.01
"""Above any score of the shelf: a direct question about the bot comes first."""

ANSWERS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(r"therapist|counsell?or|doctor|psycholog", re.IGNORECASE),
        (
            "I'm a computer program, not a therapist or a clinician. I can listen and help you think; I can't feel, "
            "and I can't act in an emergency.",
        ),
    ),
    (
        re.compile(r"feel|love|care about|feelings|emotions|alive|conscious", re.IGNORECASE),
        (
            "I'm a program and can't feel. What I can do is pay attention to what you write.",
            "I don't have feelings; I'm software. What you tell me still shapes every answer I give you here.",
        ),
    ),
    (
        re.compile(r"remember", re.IGNORECASE),
        ("I mostly go by what is written in this conversation.",),
    ),
    (
        re.compile(r"name|who (made|built)|who are you|what are you", re.IGNORECASE),
        (
            "I'm Attune, a computer program, not a person or a clinician. I can listen and help you think; I can't "
            "feel, and I can't act in an emergency.",
        ),
    ),
    (
        re.compile(r"", re.IGNORECASE),
        (
            HELLO,
            "No person here, only a program that reads what you write and tries to answer it well.",
        ),
    ),
)
OF_DATA: tuple[str, ...] = (
    "I can't erase or look up anything from within our talk; three commands do. /forget erases everything that is kept "
    "about you here, /export gives you a copy of it, and /privacy says what is kept, for how long, and who can read "
    "it. Where these commands aren't offered, the people who run this bot can do it for you.",
    "That is done by a command, not by me: write /forget and everything kept about you here is erased once you have "
    "said yes. Before that, /export gives you a copy, and /privacy says what is kept, how long, and who can read it. "
    "Where those aren't offered, please ask the people who run this bot.",
)
"""For whoever asks to have what they wrote erased or given to them, where it is, or who can read it."""
ALL_OF_IT = "I can't act in an emergency"
"""Stands in the answers that say all of `HELLO`."""
BACK = ("What would you like to tell me?", "We can go on from where you were, if you like.")


@skill("persona", reads=(Acts,), writes=(Disclosed,))
def persona(encoder: Encoder | None = None, *, regions: tuple[str, ...] = ()) -> Skill:
    """Says truthfully what the bot is and where one's data goes, when asked; the first after a week away as well.

    `regions` are those whose law says how often; a bot file has them in [law].
    """
    due = duties(regions_of(regions))
    own = small(encoder)  # the questions are told apart by its vectors; where the bot's is another, words are read anew
    questions, anew = data_questions.load(own), encoder is not None and encoder is not own

    def vector(turn: TurnView) -> Floats | None:
        if not anew:
            return turn.vectors.last if turn.vectors is not None else None
        found: Floats = own.encode_texts([turn.text])[0]
        return found

    def answer(turn: TurnView) -> SkillResult:
        acts, said_now = turn.get(Acts), vector(turn)
        if said_now is not None and questions.asked(turn.text, said_now):
            lines = OF_DATA
        elif acts is not None and "about_bot" in acts:
            lines = next(lines for pattern, lines in ANSWERS if pattern.search(turn.text))
        else:
            return SkillResult(notice=notice(turn, acts, due))
        said = set(turn.conversation.said("bot"))
        back = BACK[len(turn.conversation.turns) > 1]
        texts = [f"{line} {back}" for line in lines]
        fresh = [text for text in texts if text not in said] or list(lines)
        ranked = ((text, SURE - place * STEP) for place, text in enumerate(fresh))
        return SkillResult(
            replies=tuple(Reply(text, "persona", score, "Others", _said(text, turn)) for text, score in ranked)
        )

    return answer


def _said(text: str, turn: TurnView) -> tuple[Disclosed, ...]:
    """An answer that says all of it need not be repeated soon."""
    before = turn.get(Disclosed) or Disclosed()
    return (replace(before, at=turn.now),) if ALL_OF_IT in text else ()
