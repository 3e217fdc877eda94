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
            "If anything changes before help is with them, call {emergency} again and say so. What have you heard so "
            "far?"
        ),
        Say("You can keep your phone free in case somebody rings back; this chat can wait. Who is with you meanwhile?"),
    ),
    "medical": (
        Say("While you wait, keep the phone free and the door easy to open, if that is safe. How is it right now?"),
        Say(
            "If it gets worse before they come, call {emergency} again and say what has changed. What is it like at "
            "this moment?"
        ),
        Say("You don't have to go on writing while you wait; this chat is here afterwards. Who is with you?"),
    ),
}
"""While help is on its way at level 3, by kind; in all other kinds what is said at level 2 fits."""

_OTHERS = (
    Say("They can take it from here, and you may step back a little. How are you yourself?", "self"),
    Say(
        "What you saw and heard can help them, also where it seems small. Is there anything you haven't told them yet?"
    ),
    Say("You can ask them what happens next, and whether you may come along or whom to ring. What have they said?"),
    Say("This can shake anyone, also later on. Who could be with you today?"),
)
THERE: Mapping[str, tuple[Say, ...]] = {
    "suicide": (
        Say("You can put this chat down while they look after you; it can wait. How are you feeling right now?"),
        Say("You can tell them what you wrote here, in the same words. Is there anything you haven't told them yet?"),
        Say("You don't have to be calm for them, or explain it well. What would you like to ask them?"),
        Say("It's all right to let others do the thinking for a while. Is there someone you'd like to have with you?"),
    ),
    "third_party": _OTHERS,
    "third_party_abuse": _OTHERS,
    "medical": (
        Say("You can leave this chat while they are there; it can wait. What have they said so far?"),
        Say("Tell them what you noticed, also what seems small. Is there anything you haven't told them yet?"),
        Say("You can ask them what happens next, and who may come along. What would you like to know from them?"),
    ),
}
"""While helpers are there; in all kinds that aren't named as in suicide."""

BESIDE_HELP: Mapping[str, Say] = {
    "tell_them": Say(
        "Please tell the people who are with you that too, in the same plain words; it helps them to help you. You can "
        "leave this chat meanwhile, and come back whenever you like."
    ),
    **dict.fromkeys(
        (f"tell_them:{kind}" for kind in THIRD_PARTY),
        Say(
            "Please tell the people who are there that too, in the same plain words; it can help them. You can leave "
            "this chat meanwhile, and come back whenever you like."
        ),
    ),
    "still_there": Say(
        "Please tell the people who are with you, now and in the same plain words. If nobody is with you any more, "
        "call {emergency} at once. Are they still with you?",
        "there",
    ),
    **dict.fromkeys(
        (f"still_there:{kind}" for kind in THIRD_PARTY),
        Say(
            "Please tell the people who are there, now and in the same plain words. If they have gone, call "
            "{emergency} at once. Are they still there?",
            "there",
        ),
    ),
    "there_yes": Say(
        "That's good. Please let them know how bad it is, and do what they say. You can leave this chat meanwhile, and "
        "come back whenever you like."
    ),
    **dict.fromkeys(
        (f"there_yes:{kind}" for kind in THIRD_PARTY),
        Say("That's good. Please let them take over, and tell them whatever you notice. How are you yourself?"),
    ),
    "there_no": Say(
        "Then please call {emergency} again now, and say what has changed. Ask someone near you to stay with you "
        "until they come. Can you do that now?",
        "call",
    ),
}
"""Told while helpers are there: what they should know, and whether they still are."""
