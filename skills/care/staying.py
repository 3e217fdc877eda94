"""What is said while danger lasts and nothing new is told: a few replies that go in turn. See `skills.care.words`."""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.words import Say

_BOTH = Say("It is hard to carry somebody else's danger. Are you both safe right now?", "safe")
_REST = Say("You may rest too; you don't have to do all of it. Who looks after you in this?")
_SAFE = Say("Thank you for telling me. Are you safe right now?", "safe")
BABY = (
    Say(
        "Many parents have frightening thoughts, and saying so is a way of getting help. Please let someone stay with "
        "you and the baby. Who could that be?",
        "company",
    ),
    Say(
        "You can say it to a midwife or doctor in the words you used here. Have you been able to reach one?",
        "called",
    ),
    Say(
        "If you feel you might act on one of these thoughts, give the baby to someone you trust, or lay the baby in "
        "the cot and step out. Then call {emergency}. Are you both safe right now?",
        "safe",
    ),
    Say(
        "Being worn out can make every thought louder. Who could look after the baby for a few hours, so that you can "
        "rest?"
    ),
    Say(
        "If the baby cries for hours, that is hard to bear, and it isn't against you. You can lay the baby on its back "
        "in the cot and step out for a few minutes, even if it cries. What would help you to get some rest?"
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
        Say(
            "Thank you for trusting me with this. You don't have to make it sound better than it is. What"
            " led to it?",
        ),
        Say("It sounds like there was something very hard to bear. What might have helped in that moment?"),
        Say("A wound deserves care, whatever caused it. Are you safe right now?", "safe"),
        Say(
            "If there is something near that you could hurt yourself with, you can move away from it, or "
            "ask somebody to keep it for you. Being near other people can help too, if they are safe for "
            "you. Is one of these possible right now?",
        ),
        Say(
            "You can be with someone without talking about any of this, if you'd rather not. Is there "
            "somebody whose company is easy for you right now?",
            "company",
        ),
        *_ON,
    ),
    "third_party": (
        Say("You are doing something hard by not looking away. Have you been able to ask them directly?", "asked"),
        Say("You don't have to hold this alone. Who else could you bring in, in the family or outside it?"),
        _BOTH,
        Say(
            "Looking after somebody in trouble takes a lot out of a person. How are you holding up "
            "yourself?",
            "self",
        ),
        _REST,
        Say("You don't need to be certain to take it seriously. What have you seen or heard that worried you most?"),
        Say(
            "If you can do it safely, move things that they could hurt themselves with out of their "
            "reach, but don't take anything out of their hand. You don't have to do this alone. Is "
            "somebody with them at the moment?",
        ),
        Say(
            "It can help the person you worry about to know when they'll next hear from you, so choose a "
            "time that you can keep. If you think they are in danger before then, don't wait: call "
            "{emergency}. When could you write to them?",
        ),
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
        Say(
            "You wrote it here, and there is still time to choose what comes next. What could help to "
            "keep everybody safe, you too?",
        ),
        Say(
            "It can be hard to say this to anyone. You could tell a doctor, and ask first what a doctor "
            "has to pass on. Is there anyone you could tell?",
        ),
    ),
    "violence_baby": BABY,
    "medical": (
        Say(
            "I can't judge how serious this is; those who answer at {emergency} can. Have you been able to call?",
            "called",
        ),
        Say("Please call {emergency} if nobody has yet. They can tell you what to do. Is help coming?", "safe"),
        Say(
            "When you call, stay on the line for as long as they say, then keep the phone free; this chat can wait. Is "
            "there somebody who can open the door to them?",
        ),
        Say(
            "Please don't wait to call until you know everything. Those who answer at {emergency} ask "
            "where you are and what happened, and \"I don't know\" is a fine answer. When did it begin, "
            "roughly?",
        ),
        Say(
            "Someone who is awake can sit or lie as breathing is easiest; after a bad fall, keep still. "
            "Ask on the phone before anything is eaten or drunk. If it gets worse, or somebody can't be "
            "woken, call {emergency} straight away, even a second time. Is it better, the same or worse "
            "now?",
        ),
        Say(
            "It's safer not to be alone with this, and not to drive yourself. A neighbour is fine, and "
            "you don't have to wait for them before you call. Who could come over?",
            "company",
        ),
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
