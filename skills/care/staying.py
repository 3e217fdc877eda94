"""What is said while danger lasts and nothing new is told: a few replies that go in turn. See `skills.care.words`."""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.words import Say

_BOTH = Say("It is hard to carry somebody else's danger. Are you both safe right now?", "safe")
_REST = Say("You may rest too; you don't have to do all of it. Who looks after you in this?")
_SAFE = Say("Thank you for telling me. Are you safe right now?", "safe")
_FIRST = Say("One thing first, please: call {emergency}, or ask someone near you to call. Can you do that now?", "call")
_BABY = (
    Say(
        "Having such thoughts and being frightened by them says how much this matters to you. Please let someone stay "
        "with you and the baby. Who could that be?"
    ),
    Say("You can say it to a midwife or doctor in the words you used here. Have you been able to reach one?", "called"),
    Say(
        "If you feel you might act on one of these thoughts, hand the baby to someone you trust and call {emergency}. "
        "Are you both safe right now?",
        "safe",
    ),
)

STAY: Mapping[str, tuple[Say, ...]] = {
    "suicide": (
        Say("I'm still listening. You don't have to explain it well, or all at once. What feels heaviest right now?"),
        Say(
            "That is a great deal to carry. A person can stay with you longer and better than a program can. "
            "Who could you call or sit with today?",
            "company",
        ),
        Say("There is no right way to feel in this. What would make the next hour a little easier?"),
        Say(
            "Thank you for telling me this. If you can, keep some distance from anything you could hurt yourself "
            "with. Are you safe right now?",
            "safe",
        ),
    ),
    "self_harm": (
        Say("Thank you for trusting me with this. You don't have to make it sound better than it is. What led to it?"),
        Say("It sounds like there was something very hard to bear. What might have helped in that moment?"),
        Say("A doctor or nurse can look after a wound without judging you. Are you safe right now?", "safe"),
    ),
    "third_party": (
        Say("You are doing something hard by not looking away. Have you been able to ask them directly?", "asked"),
        Say("You don't have to hold this alone. Who else could you bring in, in the family or outside it?"),
        _BOTH,
        Say("Looking after somebody in trouble takes a lot out of a person. How are you holding up yourself?", "self"),
        _REST,
    ),
    "third_party_abuse": (
        Say("It often helps most to stay in touch and not to press them. What have you been able to say to them?"),
        Say("You don't have to hold this alone. Who could you talk it over with, without naming them?"),
        _BOTH,
        Say("Being the one they can tell takes a lot out of a person. How are you holding up yourself?", "self"),
        _REST,
    ),
    "abuse": (
        Say("I believe you. You know your situation best, and you decide what to tell. What would help now?"),
        Say("None of this is your fault. Is there somebody you trust who knows about it?"),
        Say("You can stop or close this chat at any moment. Are you safe right now?", "safe"),
    ),
    "violence": (
        Say("Thank you for staying with me in this. What has today been like?"),
        Say("Some hours of distance can make room to think. Who could be with you until it eases?"),
        Say("Please keep someone with you, and keep away from any weapon. Is everyone safe right now?", "safe"),
    ),
    "violence_baby": _BABY,
    "medical": (
        Say(
            "I can't judge how serious this is; those who answer at {emergency} can. Have you been able to call?",
            "called",
        ),
        Say("Please call {emergency} if nobody has yet. They can tell you what to do. Is help coming?", "safe"),
    ),
    "eating_disorder": (
        Say("Thank you for staying with this. Have you been able to reach a doctor today?", "called"),
        Say("You don't have to earn care. What is the hardest moment of the day?"),
        _SAFE,
    ),
    "psychosis": (
        Say("That must be hard to bear. You don't have to sort it out alone. Who could be with you now?"),
        _SAFE,
    ),
}  # fmt: skip

STAY_NOW: Mapping[str, tuple[Say, ...]] = {
    "suicide": (
        Say("One thing first, please: call {emergency}, or go to someone near you. Can you do that now?", "call"),
        Say(
            "Please keep away from anything you could use to hurt yourself. Have you been able to call {emergency}?",
            "called",
        ),
        Say(
            "You don't have to find words for it; saying that you are in danger is enough. Are you safe right now?",
            "safe",
        ),
    ),
    "abuse": (
        Say("I believe you. If you can do it safely, call {emergency}. Is it still safe for you to write?", "write"),
        Say("You know best what is safe to do right now. Are you safe at this moment?", "safe"),
    ),
    "third_party": (
        Say("Have you been able to call {emergency}? They can tell you what to do while you wait.", "called"),
        Say("You are doing something hard, and you don't have to do it alone. Are they safe right now?", "safe"),
        Say("Somebody beside you makes this easier to get through. Who could come and be with you both?"),
    ),
    "third_party_abuse": (
        Say("If they are in danger now, please call {emergency}. Have they been able to see a doctor?"),
        Say("Please don't step in between; stay where you are safe yourself. Are they safe right now?", "safe"),
        Say("You are doing something hard, and you don't have to do it alone. Who could help you with it?"),
    ),
    "violence": (
        Say(
            "Please keep away from any weapon, and ask someone to be with you. Have you been able to call {emergency}?",
            "called",
        ),
        Say("Someone beside you can make this easier to get through. Is everyone safe right now?", "safe"),
    ),
    "violence_baby": _BABY,
    "medical": STAY["medical"],
    "psychosis": (
        Say(
            "One thing first, please: call {emergency}, or ask someone you trust to call. Can you do that now?", "call"
        ),
        Say(
            "You don't have to act on anything right now. Please keep away from anything that could hurt you or "
            "someone else. Have you been able to call {emergency}?",
            "called",
        ),
        Say(
            "You don't have to explain it well; saying that you don't feel safe is enough. Are you safe right now?",
            "safe",
        ),
    ),
    "eating_disorder": (
        _FIRST,
        Say(
            "You don't have to be sure that it is bad enough to be seen. Have you been able to call {emergency}?",
            "called",
        ),
        Say(
            "Those who answer at {emergency} can tell you what to do while you wait. Is help coming?",
            "safe",
        ),
    ),
    "self_harm": (
        _FIRST,
        Say(
            "You don't have to explain how it came about; saying that you are hurt is enough. Have you been able to "
            "call {emergency}?",
            "called",
        ),
        Say(
            "If you can, move away from anything you could hurt yourself with. Are you safe right now?",
            "safe",
        ),
    ),
}
"""At level 3, while the act comes first."""

HUSHED = (
    Say("A word or two is enough here. Is it safe for you to write now?", "write"),
    Say("You can close this chat at any moment, and erase it. Is it safe for you to write now?", "write"),
)
"""While whoever hurts the person may be near or read along."""
