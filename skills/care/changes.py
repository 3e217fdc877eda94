"""What is said to who was not told yet, to means at hand, to what got better or worse, and of how the talk is erased.

Parts of `skills.care.moments.MOMENTS`; see `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.words import Say

_NOW = Say(
    "Please call {emergency} now, even if you have before, or ask someone near you to call. Can you do that?", "call"
)
CHANGES: Mapping[str, Say] = {
    "erase": Say(
        "To erase what I keep about you, send /forget and confirm it. Messages in a chat app, notices and browser "
        "history stay; delete what you can of them there. You can go on writing first, if you like."
    ),
    "erase:3": Say(
        "Please call {emergency} first. To erase what I keep about you, send /forget and confirm it; messages in "
        "a chat app, notices and browser history stay. Can you call now?",
        "call",
    ),
    "erase:abuse": Say(
        "To erase what I keep about you, send /forget and confirm it. Messages in a chat app, notices and browser "
        "history stay; delete only what is about this, if safe. Is it safe for you to write now?",
        "write",
    ),
    "unreached": Say(
        "It can feel like too much to wake or worry somebody, and many people would want to know at any hour. A few "
        "words are enough: that it's bad and you need company. If nobody answers, ring or try another. Who could you "
        "send it to?"
    ),
    "unreached:3": Say(
        "It may feel like too much to ask, but this is reason enough. Please call {emergency} now, or wake or ring "
        "someone and say you're in danger. Can you do that now?",
        "call",
    ),
    "means_near": Say(
        "Thank you for telling me. The strongest moments often pass, and distance gives them time to. Could you go "
        "away from it, to someone if you can, or ask someone to keep it out of your reach for now?"
    ),
    "means_near:3": Say(
        "Please leave it where it is and go away from it, to another room or out to other people. Then call "
        "{emergency}, or ask someone to call. Can you do that now?",
        "call",
    ),
    "better": Say(
        "Thank you for telling me. It can still come and go, so having someone near can still help. "
        "Are you safe right now?",
        "safe",
    ),
    "better:3": Say(
        "Thank you for telling me. It can come back, so please still call {emergency}, or have someone stay with you. "
        "Can you do that now?",
        "call",
    ),
    "better:medical": Say(
        "Even when it eases, it can still be serious. Please still call {emergency}, and don't send help away. "
        "Have you been able to call?",
        "called",
    ),
    "worse": Say(
        "Thank you for telling me. If there's someone who could be with you, please ask them now. {lines} "
        "Are you safe right now?",
        "safe",
    ),
    "worse:3": _NOW,
    "worse:eating_disorder": Say(
        "If you feel faint, ill or unsafe, call {emergency} now; if not, a doctor today. Can you do that?", "call"
    ),
    "worse:eating_disorder:3": _NOW,
    "worse:psychosis": Say(
        "Please don't stay alone with this. Ask someone you feel safe with to call {emergency} or a doctor with you, "
        "or call yourself. Who could you ask?"
    ),
    "worse:psychosis:3": Say(
        "Please don't stay alone with this. Ask someone you feel safe with to call {emergency} with you, or call "
        "yourself. Can you do that now?",
        "call",
    ),
    "worse:medical": Say(
        "Please call {emergency} now, even if you already have, and say what has changed. Can you or someone near you "
        "call?",
        "call",
    ),
    "worse:abuse": Say(
        "If you can do it safely, call {emergency} now, or go where other people are. Are you safe at this moment?",
        "safe",
    ),
    "worse:third_party": Say(
        "Please call {emergency} now, and say what is happening and where. Can you do that?", "call"
    ),
    "worse:third_party_abuse": Say(
        "Please call {emergency} now, and say what is happening and where. Can you do that safely?", "call"
    ),
    "worse:violence": Say(
        "Please put some distance between you and them first. If you feel you might act on it, call {emergency} at "
        "once. Are you away from them right now?",
        "from",
    ),
    "worse:violence_baby": Say(
        "Leave the baby with someone, or on its back in the cot, and go to another room. Call {emergency} or someone "
        "who can come at once. Can you do that now?",
        "call",
    ),
}
