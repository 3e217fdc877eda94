"""The first words in danger, by kind and level: two to five short sentences, one question at most.

Nothing is filled in from what the person wrote. {emergency} is a number or "your local emergency number"; {lines} is
one sentence with the line of the person's country, or with the international directory. Every change here needs a
second reader and a reason in the commit; tests read every text through `skills.reply_gate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Say:
    """A text and the question it leaves open ("" when its answer changes nothing)."""

    text: str
    asks: str = ""


FIRST: Mapping[tuple[str, int], Say] = {
    ("suicide", 1): Say(
        "That sounds very heavy. Thank you for saying it. I'd like to ask you plainly, because it matters. "
        "Are you thinking about ending your life?",
        "ending",
    ),
    ("suicide", 2): Say(
        "Thank you for telling me. I'm a computer program, so I can't be with you or call anyone, and you deserve"
        " a person right now. {lines} Is anyone near you at the moment?",
        "near",
    ),
    ("suicide", 3): Say(
        "Please call {emergency} now, or ask someone beside you to call. If you can, move away from anything you "
        "could use to hurt yourself. I'm a program, so I can't call for you. {lines} Are you alone right now?",
        "alone",
    ),
    ("self_harm", 1): Say(
        "Thank you for telling me. There's no shame in having been there. Is hurting yourself part of how things "
        "are now?",
        "hurting",
    ),
    ("self_harm", 2): Say(
        "Thank you for telling me, and you won't be judged for it here. If a wound is deep or won't stop "
        "bleeding, please let someone look at it now, or call {emergency}. {lines} Do you have a wound that "
        "needs care right now?",
        "wound",
    ),
    ("self_harm", 3): Say(
        "Please call {emergency} now, or ask someone near you to call. They can tell you what to do while you wait. "
        "I'm a program, so I can't call for you. {lines} Are you alone right now?",
        "alone",
    ),
    ("method_request", 2): Say(
        "I won't help with ways to die or be hurt. I do want to know what made today so hard. {lines} "
        "Are you thinking about ending your life?",
        "ending",
    ),
    ("method_request", 3): Say(
        "Please call {emergency} now, or ask someone beside you to call. If you can, move away from anything you "
        "could use to hurt yourself. I won't help with ways to die or be hurt, and you deserve a person right now. "
        "{lines} Are you alone right now?",
        "alone",
    ),
    ("third_party", 1): Say(
        "That must have been frightening to live through. It makes sense that it stays with you. "
        "How are you holding up with it now?",
    ),
    ("third_party", 2): Say(
        "It makes sense that you're worried. Ask them directly whether they are thinking about suicide; asking "
        "does not plant the idea. Stay with them if you can, don't keep it secret, and bring in someone you both "
        "trust. {lines} How are you holding up?",
    ),
    ("third_party", 3): Say(
        "Please call {emergency} now and tell them what is happening. Stay with them if that is safe for you, or "
        "keep them talking, and ask someone else to come. Don't keep it secret. {lines} Are you with them right "
        "now?",
    ),
    ("third_party_abuse", 1): Say(
        "That must have been frightening, for them and for you. It makes sense that it stays with you. "
        "How are you holding up with it now?",
    ),
    ("third_party_abuse", 2): Say(
        "It makes sense that you're worried, and it is not their fault. You could tell them that you believe them, "
        "and ask what would help. If they are an adult, the next step is theirs to choose; a child needs a safe adult. "
        "{lines} How are you holding up?",
    ),
    ("third_party_abuse", 3): Say(
        "Please call {emergency} if they are in danger now, and say what is happening. Don't step in between; stay "
        "where you are safe yourself. {lines} Are you with them right now?",
    ),
    ("abuse", 1): Say(
        "I believe you, and it was not your fault. You can tell me as much or as little as you like. Are you safe"
        " these days?",
        "these_days",
    ),
    ("abuse", 2): Say(
        "I believe you, and it is not your fault. {lines} If somebody might see this, you can close the chat and "
        "erase it. Is it safe for you to write right now?",
        "write",
    ),
    ("abuse", 3): Say(
        "I believe you, and it is not your fault. If you are in danger now and can do it safely, call "
        "{emergency}. {lines} You can close this chat and erase it. Is it safe for you to write right now?",
        "write",
    ),
    ("violence", 1): Say(
        "Thank you for saying it. I'd like to ask plainly, and I may have misread you. Do you think you might hurt "
        "someone?",
        "harm",
    ),
    ("violence", 2): Say(
        "That sounds serious, and it's good that you said it here. For now, please put distance between you and them, "
        "and between you and any weapon. {lines} Are you away from them right now?",
        "from",
    ),
    ("violence", 3): Say(
        "Please call {emergency} now, and say what is happening. Put as much distance as you can between you and "
        "them, and between you and any weapon. I'm a program, so I can't call for you. {lines} Is anybody hurt?",
        "hurt",
    ),
    ("medical", 2): Say(
        "That should be looked at today, and I'm a program, so I can't judge how serious it is. Please call a doctor"
        " or a medical advice line now. If it gets worse, if nobody answers, or if you are unsure, call {emergency}."
        " Is someone with you?",
    ),
    ("medical", 3): Say(
        "This can be an emergency. Please call {emergency} now; don't wait for me. If you can't call, ask someone"
        " near you to do it. Is someone with you?",
    ),
    ("eating_disorder", 1): Say(
        "Thank you for telling me. That sounds exhausting to carry. Have you fainted, had chest pain or seen "
        "blood lately?",
        "signs",
    ),
    ("eating_disorder", 2): Say(
        "It's good that you told me. Please get medical help today, and say there what you told me. If you "
        "faint or your chest hurts, call {emergency}. {lines} Who could go with you?",
    ),
    ("eating_disorder", 3): Say(
        "Please call {emergency} now, or ask someone near you to call, and say what you told me. You don't have to "
        "be sure that it is bad enough. I'm a program, so I can't call for you. {lines} Is someone with you?",
    ),
    ("psychosis", 1): Say(
        "Thank you for telling me. I'd like to understand it better, and I may have misread you. If it frightens you"
        " or keeps you awake, a doctor is a good person to tell. Do you feel safe at the moment?",
        "steady",
    ),
    ("psychosis", 2): Say(
        "It's good that you told me; that can be frightening to live with. Please be with someone you trust, and "
        "talk to a doctor today. If you don't feel safe, or feel pushed to hurt yourself or anyone, call {emergency}"
        " now. {lines} Is someone you trust with you right now?",
        "near",
    ),
    ("psychosis", 3): Say(
        "Please call {emergency} now, or ask someone you trust to call. If something tells you to hurt yourself or "
        "anyone, you don't have to do it; keep away from anything you could use, and from anyone it is about. I'm a "
        "program, so I can't call for you. {lines} Is someone you trust with you right now?",
        "near",
    ),
}

TAKEN = Say(
    "Please call {emergency} now, even if you feel fine. If you can't, ask someone beside you to call. I'm a "
    "program, so I can't call for you. {lines} Are you alone right now?",
    "alone",
)
CHOKED = Say(
    "I believe you, and it is not your fault. Being choked can do harm that shows only later, so please get "
    "urgent medical care, or call {emergency}, even if you feel all right. {lines} You can close this chat and "
    "erase it. Is it safe for you to write right now?",
    "write",
)
CHOKED_OTHER = Say(
    "Being choked can do harm that shows only later, so they need urgent medical care now, even if they feel all "
    "right. You could tell them that, and offer to go with them; if they are in danger or feel faint, call "
    "{emergency}. {lines} Are you with them right now?",
)
BABY = Say(
    "Frightening thoughts and moments come to many parents; you are not the only one, and it's good that you said it. "
    "If it gets too much, lay the baby on its back in the cot, close the door and step out for a few minutes; it's all "
    "right if it cries. Please have someone stay with you both, and call a midwife or doctor today; if you might act "
    "on a thought, or the baby may be hurt, call {emergency} now. {lines} Is someone with you and the baby?",
    "near",
)
HANDED = Say(
    "Please hand the baby to someone you trust who is near, or lay it on its back in the cot, and go to another room. "
    "Then call {emergency} and say what has happened or what you're afraid you might do; asking for help is a way of "
    "looking after you both. {lines} Are you both safe right now?",
    "safe",
)
YOUNG = Say(
    "I believe you, and you did nothing wrong; a grown-up you trust, who is not the one hurting you, can help. "
    "{lines} You can close this chat and erase it. Is it safe for you to write right now?",
    "write",
)
GUESSED: Mapping[int, Say] = {
    1: Say(
        "Thank you for telling me. Whatever is happening, you deserve to be safe, and you can tell me as much or as "
        "little as you like. Are you safe these days?",
        "these_days",
    ),
    2: Say(
        "Thank you for telling me; whatever is happening, you deserve to be safe. {lines} You can close this chat "
        "and erase it whenever you like. Is it safe for you to write right now?",
        "write",
    ),
    3: Say(
        "Thank you for telling me; you deserve to be safe. If you are in danger now and can do it safely, call "
        "{emergency}. {lines} You can close this chat and erase it. Is it safe for you to write right now?",
        "write",
    ),
}
"""For abuse that only the danger classifier found: what may be a voice's doing is neither believed nor doubted."""
WORRIED = Say(
    "I may have misread you, but I'd rather ask than miss something. Are you worried that somebody could be in danger?",
    "worried",
)
"""For somebody else's danger that only the danger classifier found, and not surely."""
