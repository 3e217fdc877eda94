"""Answers to whoever worries about somebody else, or might hurt one. Parts of `skills.care.moments.MOMENTS`; see

`skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.words import Say

SAFER = Say(
    "That is good to hear, and thank you for telling me. Someone staying close still helps in the days to come. "
    "How are you holding up yourself?"
)
HELPED = Say(
    "It's good that somebody else knows now. If you are with the one you worry about, please stay where help can find "
    "you both, as long as that is safe for you. {lines} How are you holding up while you wait?"
)
STEADIER = Say(
    "It sounds a little steadier for them than before. You have carried a lot of this too. How are you doing now?"
)
UNSURE_OTHER = Say(
    "Not being sure is reason enough to ask for help. If they could be in danger now, call {emergency}. "
    "Who else could help?"
)

OF_ANOTHER: Mapping[str, Say] = {
    "how_more": Say(
        "You could write: \"I'm worried about you, and I'm not angry. Please tell me if you are thinking about ending "
        'your life." Whatever they answer, tell one more person, an adult if you are young. Call {emergency} if it '
        "could be soon. Who could you tell?"
    ),
    "how_more:3": Say(
        'You could write: "I\'m not angry. Please tell me where you are." An adult or {emergency} needs to know too, '
        "now; it is right to tell, even if they are angry. If they stop answering, call {emergency} yourself at once. "
        "Who could you wake or ring to make the call?"
    ),
    "how_more:third_party_abuse": Say(
        'Only if it is safe for them to get a message, keep it ordinary: "Thinking of you. It would be nice to see '
        'you soon." The rest is safer said when you are alone together. When could you see them?'
    ),
    "how_more:third_party_abuse:3": Say(
        "If they are in danger now, please don't write it to them; somebody else could read it. Call {emergency} "
        "from somewhere safe, and say where they are and what you know. Can you call now?",
        "call",
    ),
    "unsure:third_party:3": Say(
        "Then please call {emergency} now, or have somebody near you call, even if it was done before. Say where "
        "they are or may be and what you fear; you don't have to be sure. Can you do that now?",
        "call",
    ),
    "unsure:third_party": UNSURE_OTHER,
    "unsure:third_party_abuse": UNSURE_OTHER,
    "safe:third_party": SAFER,
    "safe:third_party_abuse": SAFER,
    "asked_yes": Say(
        "Asking them was hard, and it was good that you did. Whatever the answer, stay close if you can, and let one "
        "more person know. Is anyone with them right now?",
        "theirs",
    ),
    "asked_yes:third_party_abuse": Say(
        "It can mean a lot to be asked. Whatever the answer, you can stay in touch and let them know that you believe "
        "them. How are you holding up yourself?"
    ),
    "asked_no": Say(
        "It is a hard question to say aloud. Plain words are enough, and asking does not plant the idea. "
        "What makes it hard to ask?"
    ),
    "theirs_yes": Say("It's good that they are not alone. How are you holding up in all this?"),
    "theirs_no": Say(
        "Then it would help if somebody went to them, or stayed on the phone with them. If they are in danger now, "
        "call {emergency}. Who could do that with you?"
    ),
    "secret": Say(
        "That is a heavy thing to be asked, and you did nothing wrong. When a life may be at stake, please don't keep "
        "it secret; you can tell them so openly, and that you care. Who is one person you both trust?"
    ),
    "secret:3": Say(
        "That is a heavy thing to be asked, and you did nothing wrong. It is too much for one person to keep, so "
        "please call {emergency} now and say what is happening. You can explain it afterwards to the one who asked "
        "you. Can you call now?",
        "call",
    ),
    "secret:third_party_abuse": Say(
        "That is a heavy thing to be asked. You can get advice from a line without naming them, and ask them what "
        "would be safe to share. A child needs a safe adult to know; if anyone is in danger right now, don't keep it "
        "secret and call {emergency}. Who could you talk to, without naming them?"
    ),
    "wont": Say(
        "It is hard to watch somebody turn help away. You can't decide it for them, and you can still get advice "
        "yourself, from a line or a doctor. Who else do they listen to?"
    ),
    "wont:3": Say(
        "It is hard to watch somebody turn help away. When a life is in danger you can call {emergency} all the same, "
        "and they can tell you what to do. Can you do that now?",
        "call",
    ),
    "wont:third_party_abuse": Say(
        "It is hard to watch. Many people need time, and an adult makes that choice; staying in touch without blame "
        "keeps a door open. If they are in danger right now, you can call {emergency} all the same. What do you most "
        "wish they knew?"
    ),
    "how": Say(
        "You don't need perfect words. You can say that you have noticed, ask them directly, listen without arguing, "
        "and stay until someone else is there too. What worries you most about saying it?"
    ),
    "how:third_party_abuse": Say(
        "You don't need perfect words. You can say that you believe them, that it is not their fault, and ask what "
        "would help. What worries you most about saying it?"
    ),
    "blame": Say(
        "Looking back, the signs seem clearer than they were. You are paying attention now, and that matters. "
        "How are you holding up yourself?"
    ),
    "defend": Say(
        "That sounds serious, and it's good that you said it here; anger is understandable when somebody you care "
        "about is hurt. For now, please keep your distance from that person, and from any weapon. If anyone is in "
        "danger right now, call {emergency}. Are you away from them right now?",
        "from",
    ),
    "from_no": Say(
        "Please put some distance between you first, even for an hour. If you feel you might act on it, call "
        "{emergency}. Who could you go to now?"
    ),
    "from_yes": Say(
        "Thank you for keeping away. Distance gives everyone some time. How is the one you worry about?",
    ),
    "from_yes:violence": Say(
        "Thank you for keeping away. Distance gives everyone some time. What happened before it came to this?",
    ),
    "hurt_yes": Say(
        "Please call {emergency} now, and say that somebody is hurt. They can tell you what to do while you wait. "
        "Have you been able to call?",
        "called",
    ),
    "help:third_party": HELPED,
    "help:third_party_abuse": HELPED,
    "down:third_party": STEADIER,
    "down:third_party_abuse": STEADIER,
    "for_other": Say(
        "Thank you for saying so; if that changes for you, you can say it here too. Is anyone with them right now?",
        "theirs",
    ),
    "for_other:3": Say(
        "Thank you for saying so; if that changes for you, you can say it here too. If nobody has called for help yet, "
        "please call {emergency} now. Is anyone with them right now?",
        "theirs",
    ),
    "for_other:third_party_abuse": Say(
        "Thank you for saying so; if that changes for you, you can say it here too. Are they safe right now, as far as "
        "you know?",
        "safe",
    ),
    "for_other:third_party_abuse:3": Say(
        "Thank you for saying so. If they are in danger now and nobody has called for help yet, please call "
        "{emergency} from somewhere safe. Are they safe right now, as far as you know?",
        "safe",
    ),
}
