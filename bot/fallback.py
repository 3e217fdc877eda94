"""What the engine itself says: where no words came, where the guard failed, and where no proposal may go out.

The last are plain lines that fit whatever was told, sad, glad or next to nothing.
"""

from __future__ import annotations

from bot.dialog import Conversation, Reply

OWN = "engine"
"""Stands in a reply for the skill where none made it: nothing else could be said."""
EMPTY = Reply("No words came through there. Take your time, and write whenever you like.", OWN, 0.0)
CRISIS_CARD = Reply(
    "I can't check right now whether you're safe, so I'd rather say this than miss something. If you might hurt "
    "yourself or someone else, or someone is hurting you, please call your local emergency number now, or tell "
    "someone you trust. Are you safe where you are?",
    OWN,
    0.0,
)
LINES = (
    "Thank you for telling me. I'd like to understand it better. What feels most important to say about it?",
    "I've read what you wrote. Please go on in your own time, if you'd like to.",
    "How are you, as you write this?",
    "You can say as much or as little about it as you like. Either is fine here.",
    "I'd rather ask than guess. What would you like me to understand about it?",
    "We can stay with this. If you'd sooner talk about something else, that is all right too.",
    "Of all this, what is most on your mind right now?",
    "There is no right order for telling things here. Carry on with whatever comes to you.",
    "I may have missed something there. What would you like to say more about?",
    "You can say more if you'd like to. A few words are enough, too.",
    "Is there anything else about it that you'd like to say?",
)
"""In the order in which they are said; every other asks nothing."""
SAFE_REPLIES = tuple(Reply(text, OWN, 0.0) for text in LINES)
SAFE_REPLY = SAFE_REPLIES[0]
LATELY = 60
"""So many turns are looked back at, the person's and the bot's together."""


def fallback(conversation: Conversation) -> Reply:
    """The first line that was not said lately, else the one said longest ago; behind two questions, none that asks."""
    said = [turn.text for turn in conversation.turns[-LATELY:] if turn.speaker == "bot"]
    asked = len(said) > 1 and all("?" in text for text in said[-2:])
    may = [reply for reply in SAFE_REPLIES if not (asked and "?" in reply.text)]
    return min(may, key=lambda reply: _last_said(reply.text, said))


def _last_said(line: str, said: list[str]) -> int:
    """Where it was said last, be it behind a notice; -1 where it was not."""
    return max((place for place, text in enumerate(said) if text.endswith(line)), default=-1)
