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
        "Many parents have frightening thoughts, and saying so is a way of getting help. Please let someone stay with "
        "you and the baby. Who could that be?"
    ),
    Say("You can say it to a midwife or doctor in the words you used here. Have you been able to reach one?", "called"),
    Say(
        "If you feel you might act on one of these thoughts, give the baby to someone you trust, or lay the baby in "
        "the cot and step out. Then call {emergency}. Are you both safe right now?",
        "safe",
    ),
)

_ON = (
    Say("Thank you for going on writing. What has this day been like, from the morning on?"),
    Say(
        "You can move from one thing to another; there's no order to keep here. What will you do in the next few hours?"
    ),
    Say("You may have hidden a lot of this. Is there anyone who knows how bad it has become?"),
    Say("It may come in waves. If it rises again, a person can do more than a program: who would you tell first?"),
    Say("You can rest from writing whenever you like, and come back. How are you holding up right now?"),
    Say(
        "Something small can make a hard hour easier to get through. What has helped a little before, without hurting "
        "you?"
    ),
)
"""For whoever is in danger themselves, behind the words of the kind."""
_OUT = (
    Say(
        "If calling is too hard, send one message to one person: that you are in danger and need them to call for help "
        "now. Who could get that message?"
    ),
    Say(
        "Please don't stay alone with it. Someone in the house or next door can sit with you. Who could come to you?",
        "company",
    ),
    Say("Having somebody beside you matters more now than having the right words. Is anyone near you?", "near"),
    Say("You can put the phone on speaker and let them ask; short answers are enough. Can you call now?", "call"),
    Say("This moment is too much to be alone in. Who could be with you soonest?", "company"),
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
        Say("A wound deserves care, whatever caused it. Are you safe right now?", "safe"),
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
        Say(
            "People get through as best they can, and none of this is your fault. What would make the next hour easier?"
        ),
        Say("You set the pace here, and nothing has to be settled. What would make today a little easier?"),
        Say("You don't have to decide anything here. How are you holding up right now?"),
        Say("What happens to you matters, and you decide how much to tell. What has today been like?"),
    ),
    "violence": (
        Say("Thank you for going on with this. What has today been like?"),
        Say(
            "Some hours away from the person this is about can make room to think. Who else could be with you "
            "meanwhile?"
        ),
        Say(
            "Please keep away from any weapon, and ask someone you're at ease with to be near. Is everyone safe right "
            "now?",
            "safe",
        ),
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
        Say(
            "You know your situation best, and the choices are yours. Are you or anyone with you hurt right now?",
            "hurt",
        ),
        Say(
            "If speaking isn't safe, some emergency services take a text, though not everywhere, and a sent text can "
            "be seen. What could make this moment safer for you?"
        ),
        Say("None of this is your fault. Is there somebody you trust whom you could safely tell?"),
        Say("You deserve to be safe, and so does any child who is with you. Is everyone safe for the moment?", "safe"),
        Say("Short messages are enough, and you can stop or close this at any time. How are things around you now?"),
    ),
    "third_party": (
        Say("Have you been able to call {emergency}? They can tell you what to do while you wait.", "called"),
        Say("You are doing something hard, and you don't have to do it alone. Are they safe right now?", "safe"),
        Say(
            "If nobody has called for help yet, that comes first. They need to know who it is, where they are or were "
            "last seen, and anything said or left. What have you been able to tell them so far?"
        ),
        Say(
            "When you have called for help, keep your phone free in case they ring back; this chat can wait. What have "
            "you heard so far?"
        ),
        Say(
            "If they are with you, stay near if that is safe for you; if they are missing, please don't search alone. "
            "Who could come and be with you now?"
        ),
        Say(
            "This is a frightening thing to be in; if anything changes, tell emergency services at once. What is "
            "hardest for you at this moment?"
        ),
        Say(
            "Somebody beside you makes this easier to get through. Who else could help, where you are or where they "
            "are?"
        ),
    ),
    "third_party_abuse": (
        Say("If they are in danger right now, those at {emergency} can help. Have they been able to see a doctor?"),
        Say("Please don't step in between; stay where you are safe yourself. Are they safe right now?", "safe"),
        Say("You are doing something hard, and you don't have to do it alone. Who could help you with it?"),
    ),
    "violence": (
        Say("Please keep away from that person and from any weapon. Have you been able to call {emergency}?", "called"),
        Say("Someone you aren't angry with can make this easier to get through. Is everyone safe right now?", "safe"),
    ),
    "violence_baby": (_BABY[2], _BABY[0], _BABY[1]),
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
    Say("That's all right, you don't have to know. One small thing instead: are you warm enough right now?"),
    Say("Not knowing is an answer too, and there's no hurry. You may write a single word, or just a dot, to go on."),
    Say(
        "We can leave the words for a while. If it's comfortable, let one breath out slowly. Is anything a little "
        "different?"
    ),
    Say("Being worn out can make it hard to know. When did you last get some rest?"),
    Say("We can leave the hard questions for later. Is there one person you could safely send a word to today?"),
    Say("It's all right to be unsure. What has kept you going until now, even something small?"),
    Say("Some things have no words yet. You could begin with one thing that happened today."),
    Say("You don't owe anybody an explanation. Could you have a glass of water, and come back to this after?"),
    Say("It can be too much to sort out alone, and nobody has to. Who could you ask for a little help?"),
    Say("You have gone on writing, and that is enough for now. Has it been like this all day?"),
    Say("You can answer with a number, from one to ten, where ten is the worst. How bad is it at this moment?"),
    Say("Take all the time you need. Are you safe right now?", "safe"),
)
"""For "I don't know" while danger lasts: each asks for less than the question that it could not answer."""

PATIENT_NOW = (
    Say(
        "You don't have to know what to say. Those who answer at {emergency} ask simple questions. Can you call now?",
        "call",
    ),
    Say("That's all right. Could you call out or ring to someone close by, and say only that you need them?"),
    Say(
        "You can call without knowing what is wrong. Put the phone on speaker, and let them ask. Can you do that now?",
        "call",
    ),
    Say("You can show somebody this chat instead of explaining. Who is closest by?"),
    Say("There's no right way to say it. Is there anybody in the house or next door?"),
    Say("One small step, then. Could you tell one person you trust that you need them now?"),
    Say("We can take it in pieces. Do you have a phone that you can call from?"),
    Say(
        "Nothing else has to be decided now. Call {emergency}, or ask somebody to come and call for you. Which is "
        "first?"
    ),
    Say("It's hard to be this unsure, and harder alone. Who could be with you soonest?"),
    Say("You don't have to answer me. Please call {emergency} first; this chat can wait. Can you do that?", "call"),
)
"""The same where an act comes first."""
