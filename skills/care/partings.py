"""How a talk in danger is left, closed in haste, and come back to. Parts of `skills.care.moments.MOMENTS`; see

`skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.theirs import THIRD_PARTY
from skills.care.words import Say

GOOD_MOMENT = Say(
    "Thank you for writing. You can write about anything you like, or leave it for another time. Is this a good "
    "moment for you to write?",
    "write",
)
"""Gives nothing away to somebody else who opens the chat first."""
EVERYONE = Say(
    "Thank you for writing. Before anything else I'd like to ask one thing plainly. Is everyone safe right now?", "safe"
)

PARTINGS: Mapping[str, Say] = {
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
    "leaves_well": Say(
        "Thank you for writing, and for talking about this. {lines} If it gets worse, call {emergency}, or let someone "
        "near you know, even at night. Take good care of yourself; you can write again whenever you like."
    ),
    "leaves_well:medical": Say(
        "Thank you for writing. If it gets worse, tell the people helping you or call {emergency} at once, even if you "
        "have called before. Take good care of yourself; you can write again whenever you like."
    ),
    **{
        f"leaves_well:{kind}": Say(
            "Thank you for writing, and for looking out for them. {lines} If they could be in danger again, call "
            "{emergency}. Take good care of yourself too; you can write again whenever you like."
        )
        for kind in THIRD_PARTY
    },
}
