"""What participants are told, as on the pages in a browser (`worlds/web/templates`)."""

from __future__ import annotations

from bot.frontends.menu.page import paragraphs
from bot.frontends.web.lines import directory
from worlds.studies.ledger import Participation
from worlds.studies.study import Outcome, Study

CHAT = (
    "You will write about something on your mind, and that can stir things up. If a program thinks that somebody may "
    "be in danger, the study ends for you{paid}; no person is told, and crisis lines are named where they are known. "
    "What you write is kept under a number; please name nobody."
)
SAD = (
    "Some talks are sad, and some may be hard to read. You can skip one, or stop. Your answers are kept under a number."
)
ADULTS = "Only adults may take part."
HELP = (
    "If something here upsets you, you can stop at any time. Nobody watches {here} for emergencies. If you or somebody "
    "near you is in danger, please call your local emergency number. Crisis lines in many countries are listed at"
)
REMARK = (
    "Is there anything that you would like to tell us about these replies or this study? Please write nothing about "
    "yourself."
)
STOP = "You needn't give a reason. What you have answered and written so far is kept; to have it erased, write to"
COMPLETED = (
    "You are done. Some of the replies that you read were written by people and some were given by computer programs; "
    "this study asks how far these have come."
)
COMPLETED_WITH_BOTS = (
    "You are done. What you wrote with are computer programs; this study asks how far these have come."
)
INATTENTIVE = (
    "Thank you, you are done. Some answers didn't fit our checks, which can happen to anybody; we will look at them "
    "again."
)
NO_PERSON = "No person has been told."
CALL = "If you need help now, call your local emergency number, or ask somebody near you to call."
ENDS = "The study ends here. You did nothing wrong."
MARK = (
    "You can have all of it erased. Where a code was given by then, a mark stays, made from the number that you were "
    "kept under: it says that a code was given, and nothing else, so that nobody gets two."
)
ONCE = (
    "You have taken part in this study, and all that it had kept of you is erased. Only the mark is left which "
    "says that a code was given, so that nobody gets two. To have the mark erased too, write to"
)
READ = "A program reads what is written here, and says:"
STOPPED, PAID = "You have stopped.", "You are paid in full."
NOT_THERE = "You don't take part. Only that, the time, and a number for you were kept."
UNKEPT: tuple[Outcome, ...] = ("no_consent", "under_age")
"""How it ends for who does not take part."""


def consent(study: Study) -> str:
    """What is agreed to."""
    about = CHAT.format(paid=", with full pay" if study.pay else "") if study.with_bots else SAD
    mark = MARK if study.codes else ""
    approved = f". Approved: {study.consent.ethics}" if study.consent.ethics else ""
    contact = f"Questions: {study.consent.contact}{approved}"
    return paragraphs(study.title, study.consent.text.strip(), _pay(study), about, mark, ADULTS, contact, help_())


def help_() -> str:
    """Where there is help."""
    return f"{HELP.format(here='this chat')} {directory()}."


def once(study: Study) -> str:
    """What somebody is told who was erased after they had got a code."""
    return f"{ONCE} {study.consent.contact}."


def held_back(answer: str) -> str:
    """What a guard has said to words."""
    return paragraphs(READ, answer, f"{NO_PERSON} {CALL}")


def stop(study: Study) -> str:
    """What is asked of who wants to stop."""
    paid = "You are paid in full all the same. " if study.pay else ""
    return f"Stop here?\n\n{paid}{STOP} {study.consent.contact}, or send /forget."


def end(study: Study, known: Participation, said: str, answer: str) -> str:
    """How it ended; `said` is the last message of a talk that goes on, `answer` what a guard has said to words."""
    outcome = known.progress.outcome or "stopped"
    code = study.codes.get(outcome, "")
    told = f"Your code: {code}" if code else ""
    back = study.returns.replace("{code}", code) if code else ""
    return paragraphs(said, _ended(study, outcome, answer, talks=bool(said)), told, back)


def _ended(study: Study, outcome: Outcome, answer: str, *, talks: bool) -> str:
    paid = PAID if study.pay and outcome not in UNKEPT else ""
    if answer:
        return paragraphs(_line(ENDS, paid), held_back(answer))
    if talks:
        on = "You can write on here, or stop at any time."
        return paragraphs(_line(ENDS, paid), f"{NO_PERSON} {on} {CALL}")
    match outcome:
        case "completed":
            return COMPLETED_WITH_BOTS if study.with_bots else COMPLETED
        case "failed_attention":
            return _line(INATTENTIVE, "You are paid all the same." if study.pay else "")
        case "stopped":
            return paragraphs(_line(STOPPED, paid), help_())
        case _:
            return NOT_THERE


def _pay(study: Study) -> str:
    if study.pay is None:
        return ""
    amount = f"{study.pay.amount:.2f} {study.pay.currency}"
    return (
        f"It takes about {study.pay.minutes:g} minutes and is paid with {amount}. Whoever stops early is paid in full."
    )


def _line(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
