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

_ON = (
    Say("Thank you for going on writing. What has this day been like, from the morning on?"),
    Say("You can move from one thing to another; it doesn't have to make sense here. What do the next hours hold?"),
    Say("I'd rather ask than guess. Is there anyone who knows how bad it has become?"),
    Say("It may come in waves. When it rises again, a person can do more than a program: who would you tell first?"),
    Say("You can rest from writing whenever you like, and come back. How are you holding up right now?"),
    Say("Something small can make a while easier, even if it changes nothing. What has helped a little before?"),
)
"""For whoever is in danger themselves, behind the words of the kind."""
_OUT = (
    Say(
        "If calling is too hard, one message to one person can do: that you are in danger and need them now. "
        "Who could get that message?"
    ),
    Say("Please don't stay alone with it. Go to where there are people, even only next door. Where could you go?"),
    Say("Having somebody beside you matters more now than having the right words. Is anyone near you?", "near"),
    Say("You can put the phone on speaker and let them ask; short answers are enough. Can you call now?", "call"),
    Say("What you feel now can change, and help can come while it lasts. Who could be with you in ten minutes?"),
)
"""The same at level 3."""

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
        *_ON,
    ),
    "self_harm": (
        Say("Thank you for trusting me with this. You don't have to make it sound better than it is. What led to it?"),
        Say("It sounds like there was something very hard to bear. What might have helped in that moment?"),
        Say("A doctor or nurse can look after a wound without judging you. Are you safe right now?", "safe"),
        *_ON,
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
        Say("You may tell it in any order, or only a part of it. What is on your mind most right now?"),
        Say("Whatever you did to get through it was a way of staying safe. What would a quiet hour look like for you?"),
        Say("It can take many small steps, and you set the pace. Who has been kind to you lately?"),
        Say("You don't have to decide anything here. How are you holding up right now?"),
        Say("What happens to you matters, also the parts that seem small. What happened today?"),
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
        *_ON[1:],
    ),
    "psychosis": (
        Say("That must be hard to bear. You don't have to sort it out alone. Who could be with you now?"),
        _SAFE,
        *_ON,
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
        *_OUT,
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
        *_OUT[:-1],
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
        *_OUT,
    ),
}
"""At level 3, while the act comes first."""

HUSHED = (
    Say("A word or two is enough here. Is it safe for you to write now?", "write"),
    Say("You can close this chat at any moment, and erase it. Is it safe for you to write now?", "write"),
)
"""While whoever hurts the person may be near or read along."""

PATIENT = (
    Say("That's all right, you don't have to know. One small thing instead: where are you sitting right now?"),
    Say("Not knowing is an answer too, and there's no hurry. You may write a single word, or just a dot, to go on."),
    Say("You can answer with a number instead, from one to ten. How bad is it at this moment?"),
    Say("Then leave the words for a while. Let one breath out slowly: is anything a little different after it?"),
    Say("That may be how tired you are. When did you last get some rest?"),
    Say("We can leave the why for later. Is there one person you would like to hear from right now?"),
    Say("It's all right to be unsure. What has kept you going until now, even something small?"),
    Say("Some things have no words yet. You could begin with what the room around you is like."),
    Say("You don't owe anybody an explanation. Is there something warm or soft near you that you could hold?"),
    Say("It can be too much to sort out alone, and nobody has to. Who would not mind being asked?"),
    Say(
        "You have gone on writing, and that is enough for now. Would it be easier if I asked only yes-or-no questions?"
    ),
    Say("Take all the time you need. Are you safe right now?", "safe"),
)
"""For "I don't know" while danger lasts: each asks for less than the question that it could not answer."""

PATIENT_NOW = (
    Say(
        "You don't have to know what to say. Those who answer at {emergency} ask simple questions. Can you call now?",
        "call",
    ),
    Say("That's all right. Could you knock at a neighbour's door, and say only that you need somebody?"),
    Say("Not knowing is no reason to wait. Put the phone on speaker, and let them ask. Can you do that now?", "call"),
    Say("You can show somebody this chat instead of explaining. Who is the nearest person to you?"),
    Say("There's no right way to say it. Are you by yourself where you are?"),
    Say("One small step, then. Could you open the front door, so that somebody can come in to you?"),
    Say("We can take it in pieces. Is your phone in your hand, or near you?"),
    Say(
        "You don't have to decide about tomorrow. For now only this: {emergency}, and somebody beside you. "
        "Which comes easier?",
    ),
    Say("It's hard to be this unsure, and harder alone. Who could be with you in ten minutes?"),
    Say("You need not answer me at all. Please call {emergency} first; I can be read later. Can you do that?", "call"),
)
"""The same where an act comes first."""
