"""What is said to whoever can't answer or can't write freely: replies that go in turn. See `skills.care.words`."""

from __future__ import annotations

from skills.care.words import Say

HUSHED = (
    Say("A word or two is enough here. Is it safe for you to write now?", "write"),
    Say("You can close this chat at any moment, and erase it. Is it safe for you to write now?", "write"),
    Say("Is now a good time to write? Yes or no is enough.", "write"),
    Say("You don't have to answer. You can stop whenever you like, and come back when it suits you."),
    Say("Later is fine too. You don't have to say when."),
    Say("Use as few words as you like. One word is enough."),
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
