"""The same at level 3, while the act comes first: a few replies that go in turn. See `skills.care.words`."""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.staying import BABY, STAY
from skills.care.words import Say

_FIRST = Say("One thing first, please: call {emergency}, or ask someone near you to call. Can you do that now?", "call")
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
"""For whoever is in danger themselves, behind the words of the kind."""

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
        Say(
            "You deserve to be safe, and so does any child who is with you. Is everyone safe for the moment?",
            "safe",
        ),
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
        Say(
            "If they are in danger now, please call {emergency} from where you are safe. A few words are "
            "enough: where they are, as far as you know, and whether anyone is hurt or a child is there. "
            "Have you been able to call?",
            "called",
        ),
        Say(
            "If you write to them, somebody else may read it, and may even answer. Keep it ordinary, with"
            " nothing about this in it. Is there a safe way for you to reach them?",
        ),
        Say(
            "Seeing or hearing of this can shake anyone. Your safety counts too: keep out of reach if you"
            " can, and you don't have to step in between. How are you doing yourself?",
            "self",
        ),
    ),
    "violence": (
        Say(
            "Please keep away from that person and from any weapon. Have you been able to call {emergency}?",
            "called",
        ),
        Say("Someone you aren't angry with can make this easier to get through. Is everyone safe right now?", "safe"),
        Say(
            "If the other person is near you, put down anything that could hurt somebody, and go to "
            "another room or outside, away from them. A small child can first be laid somewhere safe, "
            "such as a cot. Are they near you now?",
        ),
        Say(
            "You don't have to be calm to call {emergency}. You can say that you're afraid you could hurt"
            " somebody, and where you are. Can you call now?",
            "call",
        ),
        Say(
            "Nothing has to be settled right now. Please keep away from the other person, and leave their"
            " messages for later. Is there someone you feel calmer with, whom you could call?",
        ),
    ),
    "violence_baby": (BABY[2], *BABY[:2]),
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
        Say(
            "Please sit or lie down now, on your side if you feel sick, and don't drive yourself. If you "
            "feel faint, don't get up to open the door; somebody else can do that. Who could come and sit"
            " with you?",
            "company",
        ),
        Say(
            "Calling {emergency} is not too much to ask, and you don't have to be sure. Somebody else can"
            " call for you. If nobody has called yet, what makes it hard?",
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
