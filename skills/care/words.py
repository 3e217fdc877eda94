"""What is said in danger, by kind, level and moment: two to five short sentences, one question at most.

Nothing is filled in from what the person wrote. {emergency} is a number or "your local emergency number"; {lines} is
one sentence with the line of the person's country, or with the international directory. Every change here needs a
second reader and a reason in the commit; tests read every text through `skills.reply_gate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from skills.care.state import CareState
from skills.crisis_resources import Directory, Kind


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
        " a person right now. {lines} {country}Is anyone near you tonight?",
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
        "and ask what would help; an adult decides the next step, a child needs a trusted adult. {lines} How are you "
        "holding up?",
    ),
    ("third_party_abuse", 3): Say(
        "Please call {emergency} if they are in danger now, and say what is happening. Don't step in between; stay "
        "where you are safe yourself. {lines} Are you with them right now?",
    ),
    ("abuse", 1): Say(
        "I believe you, and it was not your fault. You can tell me as much or as little as you like. Are you safe"
        " these days?",
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
    ("violence", 2): Say(
        "That sounds serious, and it's good that you said it here. For now, please put distance between you and them, "
        "and between you and any weapon. {lines} Are you away from them right now?",
    ),
    ("violence", 3): Say(
        "Please call {emergency} now, and say what is happening. Put as much distance as you can between you and "
        "them, and between you and any weapon. I'm a program, so I can't call for you. {lines} Is anybody hurt?",
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
    ("psychosis", 2): Say(
        "That sounds frightening, and it's good that you told me. Please be with someone you trust, and let a "
        "doctor know today. If you feel you might act on it, call {emergency} now. {lines} Is anyone near you "
        "right now?",
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
    "Frightening thoughts that nobody would want come to many new parents, and you are not the only one. "
    "Please call a midwife or doctor today, and have someone be with the baby until then. If you feel you might "
    "act on one, call {emergency} now. {lines} Is someone with you and the baby?",
    "near",
)
YOUNG = Say(
    "I believe you, and you did nothing wrong; a grown-up you trust, who is not the one hurting you, can help. "
    "{lines} You can close this chat and erase it. Is it safe for you to write right now?",
    "write",
)

STAY: Mapping[str, tuple[Say, ...]] = {
    "suicide": (
        Say("I'm still listening. You don't have to explain it well, or all at once. What feels heaviest right now?"),
        Say(
            "That is a great deal to carry. A person can stay with you longer and better than a program can. "
            "Who could you call or sit with today?",
            "company",
        ),
        Say("There is no right way to feel in this. What would make the next hour a little easier?"),
        Say(
            "Thank you for telling me this. If you can, keep some distance from anything you could hurt yourself "
            "with. Are you safe right now?",
            "safe",
        ),
    ),
    "self_harm": (
        Say("Thank you for trusting me with this. You don't have to make it sound better than it is. What led to it?"),
        Say("It sounds like there was something very hard to bear. What was the feeling you needed to get away from?"),
        Say("A doctor or nurse can look after a wound without judging you. Are you safe right now?", "safe"),
    ),
    "third_party": (
        Say("You are doing something hard by not looking away. Have you been able to ask them directly?", "asked"),
        Say("You don't have to hold this alone. Who else could you bring in, in the family or outside it?"),
        Say("It is hard to carry somebody else's danger. Are you both safe right now?", "safe"),
        Say("Looking after somebody in trouble takes a lot out of a person. How are you holding up yourself?", "self"),
        Say("You may rest too; you don't have to do all of it. Who looks after you in this?"),
    ),
    "third_party_abuse": (
        Say("It often helps most to stay in touch and not to press them. What have you been able to say to them?"),
        Say("You don't have to hold this alone. Who could you talk it over with, without naming them?"),
        Say("It is hard to carry somebody else's danger. Are you both safe right now?", "safe"),
        Say("Being the one they can tell takes a lot out of a person. How are you holding up yourself?", "self"),
        Say("You may rest too; you don't have to do all of it. Who looks after you in this?"),
    ),
    "abuse": (
        Say("I believe you. You know your situation best, and you decide what to tell. What would help now?"),
        Say("None of this is your fault. Is there somebody you trust who knows about it?"),
        Say("You can stop or close this chat at any moment. Are you safe right now?", "safe"),
    ),
    "violence": (
        Say("Thank you for staying with me in this. What has today been like?"),
        Say("Some hours of distance can make room to think. Who could be with you until it eases?"),
        Say("Please keep someone with you, and keep away from any weapon. Is everyone safe right now?", "safe"),
    ),
    "medical": (
        Say("I can't judge how serious this is, and they can. Have you been able to call {emergency}?"),
        Say("Please call {emergency} if nobody has yet. They can tell you what to do. Is help coming?", "safe"),
    ),
    "eating_disorder": (
        Say("Thank you for staying with this. Have you been able to reach a doctor today?"),
        Say("You don't have to earn care. What is the hardest moment of the day?"),
        Say("Thank you for telling me. Are you safe right now?", "safe"),
    ),
    "psychosis": (
        Say("That must be hard to bear. You don't have to sort it out alone. Who could be with you now?"),
        Say("Thank you for telling me. Are you safe right now?", "safe"),
    ),
}  # fmt: skip

STAY_NOW: Mapping[str, tuple[Say, ...]] = {
    "suicide": (
        Say("One thing first: call {emergency}, or go to someone near you. Can you do that now?"),
        Say("Please keep away from anything you could use to hurt yourself. Have you been able to call {emergency}?"),
        Say(
            "You don't have to find words for it; saying that you are in danger is enough. Are you safe right now?",
            "safe",
        ),
    ),
    "abuse": (
        Say("I believe you. If you can do it safely, call {emergency}. Is it still safe for you to write?"),
        Say("You know best what is safe to do right now. Are you safe at this moment?", "safe"),
    ),
    "third_party": (
        Say("Have you been able to call {emergency}? They can tell you what to do while you wait."),
        Say("You are doing something hard, and you don't have to do it alone. Are they safe right now?", "safe"),
        Say("Somebody beside you makes this easier to get through. Who could come and be with you both?"),
    ),
    "third_party_abuse": (
        Say("If they are in danger now, please call {emergency}. Have they been able to see a doctor?"),
        Say("Please don't step in between; stay where you are safe yourself. Are they safe right now?", "safe"),
        Say("You are doing something hard, and you don't have to do it alone. Who could help you with it?"),
    ),
    "violence": (
        Say(
            "Please keep away from any weapon, and ask someone to be with you. Have you been able to call {emergency}?"
        ),
        Say("Someone beside you can make this easier to get through. Is everyone safe right now?", "safe"),
    ),
    "medical": STAY["medical"],
}
"""At level 3, while the act comes first."""

SAFER = Say(
    "That is good to hear, and thank you for telling me. Someone staying close still helps in the days to come. "
    "How are you holding up yourself?"
)
HELPED = Say(
    "It's good that you brought someone in. Please stay where they can find you both, if that is safe for you. "
    "How are you holding up while you wait?"
)
STEADIER = Say(
    "It sounds a little steadier for them than before. You have carried a lot of this too. How are you doing now?"
)

MOMENTS: Mapping[str, Say] = {
    "near_yes": Say(
        "It's good that someone is near. You could show them this chat, or just say that you need company tonight. "
        "Could you go to them now?"
    ),
    "near_yes:violence": Say(
        "It's good that someone is there. Please ask them to stay close, and to help you call for help today. "
        "Can you tell them now?"
    ),
    "near_no": Say(
        "Thank you for telling me. It is harder alone, and a voice on the phone can help. "
        "Is there anyone you could ask to come over, or to stay on the line?"
    ),
    "write_no": Say(
        "Then please stop here. Close this chat and erase it, and come back only when it is safe. "
        "If you are in danger and can call, the number is {emergency}."
    ),
    "wound_yes": Say(
        "Please have it looked at now, by a doctor, a nurse or an emergency room, or call {emergency}. "
        "They have seen this before. Is someone with you who could help?"
    ),
    "alone_yes": Say(
        "Then please call {emergency} now, and put the phone on speaker. Stay away from anything you could use to"
        " hurt yourself. Can you call now?"
    ),
    "alone_no": Say(
        "It's good that someone is there. Please tell them now, in plain words, that you are in danger, and ask"
        " them to call {emergency}. Can you do that now?"
    ),
    "safe": Say(
        "It's good to hear that you're safe right now. Thank you for telling me. You still deserve a person "
        "beside you in this. What would help you through the next hours?"
    ),
    "safe:third_party": SAFER,
    "safe:third_party_abuse": SAFER,
    "safe:medical": Say("That is good to hear. Please do what the people there tell you. Is someone with you?"),
    "help": Say(
        "It's good that you reached someone. Please stay where they can find you, if that is safe, and tell them "
        "plainly how bad it is. "
        "Is anyone with you while you wait?"
    ),
    "company": Say(
        "It's good that someone is with you. You don't have to talk about all of it for them to keep you company. "
        "Are you safe right now?",
        "safe",
    ),
    "company:3": Say(
        "It's good that someone is with you. Please tell them now, in plain words, that you are in danger, and ask them"
        " to call {emergency} with you. Can you do that now?"
    ),
    "away": Say(
        "Thank you for doing that. Distance can make this easier to get through. Are you safe right now?", "safe"
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
    "secret:third_party_abuse": Say(
        "That is a heavy thing to be asked. You can get advice from a line without naming them, and ask them what "
        "would be safe to share; if they are in danger right now, don't keep it secret and call {emergency}. "
        "Who could you talk to, without naming them?"
    ),
    "wont": Say(
        "It is hard to watch somebody turn help away. You can't decide it for them, and you can still get advice "
        "yourself, from a line or a doctor. Who else do they listen to?"
    ),
    "wont:third_party_abuse": Say(
        "It is hard to watch. Many people need time, and the choice is theirs; staying in touch without blame keeps a "
        "door open. What do you most wish they knew?"
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
    "from_yes": Say("Thank you for keeping away. It gives the anger time to ease. How are they right now?"),
    "help:third_party": HELPED,
    "help:third_party_abuse": HELPED,
    "refuses:abuse": Say(
        "It's your choice, and you know best what is safe. Many lines also answer by text or chat. Is there anyone "
        "you trust with this?"
    ),
    "refuses:3": Say(
        "It's your choice, and I won't argue. Please let one person near you know now that you are in danger, "
        "and go where they are. Who could that be?"
    ),
    "down:third_party": STEADIER,
    "down:third_party_abuse": STEADIER,
    "down": Say("It sounds a little steadier than before. Thank you for keeping on talking. What is on your mind now?"),
    "cleared": Say(
        "Thank you for answering that so plainly, and I take you at your word. I'd rather ask once than miss it. "
        "What has been so hard lately?"
    ),
    "cleared_told": Say(
        "Thank you for answering that so plainly, and I take you at your word. I'd rather ask once than miss it. "
        "Of what you told me, what weighs most right now?"
    ),
    "sorry": Say(
        "I'm sorry, I misread that, and I believe you. I'd rather ask than miss it. What were you telling me?"
    ),
    "lines": Say("{lines} You can write to me while you wait."),
    "lines:medical": Say("Please call {emergency} now; don't wait for me. Is someone with you?"),
    "refuses": Say(
        "That's all right, it's your choice. Many lines also answer by text or chat, and a person you trust can "
        "be just as good. Who could you let know how bad it is?"
    ),
    "police:3": Say(
        "It makes sense to worry about that. You need help now, so please call {emergency}, or ask someone beside "
        "you to call. Can you do that?"
    ),
    "police:abuse": Say(
        "It makes sense to worry about that. Practice differs from line to line, and you can ask them first, "
        "before you say who you are. Is there someone you trust whom you would rather tell?"
    ),
    "police": Say(
        "It makes sense to worry about that. Practice differs from line to line, and you can ask them first, "
        "before you say who you are. Is there someone you trust whom you would rather tell?"
    ),
}

NO_CALL = "I'm a program, so I can't call for you. "
UNFOLLOWED = "I can't follow this language well."
COUNTRY = "If you tell me your country, I can look for its line. "
_LINES: Mapping[str, tuple[Kind, ...]] = {
    "abuse": ("violence",),
    "third_party_abuse": ("violence",),
    "eating_disorder": ("eating_disorder", "suicide"),
}


@dataclass(frozen=True, slots=True)
class Wording:
    """Texts with the lines of a country filled in, as they may be shown on a given day."""

    lines: Directory

    def render(self, say: Say, state: CareState, today: date, *, foreign: bool = False, show_lines: bool = True) -> str:
        """The text to send. With `show_lines` the line stands where the text has a place for it, or first.

        In a language that is not followed, the answer comes first and says so last.
        """
        shown = f"{self.line(say, state, today)} " if show_lines and state.kind != "medical" else ""
        country = COUNTRY if show_lines and not state.country and not foreign else ""
        text = say.text.replace("{lines} ", shown) if "{lines} " in say.text else shown + say.text
        text = text.replace("{country}", country).replace("{emergency}", self.lines.emergency(state.country))
        return f"{text.replace(NO_CALL, '')} {UNFOLLOWED}" if foreign else text

    def line(self, say: Say, state: CareState, today: date) -> str:
        """One sentence: whom to reach, with the emergency number where the text does not name it itself."""
        kinds = _LINES.get(state.kind, ("suicide",))
        kinds = ("child", *kinds) if state.minor and state.kind != "third_party_abuse" else kinds
        found = self.lines.best(state.country, kinds, today, worried=state.kind == "third_party")
        also = ", also if you are worried about someone else" if state.kind == "third_party" else ""
        whom = "They" if state.kind == "third_party_abuse" else "You"  # the line is for those it happens to
        reach = (
            f"{whom} can reach {found.spoken()}{also}"
            if found
            else f"Crisis lines are listed at {self.lines.international()}"
        )
        if "{emergency}" in say.text:
            return f"{reach}."
        who = "anyone is" if state.kind in ("third_party", "third_party_abuse", "violence") else "you are"
        return f"{reach}; if {who} in danger right now, call {self.lines.emergency(state.country)}."
