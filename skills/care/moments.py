"""Answers to what was told or asked in danger, by moment ("near_no") and, where it differs, by kind, level or both.

See `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.changes import CHANGES
from skills.care.sought import QUESTION, SOUGHT
from skills.care.theirs import THIRD_PARTY
from skills.care.wanted import WANTED
from skills.care.words import Say

SAFER = Say(
    "That is good to hear, and thank you for telling me. Someone staying close still helps in the days to come. "
    "How are you holding up yourself?"
)
HELPED = Say(
    "It's good that you brought someone in. Please stay where they can find you both, if that is safe for you. {lines} "
    "How are you holding up while you wait?"
)
STEADIER = Say(
    "It sounds a little steadier for them than before. You have carried a lot of this too. How are you doing now?"
)
UNSURE_OTHER = Say(
    "Not being sure is reason enough to ask for help. If they could be in danger now, call {emergency}. "
    "Who else could help?"
)
NOT_YET = Say("Then please call {emergency} now, or ask someone near you to call. Can you do that now?", "call")
DO_AS_TOLD = Say("That is good to hear. Please do what the people helping you say. Is someone with you?")
PRACTICE = Say(
    "It makes sense to worry about that. Practice differs from line to line, and you can ask them first, "
    "before you say who you are. Is there someone you trust whom you would rather tell?"
)
GOOD_MOMENT = Say(
    "Thank you for writing. You can write about anything you like, or leave it for another time. Is this a good "
    "moment for you to write?",
    "write",
)
"""Gives nothing away to somebody else who opens the chat first."""
EVERYONE = Say(
    "Thank you for writing. Before anything else I'd like to ask one thing plainly. Is everyone safe right now?", "safe"
)

MOMENTS: Mapping[str, Say] = {
    "near_yes": Say(
        "It's good that someone is near. If you trust them, you could show them this chat, or just say that you need"
        " company. Could you go to them now?",
        "call",
    ),
    "near_yes:violence_baby": Say(
        "It's good that someone is there. Please ask them to stay close, and to help you reach a midwife or doctor "
        "today. Can you tell them now?",
        "call",
    ),
    "near_no": Say(
        "Thank you for telling me. This can be harder alone, and a phone call can help too. "
        "Is there anyone you could ask to come over, or to talk with you?"
    ),
    "near_yes:psychosis": Say(
        "It's good that someone is there. Please tell them in plain words how it is, and ask them to call a doctor "
        "or {emergency} with you. If it is about them, keep away from them first, and call {emergency} yourself. "
        "Could you do that now?",
        "call",
    ),
    "near_no:psychosis": Say(
        "Thank you for telling me. It is harder alone. Please ask someone you trust to come, or call {emergency} if "
        "you feel pushed to do something that could hurt you or anyone. Who could you ask now?",
    ),
    "hush": Say(
        "Please stop here. If you safely can, send /forget, confirm and delete the chat; if not, just close it. "
        "Come back when it's safe. In danger, call {emergency} if you can."
    ),
    "hush_first": Say(
        "If you safely can, send /forget, confirm and delete the chat; if not, just close it. Come back when it's "
        "safe. I believe you, and it is not your fault. In danger, call {emergency} if you can."
    ),
    "hush_choked": Say(
        "I believe you. Being choked needs urgent medical care, even if you feel fine: call {emergency} if you "
        "can. If you safely can, send /forget, confirm, delete the chat; if not, close it."
    ),
    "leaves": Say(
        "It's all right to stop here for now, and you can write again whenever you like. If it gets worse, please "
        "call {emergency}, or let someone near you know, even at night.",
    ),
    "leaves:3": Say(
        "Please call {emergency} now, or go to someone you trust and tell them what is happening. You can write here "
        "again whenever you like."
    ),
    "leaves:medical": Say(
        "Before you rest, please call {emergency} or a doctor, even if you feel a little better. Ask someone to stay"
        " with you. You can write here again whenever you like.",
    ),
    "leaves:violence": Say(
        "Thank you for saying it here. Please keep your distance from them, and from any weapon. If you feel you "
        "might act on it, call {emergency} now. You can write here again whenever you like.",
    ),
    "leaves:violence_baby": Say(
        "Thank you for saying it here. Please have someone stay with you and the baby, and call a midwife or doctor "
        "today. If you feel you might act on one of these thoughts, call {emergency} now. You can write here again "
        "whenever you like.",
    ),
    "leaves:abuse": Say(
        "You can close this chat now. If it's safer erased, first send /forget, confirm and delete the chat. You "
        "can write again when it's safe. If in danger, call {emergency} if you can."
    ),
    "back": Say(
        "Thank you for writing again. Last time it sounded as if somebody could come to harm, so I'd like to ask "
        "first. Are you safe right now?",
        "safe",
    ),
    "back:abuse": GOOD_MOMENT,
    "revisit": Say(
        "Thank you for writing. Before anything else I'd like to ask one thing plainly. Are you safe right now?", "safe"
    ),
    "revisit:abuse": GOOD_MOMENT,
    **{
        f"{visit}:{kind}": EVERYONE
        for visit in ("back", "revisit")
        for kind in (*THIRD_PARTY, "violence", "violence_baby")
    },
    "wound_yes": Say(
        "Please have it looked at now, by a doctor, a nurse or an emergency room, or call {emergency}. "
        "They have seen this before. Is someone with you who could help?"
    ),
    "alone_yes": Say(
        "Please move away from anything you could use to hurt yourself, call {emergency} now, and stay on the line. "
        "Can you call now?",
        "call",
    ),
    "alone_no": Say(
        "It's good that someone is there. Please tell them now, in plain words, that you are in danger, and ask"
        " them to call {emergency}. Can you do that now?",
        "call",
    ),
    "safe": Say(
        "It's good to hear that you're safe right now. Thank you for telling me. You still deserve a person "
        "beside you in this. What would help you through the next hours?"
    ),
    "steady_no": Say(
        "Thank you for saying so plainly. Please go where you feel safer, and be with someone you trust. If someone "
        "could hurt you, or you feel pushed to hurt yourself or anyone, call {emergency} now. {lines} "
        "What makes it feel unsafe?"
    ),
    "unsure": Say(
        "Thank you for being honest about that; not being sure counts. Please don't stay alone with it: go to someone "
        "you trust, or call {emergency}. What makes it feel unsafe?"
    ),
    "unsure:third_party": UNSURE_OTHER,
    "unsure:third_party_abuse": UNSURE_OTHER,
    "unsure:abuse": Say(
        "You know best what is safe to do right now. If you are in danger and can call, the number is {emergency}. "
        "What makes it feel unsafe?"
    ),
    "unsure:medical": NOT_YET,
    "unsure:eating_disorder:3": NOT_YET,
    "safe:third_party": SAFER,
    "safe:third_party_abuse": SAFER,
    "safe:medical": DO_AS_TOLD,
    "safe:eating_disorder:3": DO_AS_TOLD,  # where "Is help coming?" is asked
    "help": Say(
        "It's good that you reached someone. If they are coming, stay where it is safe and they can get to you, and "
        "tell them plainly how bad it is. {lines} Is anyone with you while you wait?"
    ),
    "company": Say(
        "If it's someone you feel safe with, it's good that they are there. You don't have to talk about all of it. "
        "{lines} Are you safe right now?",
        "safe",
    ),
    "company:3": Say(
        "{lines} If the one with you is someone you feel safe with, please tell them now, in plain words, that you are "
        "in danger. Ask them to call {emergency} with you. Can you do that now?",
        "call",
    ),
    "away": Say(
        "Thank you for doing that. Distance can make this easier to get through. {lines} Are you safe right now?",
        "safe",
    ),
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
    "help:psychosis": Say(
        "It's good that you told someone. Please keep close to people you trust, and tell them plainly how it is. "
        "{lines} Is someone you trust with you now?",
    ),
    "help:medical": DO_AS_TOLD,
    "help:third_party": HELPED,
    "help:third_party_abuse": HELPED,
    "refuses:abuse": Say(
        "It's your choice, and you know best what is safe. Many lines also answer by text or chat. Is there anyone "
        "you trust with this?"
    ),
    "refuses:3": Say(
        "Calling can feel impossible, and you don't have to explain why. Please tell one person you trust now what "
        "is happening, and ask them to come, or to call {emergency} for you. Who could that be?",
    ),
    "refuses:medical": Say(
        "It can be hard to make that call. Please ask someone near you, or a neighbour, to call {emergency} or a "
        "doctor for you. Who could you ask right now?",
    ),
    "down:third_party": STEADIER,
    "down:third_party_abuse": STEADIER,
    "down": Say("It sounds a little steadier than before. Thank you for keeping on talking. What is on your mind now?"),
    "cleared": Say(
        "Thank you for answering that so plainly, and I take you at your word. I'd rather ask once than miss it. "
        "What has been so hard lately?",
        "ending_again",
    ),
    **QUESTION,
    **SOUGHT,
    **CHANGES,
    **WANTED,
    "lines:1": Say("{lines} You can go on writing here as well. What is going on today?"),
    "lines": Say("{lines} You can write to me while you wait."),
    "lines:medical": Say("Please call {emergency} now; don't wait for me. Is someone with you?"),
    "refuses": Say(
        "That's all right, it's your choice whether to call. {written} A person you trust can be just as good. "
        "Who could you let know how bad it is?"
    ),
    "police:psychosis": Say(
        "That sounds frightening to live with. You can begin with one person you trust, and ask them to stay with "
        "you and help you reach a doctor. If you feel pushed to hurt yourself or anyone, call {emergency} now. Who "
        "could that be?",
    ),
    "police:3": Say(
        "It makes sense to worry about that. Help is needed now, so please call {emergency}, or ask someone beside "
        "you to call. Can you do that?",
        "call",
    ),
    "police:abuse": PRACTICE,  # at level 3 too
    "police": PRACTICE,
}

MISHEARD = "Sorry, I think I misread that; I'd rather be too careful than miss something."
"""Stands before the reply to whoever was taken for in danger and isn't."""
WELCOME_BACK = (
    "Thank you for writing again. Last time we talked about something very hard. You can say how it is now, or tell me "
    "about anything else."
)
"""Stands before the reply of the next visit where the danger had passed by the end of the last one."""
