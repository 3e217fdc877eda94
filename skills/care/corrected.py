"""What is said to whoever was misread, or may have been misheard, and to a wish to be dead beside another danger.

Parts of `skills.care.moments.MOMENTS`; see `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.answers import DOUBT
from skills.care.words import Say

CORRECTED: Mapping[str, Say] = {
    "misread": Say(
        "I'm sorry I misunderstood you, and thank you for saying so. I'm a program and can misread; your words "
        "count, not my guess. How are things right now, in your own words?"
    ),
    "misread:3": Say(
        "I'm sorry I misunderstood you, and thank you for saying so. I can misread, and a person can hear you "
        "better. If anyone could be in danger now, please still call {emergency}, if it is safe to call. Can you "
        "call now?",
        "call",
    ),
    "misread:abuse": Say(
        "I'm sorry I misunderstood you, and thank you for saying so. You decide what to tell and what to do. What "
        "would help you most now?"
    ),
    "misread:abuse:3": Say(
        "I'm sorry I misunderstood you, and thank you for saying so. You decide what to tell and what to do. If you "
        "are in danger and can call, the number is {emergency}. What is it like right now, if it is safe to write?"
    ),
    "misread:medical": Say(
        "I'm sorry I misunderstood you. If it could be an emergency, then whatever I wrote, please call {emergency}, "
        "even if you have called before. What is happening right now?"
    ),
    "doubted": Say(
        "Sorry, I may have misread that, and I'd rather ask than miss something. Is anyone hurt or in danger right "
        "now, you or somebody else?",
        DOUBT,
    ),
    "also": Say(
        "Thank you for telling me that too; it matters. I'd like to ask you plainly. Are you thinking about ending "
        "your life?",
        "ending",
    ),
    "also:3": Say(
        "Thank you for telling me that too; it matters. If you could be in danger now, please call {emergency} if it "
        "is safe to, and tell them this as well. Are you thinking about ending your life?",
        "ending",
    ),
}
