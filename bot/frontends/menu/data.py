"""What is kept, what it costs to have it gone, and how to leave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date

from bot.dialog import Conversation
from bot.frontends.menu.care import care_of
from bot.frontends.menu.choices import consents
from bot.frontends.menu.page import EMERGENCY, Button, Page, paragraphs, pressed
from bot.phrases import say
from bot.terms import Terms

CHANNELS = {"telegram": "Telegram", "discord": "Discord"}
"""Companies that carry the messages and keep them on their own terms."""


def privacy(given: frozenset[str], conversation: Conversation, terms: Terms) -> Page:
    """What is stored, for how long, who sees it, how to leave; the choices below it."""
    choices = consents(given, conversation, terms)
    stored = say(
        "What is kept: what you write and I answer, what I guess from it (feelings, how strong they are, what might "
        "help), the choices you make here, and how you rate my answers."
    )
    return Page(
        paragraphs(
            stored,
            _danger(terms),
            say(
                "How long: the talk as you choose below; whether danger came up, {days:g} days; your choices, until "
                "you erase them.",
                days=terms.retention_days,
            ),
            _readers(conversation),
            say(
                "How to leave: just stop writing; I never write first. /export gives you everything, /forget erases "
                "it, /stop turns everything off."
            ),
            say("What you allow now:"),
            choices.text,
        ),
        choices.buttons,
    )


def _danger(terms: Terms) -> str:
    if terms.crisis_text_kept:
        return say("When danger comes up, that is kept too, with what you wrote, because the operator has set it so.")
    return say("When danger comes up, your words about it are not kept, only that it came up, and what I answered.")


def _readers(conversation: Conversation) -> str:
    people = say("Who can read it: the people who run this bot. Researchers and an outside model only if you allow it.")
    return " ".join(filter(None, (people, _carried(conversation))))


def _carried(conversation: Conversation) -> str:
    channel = CHANNELS.get(conversation.id.partition(":")[0])
    return say("{channel} carries our messages, and has rules of its own.", channel=channel) if channel else ""


def forget_page(conversation: Conversation, *, researched: bool) -> Page:
    """Says exactly what is erased and what is not, before the second button."""
    buttons = ((Button(say("Erase everything"), "forget:yes"), Button(say("Leave it as it is"), "forget:no")),)
    if care_of(conversation).overheard:
        return Page(say("This erases everything that is kept here about you. It can't be undone."), buttons)
    beyond = say(
        "It can't reach a file you exported. The operator's backups, and records without any words of yours, may stay "
        "for a while."
    )
    copies = say("If a copy was made for research while you allowed it, it stays with those who made it.")
    return Page(
        paragraphs(
            say(
                "This erases all our talks here, what I guessed from them, your choices, your country, your "
                "ratings, and whether danger came up. It can't be undone."
            ),
            " ".join(filter(None, (beyond, _seen(conversation)))),
            copies if researched else "",
        ),
        buttons,
    )


def forgotten(conversation: Conversation, level: int) -> Page:
    """After erasing. Whoever was in danger is not sent away without a word about it."""
    if care_of(conversation).overheard:
        return Page(" ".join(filter(None, (say("Erased."), _seen(conversation)))))
    danger = say(EMERGENCY) if level >= 2 else ""
    return Page(
        paragraphs(
            " ".join(filter(None, (say("Erased: everything I knew about you."), _seen(conversation)))),
            danger or say("If you write again, we begin anew."),
        )
    )


def _seen(conversation: Conversation) -> str:
    """What is left on the person's own screen."""
    channel = CHANNELS.get(conversation.id.partition(":")[0])
    if channel is None:
        return ""
    return say("What {channel} shows, you would have to delete there as well.", channel=channel)


def reset_page() -> Page:
    """Before a talk is begun anew."""
    return Page(
        say(
            "This erases what we said in this talk, what I guessed from it, and your ratings of it; we begin anew. "
            "Your choices and your country stay, and whether danger came up. It can't be undone."
        ),
        ((Button(say("Begin anew"), "reset:yes"), Button(say("Leave it as it is"), "reset:no")),),
    )


def export_page(everything: Mapping[str, object], today: date) -> Page:
    """All that is kept, as a file."""
    data = json.dumps(everything, ensure_ascii=False, indent=1).encode()
    text = say(
        "Here is everything that is kept about you. The file holds what you wrote to me, so put it where only you "
        "can open it."
    )
    return Page(text, file=(f"attune-{today.isoformat()}.json", data))


def stopped(terms: Terms) -> Page:
    """After /stop: nothing is asked, every consent is taken back, and the person may still write."""
    erased = say("This talk is erased {hours:g} hours after your last message.", hours=terms.unkept_hours)
    still = say("You can still write to me; I'll answer.")
    return Page(
        paragraphs(
            say("All right. I won't ask you for ratings, and everything you had allowed is off."),
            f"{erased} {still}",
        ),
        (pressed(say("Erase everything now"), "forget"),),
    )
