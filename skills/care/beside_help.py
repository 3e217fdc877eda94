"""What is said while help is coming or there: replies that go in turn, and what helpers should be told.

Nothing is urged. See `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.theirs import THIRD_PARTY
from skills.care.words import Say

COMING: Mapping[str, tuple[Say, ...]] = {
    "third_party": (
        Say("Waiting can be the hardest part of it. How are you holding up?", "self"),
        Say(
            "If anything changes before help is with them, call {emergency} and say so, even if you have called "
            "before. What have you heard so far?"
        ),
        Say(
            "You can keep your phone free in case somebody rings back; this chat can wait. Is someone with you "
            "meanwhile?"
        ),
    ),
    "medical": (
        Say("While you wait, keep the phone free and the door easy to open, if that is safe. How is it right now?"),
        Say(
            "If it gets worse, call {emergency} at once, even if you have called before, and say what has changed. "
            "What is it like at this moment?"
        ),
        Say("You don't have to go on writing while you wait for help; this chat can wait too. Is someone with you?"),
    ),
}
"""While help is on its way at level 3, by kind; in all other kinds what is said at level 2 fits."""

_OTHERS = (
    Say(
        "You can let the people who are helping take over now, and step back a little. How are you yourself?",
        "self",
    ),
    Say(
        "What you saw and heard can help the people who are there, even if it seems small. Is there anything you "
        "haven't told them yet?"
    ),
    Say(
        "You can ask the people who are helping what happens next, whether you may come along and whom to ring. What "
        "have they said?"
    ),
    Say("This can shake anyone, also later on. Who could be with you today?"),
)
THERE: Mapping[str, tuple[Say, ...]] = {
    "suicide": (
        Say("You can put this chat down while people are with you; it can wait. How are you feeling right now?"),
        Say(
            "The words you used here are enough for the people helping you, and you decide what to tell. Is there "
            "anything you'd like them to know?"
        ),
        Say(
            "You don't have to explain it well to the people helping you; short answers are enough. What would you "
            "like to ask them?"
        ),
        Say("It's all right to rest while others help. Is there someone you'd like to have with you?"),
    ),
    "third_party": _OTHERS,
    "third_party_abuse": _OTHERS,
    "medical": (
        Say("You can leave this chat while they are there; it can wait. What have they said so far?"),
        Say("Tell them what you noticed, even if it seems small. Is there anything you haven't told them yet?"),
        Say("You can ask them what happens next, and who may come along. What would you like to know from them?"),
    ),
}
"""While helpers are there; in all kinds that aren't named as in suicide."""

BESIDE_HELP: Mapping[str, Say] = {
    "tell_them": Say(
        "Please tell the people helping you that too, in the same plain words; it can help them to help you. You can "
        "leave this chat meanwhile, and come back whenever you like."
    ),
    **dict.fromkeys(
        (f"tell_them:{kind}" for kind in THIRD_PARTY),
        Say(
            "Please tell the people who are helping that too, in the same plain words; it can help them. You can leave "
            "this chat meanwhile, and come back whenever you like."
        ),
    ),
    "tell_them:abuse": Say(
        "You can tell the people helping you that too, if it is safe to speak; you decide what to say. You can close "
        "this chat and erase it whenever you like."
    ),
    "still_there": Say(
        "Please tell the people helping you this now, in the same plain words. If they have gone, call {emergency} at "
        "once. Are they still with you?",
        "there",
    ),
    **dict.fromkeys(
        (f"still_there:{kind}" for kind in THIRD_PARTY),
        Say(
            "Please tell the people who are helping this now, in the same plain words. If they have gone, call "
            "{emergency} at once. Is someone still there to help?",
            "there",
        ),
    ),
    "still_there:abuse": Say(
        "If the people helping you are still there and it is safe to speak, you can tell them this now. If they have "
        "gone and you can do it safely, call {emergency}. Are they still with you?",
        "there",
    ),
    "there_yes": Say(
        "That's good. Please let them know how bad it is, and let them help you. You can leave this chat meanwhile, "
        "and come back whenever you like."
    ),
    **dict.fromkeys(
        (f"there_yes:{kind}" for kind in THIRD_PARTY),
        Say("That's good. Please let them take over, and tell them whatever you notice. How are you yourself?"),
    ),
    "there_no": Say(
        "Then please call {emergency} now, even if you have called before, and say what has changed. Ask someone you "
        "trust to stay with you until help comes. Can you do that now?",
        "call",
    ),
    "there_no:abuse": Say(
        "Then, if you can do it safely, call {emergency} now, even if you have called before. You don't have to "
        "explain it well. Can you call safely now?",
        "call",
    ),
}
"""Told while helpers are there: what they should know, and whether they still are."""
