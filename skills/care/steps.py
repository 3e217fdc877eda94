"""What is said to whoever will now tell somebody or do another safe thing, or asks what follows if they do.

Parts of `skills.care.moments.MOMENTS`; see `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.words import Say

STEPS: Mapping[str, Say] = {
    "will_tell": Say(
        "Telling somebody you trust, or going to be with them, is a good step, and it can take courage. Please do it "
        "when you safely can, today if possible, and call {emergency} if it gets worse. {lines} Is anything in the way?"
    ),
    "will_tell:3": Say(
        "Telling somebody you trust is a good step. If you are hurt, have taken anything, or can't stay safe until "
        "then, call {emergency} first. Otherwise please do it now, and ask them to stay with you; this chat can wait."
    ),
    "will_tell:abuse": Say(
        "You know best what is safe, and when: telling somebody or being with them can help if it feels safe, and can "
        "wait if it doesn't. If you are in danger and can call, the number is {emergency}. {lines} "
        "Does anything make it feel unsafe?"
    ),
    "will_tell:violence": Say(
        "If it takes you away from the one you might hurt, it is a good step; please keep away from them and from any "
        "weapon. If you might act on it, call {emergency} first and say so. {lines} Are you away from them right now?",
        "from",
    ),
    "will_tell:violence_baby": Say(
        "Letting somebody help is a good step for both of you; if they come to you, the baby isn't alone. If you might "
        "act on a thought, lay the baby on its back in the cot, go to another room and call {emergency} first. {lines} "
        "Can you ask them now?"
    ),
    "will_tell:medical": Say(
        "It's good that somebody else will know. If nobody has called {emergency} yet, please call first, or ask "
        "them to; don't wait for anyone to arrive."
    ),
    "will_tell:third_party:3": Say(
        "It's good that you are doing something. If they may be hurt or hard to wake, or nobody knows where they "
        "are, call {emergency} first, or have somebody call while you go. If it could be unsafe to go in, ask "
        "{emergency} before you do."
    ),
    "will_tell:third_party_abuse": Say(
        "You know the situation better than I can; if it is safe for them and for you, telling somebody you both can "
        "trust can help. Please leave the one who hurts them out of it for now, and if anyone is in danger now, call "
        "{emergency}. {lines} Does anything make it feel unsafe?"
    ),
    "child": Say(
        "I can't know what would be decided in your case, and many parents are afraid of this; in most places, needing "
        "help is not by itself a reason to take a child. You can ask a midwife, doctor or line what they must pass on. "
        "{lines} Who would be easiest to ask?"
    ),
    "child:3": Say(
        "I can't know what would be decided later, and many parents are afraid of this. Calling for help when there "
        "is danger is a way of looking after your child too. Please call {emergency} now; you can ask for someone "
        "you trust to be with your child. Can you call now?",
        "call",
    ),
    "child:abuse": Say(
        "I can't know what would be decided, and rules differ; some are told that they will lose their child if they "
        "speak, and a threat alone doesn't make it so. A helpline for abuse can explain what happens, and what they "
        "must pass on, before you give names. If you are in danger and can call, the number is {emergency}. "
        "Would it be safe for you to ask them?"
    ),
    "wording:medical": Say(
        'You can say: "I need an ambulance." Then say where you are, what happened, and whether anyone is hard to '
        "wake or struggling to breathe; they ask the rest. Stay on the line and do what they say. Can you call now?",
        "call",
    ),
}
