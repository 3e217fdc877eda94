"""What is said where the direct question got no plain answer, where something is taken back, and where help is sought.

Parts of `skills.care.moments.MOMENTS`; see `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.theirs import THIRD_PARTY
from skills.care.words import Say

_ANGER = ("violence", "violence_baby")
_DO_AS_THEY_SAY = Say(
    "If a doctor, an ambulance crew or someone you trust is with you, that's good. Please let them look after you, and "
    "tell them everything that you noticed or took. You can leave this chat now, and come back whenever you like."
)
_NOBODY_THERE = Say(
    "Please call {emergency} now, even if you have tried, and stay on. If it doesn't work, ask a neighbour to call or "
    "to take you to a hospital. Who could help you right now?"
)
_ASKS_OF_OTHERS = Say(
    "I ask because I'd rather know than guess, and you can say either. {lines} A plain yes or no is enough. "
    "Do you think you might hurt someone?",
    "harm",
)

QUESTION: Mapping[str, Say] = {
    "asks_again": Say(
        "I ask because I'd rather know than guess, and you can say either. {lines} A plain yes or no is enough. "
        "Are you thinking about ending your life?",
        "ending",
    ),
    "asks_again:self_harm": Say(
        "I ask because I'd rather know than guess, and you can say either. {lines} A plain yes or no is enough. "
        "Are you hurting yourself these days?",
        "hurting",
    ),
    **{f"asks_again:{kind}": _ASKS_OF_OTHERS for kind in _ANGER},
    "asks_again:eating_disorder": Say(
        "I ask because these signs can be serious, and you can say either. {lines} A plain yes or no is enough. "
        "Have you fainted, had chest pain or brought up blood in the last few days?",
        "signs",
    ),
    "noted": Say(
        "Thank you for answering, and for saying more. {lines} If your answer changes, you can say so here. "
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
        "Thank you for saying that. Sorry if I misread you; I ask once, to be sure. Are you safe right now?",
        "safe",
    ),
    **{
        f"check:{kind}": Say(
            "Thank you for saying that. Sorry if I misread you; I ask once, to be sure. "
            "Are you thinking about ending your life?",
            "ending",
        )
        for kind in ("suicide", "method_request")
    },
    "check:abuse": Say(
        "Thank you for saying that. I may have misread you, and you decide what to tell here. Are you safe right now?",
        "safe",
    ),
    **{
        f"check:{kind}": Say(
            "Thank you for saying that. Sorry if I misread you; I ask once, to be sure. Is everyone safe right now?",
            "safe",
        )
        for kind in (*THIRD_PARTY, *_ANGER)
    },
    "told_safe": Say(
        "Thank you for telling me. I ask plainly all the same, to be sure. Are you safe right now?",
        "safe",
    ),
    **{
        f"told_safe:{kind}": Say(
            "Thank you for telling me. I ask plainly all the same, to be sure. Is everyone safe right now?",
            "safe",
        )
        for kind in (*THIRD_PARTY, *_ANGER)
    },
    "denied": Say(
        "Thank you for answering that so plainly. I'd rather ask once too often than miss it. If it changes, you can "
        "say so here. What would you like to tell me?",
        "ending_again",
    ),
    "denied:method_request": Say(
        "Thank you for answering that so plainly. I still won't go into ways of being hurt. If your answer changes, "
        "you can say so here. What has made today so hard?",
        "ending_again",
    ),
}
"""Asked once more, held, noted, asked after something was taken back, and a plain no while danger stands."""

SOUGHT: Mapping[str, Say] = {
    "written": Say("{written} {lines} You can also go on writing here meanwhile. What could you try first?"),
    "written:medical": Say(
        "Writing may be too slow for this. Please ask someone near you, or a neighbour, to call {emergency} and speak "
        "for you. Who could do that now?"
    ),
    "unanswered": Say(
        "It's hard when nobody picks up, and trying again can be worth it. {lines} {written} "
        "Who else could you ring meanwhile?"
    ),
    "unanswered:3": Say(
        "{lines} But please don't wait for an answer now. Call {emergency} itself, even if you have tried before. "
        "Can you do that now?",
        "call",
    ),
    "unanswered:medical": _NOBODY_THERE,
    "unanswered:third_party": Say(
        "It can be frightening when nobody answers. {lines} If the one you worry about could be in danger now, don't "
        "wait to be rung back: call {emergency}, and say where they are or may be. Who else could go to them, or might "
        "know where they are?"
    ),
    "unanswered:third_party:3": Say(
        "Please don't wait to be rung back: call {emergency} now, even if you have tried before, and say where the one "
        "you worry about is or may be. It can be frightening when nobody answers, and you don't have to be sure before "
        "you call. {lines} Can you call {emergency} now?",
        "call",
    ),
    "engaged:medical": _NOBODY_THERE,
    "engaged": Say(
        "Waiting is hard when you need somebody now. {lines} {written} Who could be with you while you stay on, or try "
        "again?"
    ),
    "engaged:3": Say(
        "{lines} But please don't wait for a line now. Call {emergency}, and say what is happening. Can you do that "
        "now?",
        "call",
    ),
    "here": Say(
        "If people you trust are with you now, that's good. A few plain words are enough, and you decide what to show "
        "them. {lines} What would you like them to know first?"
    ),
    "here:medical": _DO_AS_THEY_SAY,
    "here:eating_disorder": _DO_AS_THEY_SAY,
    "here:third_party": Say(
        "It's good that help is there. Let them take over, and tell them plainly what you have seen and heard. {lines} "
        "How are you holding up yourself?"
    ),
    "gone": Say(
        "You know best how long this may last, and what is safe meanwhile. {lines} You can close this chat and erase "
        "it whenever you need to. Is it safe for you to write?",
        "write",
    ),
    "gone:third_party": Say(
        "If they have left and may be in danger, please call {emergency} now. Say who it is, when they left and what "
        "worries you; ask someone to stay with you meanwhile. {lines} Do you know where they might be?"
    ),
    "how:third_party:3": Say(
        "If nobody has called {emergency} yet, please call now, before anything else. Say who it is, where they are or "
        "were last seen, and what they said or left. Can you do that now?",
        "call",
    ),
    "gone:third_party_abuse": Say(
        "Thank you for telling me. {lines} If you can reach the one you worry about safely, ask what would help; they "
        "know best. Are they safe right now?",
        "safe",
    ),
}
"""Whether one can write instead, nobody answered, engaged, helpers are here, who hurts them has gone."""
