"""What is said to whoever asks, in danger, who is told of it, what to write to somebody, whether to call, for company,

or whose fault it is. Parts of `skills.care.moments.MOMENTS`; see `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.words import Say

WANTED: Mapping[str, Say] = {
    "tells": Say(
        "I'm a program and contact nobody. Lines and doctors have their own rules; you can ask what they must pass on "
        "before you say more. Who are you worried might hear of it?"
    ),
    "wording": Say(
        "You could send: \"I'm really struggling and don't want to be alone. Please call or come over.\" Make it "
        "yours; say how bad it is, if you can. Who could you send it to?"
    ),
    "wording:3": Say(
        "You could send: \"I'm not safe on my own. Please come now, or get me help.\" Don't wait for an answer: call "
        "{emergency} now. Can you send it now?"
    ),
    "should_call": Say(
        "If you might act on it, or can't keep yourself safe, yes: call {emergency} now. If not, it is still reason to "
        "call a line. {lines} Are you safe right now?",
        "safe",
    ),
    "should_call:3": Say(
        "Please call {emergency} now. It is what they are there for, and they can tell you what to do. "
        "Can you call now?",
        "call",
    ),
    "should_call:medical": Say(
        "Please call {emergency} now, even if you aren't sure. They can tell you what to do and send help. "
        "Can you call now?",
        "call",
    ),
    "should_call:abuse": Say(
        "If you are in danger and can do it safely, call {emergency}. You don't have to be hurt first. "
        "Are you safe at this moment?",
        "safe",
    ),
    "should_call:abuse:3": Say(
        "Call {emergency} as soon as you safely can. You don't have to be hurt first. Can you call safely now?", "call"
    ),
    "should_call:third_party": Say(
        "If they could be in danger now, please call {emergency}, and say where they are and what you know. If not, "
        "a crisis line can help you think it over. {lines} Are they safe right now, as far as you know?",
        "safe",
    ),
    "should_call:third_party:3": Say(
        "Please call {emergency} now, even if you aren't sure, and say where they are or may be and what you see. If "
        "you are outside a closed place, keep out and leave it shut until you have asked {emergency} if it is "
        "safe for you. Stay on the line and do what they say. Can you call now?",
        "call",
    ),
    "should_call:third_party_abuse": Say(
        "If they are in danger right now, call {emergency} from somewhere safe. If not, a helpline can help you "
        "think. Are they safe right now?",
        "safe",
    ),
    "should_call:eating_disorder": Say(
        "If you fainted, have chest pain or can't keep fluids down, yes: call {emergency} now. If not, call a doctor "
        "today. Can you do that?",
        "call",
    ),
    "should_call:psychosis": Say(
        "If you feel pushed to hurt yourself or anyone, or can't bear it alone, yes: call {emergency} now. If not, "
        "call a doctor today. Could someone call with you?",
        "call",
    ),
    "should_call:violence": Say(
        "If you might act on it, first put some distance between you and them, then call {emergency} and say so. "
        "Are you away from them right now?",
        "from",
    ),
    "should_call:violence_baby": Say(
        "If you might act on one of these thoughts, yes: leave the baby with someone, or on its back in the cot, and "
        "call {emergency} now. If not, call a midwife or doctor today. Can you do that?",
        "call",
    ),
    "stays": Say(
        "I'm a program, not a person. I can answer when you write, but someone beside you could do more. "
        "Who could be with you, or on the phone?"
    ),
    "stays:abuse": Say(
        "I'm a program, not a person, and can answer when you write. Write only while it is safe for you. "
        "Is it safe now?",
        "write",
    ),
    "fault": Say(
        "You didn't choose to be in this much pain, and it says nothing against you. What makes it feel like your "
        "fault?"
    ),
    "fault:abuse": Say(
        "No. What somebody does to you is not your fault, whatever came before it. How are you right now?"
    ),
}
