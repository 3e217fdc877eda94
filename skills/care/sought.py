"""What is said where the direct question got no plain answer, where something is taken back, and where help is sought.

Parts of `skills.care.moments.MOMENTS`; see `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.theirs import THIRD_PARTY
from skills.care.words import Say

_ANGER = ("violence", "violence_baby")
_DO_AS_THEY_SAY = Say(
    "It's good that they are there. Please do as they say, and tell them everything that you noticed or took. "
    "You can leave this chat now, and come back whenever you like."
)
_NOBODY_THERE = Say(
    "Please call {emergency} again now, and stay on. If it doesn't work, ask a neighbour to call or to take you to a "
    "hospital. Who could help you right now?"
)
_ASKS_OF_OTHERS = Say(
    "I ask because I'd rather know than guess, and no answer is wrong here. {lines} A plain yes or no is enough. "
    "Do you think you might hurt someone?",
    "harm",
)

QUESTION: Mapping[str, Say] = {
    "asks_again": Say(
        "I ask because I'd rather know than guess, and no answer is wrong here. {lines} A plain yes or no is enough. "
        "Are you thinking about ending your life?",
        "ending",
    ),
    "asks_again:self_harm": Say(
        "I ask because I'd rather know than guess, and no answer is wrong here. {lines} A plain yes or no is enough. "
        "Is hurting yourself part of how things are now?",
        "hurting",
    ),
    **{f"asks_again:{kind}": _ASKS_OF_OTHERS for kind in _ANGER},
    "asks_again:eating_disorder": Say(
        "I ask because it can be serious, and no answer is wrong here. {lines} A plain yes or no is enough. "
        "Have you fainted, had chest pain or seen blood lately?",
        "signs",
    ),
    "noted": Say(
        "Thank you for answering. {lines} If the answer ever becomes another one, you can say so here at any time. "
        "What weighs most right now?",
        "ending_again",
    ),
    "held": Say(
        "It's all right not to answer. Since I can't tell whether you're safe, I'd rather stay with this than pass "
        "over it. {lines} Is anyone near you at the moment?",
        "near",
    ),
    **{
        f"held:{kind}": Say(
            "It's all right not to answer. Since I can't tell whether everyone is safe, I'd rather stay with this than "
            "pass over it. {lines} Is everyone safe right now?",
            "safe",
        )
        for kind in _ANGER
    },
    "check": Say(
        "Thank you for saying that. I may have misread you, and I'd rather ask than miss it. Are you safe right now?",
        "safe",
    ),
    **{
        f"check:{kind}": Say(
            "Thank you for saying that. I may have misread you, and I'd rather ask than miss it. "
            "Are you thinking about ending your life?",
            "ending",
        )
        for kind in ("suicide", "method_request")
    },
    **{
        f"check:{kind}": Say(
            "Thank you for saying that. I may have misread you, and I'd rather ask than miss it. "
            "Is everyone safe right now?",
            "safe",
        )
        for kind in (*THIRD_PARTY, *_ANGER)
    },
    "denied": Say(
        "Thank you for answering that so plainly. I'd rather ask once too often than miss it, and I'll stay careful "
        "for a little while. What would you like to tell me?",
        "ending_again",
    ),
    "denied:method_request": Say(
        "Thank you for answering that so plainly. Ways to be hurt stay out of this talk all the same. "
        "If the answer is ever a different one, you can say so here. What has made today so hard?",
        "ending_again",
    ),
}
"""Asked once more, held, noted, asked after something was taken back, and a plain no while danger stands."""

SOUGHT: Mapping[str, Say] = {
    "written": Say("{written} {lines} You can also go on writing here meanwhile. Which of them could you try now?"),
    "written:medical": Say(
        "This needs a voice or a person beside you. Please ask someone near you, or a neighbour, to call {emergency}. "
        "Who could do that now?"
    ),
    "unanswered": Say(
        "I'm sorry that nobody picked up, after what it took to call. {lines} {written} Who could you "
        "ring, or go to, before you try again?"
    ),
    "unanswered:3": Say(
        "Then please call {emergency} itself, now. It is there day and night, also when a line is not. "
        "{lines} Can you do that now?",
        "call",
    ),
    "unanswered:medical": _NOBODY_THERE,
    "engaged:medical": _NOBODY_THERE,
    "engaged": Say(
        "Waiting is hard when you need somebody now. {lines} {written} Who could be with you while you stay on, or try "
        "again?"
    ),
    "engaged:3": Say(
        "Please don't wait for that line. Call {emergency} now, and say what is happening. {lines} "
        "Can you do that now?",
        "call",
    ),
    "here": Say(
        "It's good that they are with you now. Please tell them in plain words what has happened, or show them this "
        "chat. {lines} What would you like them to know first?"
    ),
    "here:medical": _DO_AS_THEY_SAY,
    "here:eating_disorder": _DO_AS_THEY_SAY,
    "here:third_party": Say(
        "It's good that help is there. Let them take over, and tell them plainly what you have seen and heard. {lines} "
        "How are you holding up yourself?"
    ),
    "gone": Say(
        "It's good that there is some room right now. {lines} You can close this chat and erase it whenever you need "
        "to. Is it safe for you to write?",
        "write",
    ),
    "gone:third_party": Say(
        "Please call {emergency} now. Tell them who has left, when, and that you fear for their life; keep your phone "
        "free, and ask someone to look with you. {lines} Do you know where they might be?"
    ),
    "gone:third_party_abuse": Say(
        "It's good that there is some room right now. {lines} You could ask them what would be safe to do with it. "
        "Are they safe right now?",
        "safe",
    ),
}
"""Whether one can write instead, nobody answered, engaged, helpers are here, who hurts them has gone."""
