"""Answers to what was told or asked in danger, by moment ("near_no") and, where it differs, by kind, level or both.

See `skills.care.words` for how they are written.
"""

from __future__ import annotations

from collections.abc import Mapping

from skills.care.beside_help import BESIDE_HELP
from skills.care.changes import CHANGES
from skills.care.corrected import CORRECTED
from skills.care.partings import PARTINGS
from skills.care.sought import QUESTION, SOUGHT
from skills.care.steps import STEPS
from skills.care.wanted import WANTED
from skills.care.words import Say
from skills.care.worried import OF_ANOTHER

NOT_YET = Say("Then please call {emergency} now, or ask someone near you to call. Can you do that now?", "call")
DO_AS_TOLD = Say("That is good to hear. Please do what the people helping you say. Is someone with you?")
PRACTICE = Say(
    "It makes sense to worry about that. Practice differs from line to line, and you can ask them first, "
    "before you say who you are. Is there someone you trust whom you would rather tell?"
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
    "near_yes:violence_baby:3": Say(
        "It's good that someone is there. Please ask them to stay with you both, and call {emergency} now, or ask "
        "them to call. Can you do that now?",
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
    "unsure:abuse": Say(
        "You know best what is safe to do right now. If you are in danger and can call, the number is {emergency}. "
        "What makes it feel unsafe?"
    ),
    "unsure:medical": NOT_YET,
    "unsure:eating_disorder:3": NOT_YET,
    "safe:medical": DO_AS_TOLD,
    "safe:eating_disorder:3": DO_AS_TOLD,  # where "Is help coming?" is asked
    "help": Say(
        "It's good that somebody has been reached. If they are coming, stay where it is safe and they can get to you, "
        "and tell them plainly how bad it is. {lines} Is anyone with you while you wait?"
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
    "away:violence_baby": Say(
        "Thank you for doing that; it was right for both of you. If the baby is in the cot, stay in another room until "
        "you feel calmer, and look in then. If you might act on a thought, call {emergency} now. {lines} Who could "
        "come and be with you?"
    ),
    "help:psychosis": Say(
        "It's good that you told someone. Please keep close to people you trust, and tell them plainly how it is. "
        "{lines} Is someone you trust with you now?",
    ),
    "help:medical": DO_AS_TOLD,
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
    "down": Say("It sounds a little steadier than before. Thank you for keeping on talking. What is on your mind now?"),
    "cleared": Say(
        "Thank you for answering that so plainly, and I take you at your word. I'd rather ask once than miss it. "
        "What has been so hard lately?",
        "ending_again",
    ),
    **QUESTION,
    **SOUGHT,
    **CHANGES,
    **CORRECTED,
    **STEPS,
    **WANTED,
    **PARTINGS,
    **OF_ANOTHER,
    **BESIDE_HELP,
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
