"""What is kept, what it costs to have it gone, and how to leave."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date

from bot.consent import hosts
from bot.dialog import Conversation
from bot.frontends.menu.care import care_of
from bot.frontends.menu.choices import consents
from bot.frontends.menu.page import Button, Page, days, hours, paragraphs, pressed
from bot.limits import EMERGENCY
from bot.phrases import say
from bot.terms import Terms

CHANNELS = {"telegram": "Telegram", "discord": "Discord"}
"""Companies that carry the messages and keep them on their own terms."""


def privacy(given: frozenset[str], conversation: Conversation, terms: Terms) -> Page:
    """What is stored, for how long, who sees it, how to leave; the choices below it."""
    choices = consents(given, conversation, terms)
    stored = say(
        "What is kept: what you write and what I answer; what I guess and note from it (feelings, how strong they "
        "seem, people and events you mention, what might help); your choices here and your ratings; your country, and "
        "that you are under age, if you say so."
    )
    return Page(
        paragraphs(
            stored,
            _danger(terms),
            _how_long(terms),
            _readers(conversation, terms),
            say(
                "How to leave: just stop writing; I never write first. /export gives you a copy of everything, /forget "
                "erases it, /stop turns off everything you allowed."
            ),
            say("What you allow now:"),
            choices.text,
        ),
        choices.buttons,
    )


def _danger(terms: Terms) -> str:
    if terms.crisis_text_kept:
        return say(
            "When danger comes up, that is kept too, with what you wrote: the people who run this bot have set it so."
        )
    return say(
        "Words of clear danger are not kept, as far as I notice them. What is kept is that danger came up, of what "
        "kind, and what I answered."
    )


def _how_long(terms: Terms) -> str:
    if terms.lasting:
        return say("How long: until you erase it. Nothing here is erased by the clock.")
    return say(
        "How long: our talks as you choose below. Whether danger came up, your country and that you are under age: "
        "until {days} after you were last here. Your choices: until you erase them.",
        days=days(terms.retention_days),
    )


def _readers(conversation: Conversation, terms: Terms) -> str:
    people = (
        say(
            "Who can read it: whoever can open this program's database ({place}). Researchers only if you allow it.",
            place=terms.place,
        )
        if terms.lasting
        else say(
            "Who can read it: the people who run this bot, and anybody who can open this chat on a device of yours. "
            "Researchers only if you allow it."
        )
    )
    services = say("So too outside services: {hosts}.", hosts=hosts(terms.recipients)) if terms.outside else ""
    return " ".join(filter(None, (people, services, _carried(conversation))))


def _carried(conversation: Conversation) -> str:
    channel = CHANNELS.get(conversation.id.partition(":")[0])
    if channel is None:
        return ""
    return say(
        "{channel} carries our messages, can read them, and keeps them by rules of its own. I know you by the number "
        "of your account there.",
        channel=channel,
    )


def forget_page(conversation: Conversation, *, researched: bool) -> Page:
    """Says exactly what is erased and what is not, before the second button."""
    buttons = ((Button(say("Erase everything"), "forget:yes"), Button(say("Leave it as it is"), "forget:no")),)
    if care_of(conversation).overheard:
        return Page(say("This erases everything that is kept here about you. It can't be undone."), buttons)
    beyond = say(
        "It can't reach a file you saved, or anything that left this bot while you allowed it. Backups of the people "
        "who run this bot, and records without any words of yours, may stay for a while."
    )
    copies = say("If a copy was made for research while you allowed it, it stays with those who made it.")
    return Page(
        paragraphs(
            say(
                "This erases all our talks here, what I guessed and noted from them, your choices, your country, your "
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
            " ".join(filter(None, (say("Erased: everything that was kept here about you."), _seen(conversation)))),
            danger or say("You can write again whenever you like. I will know nothing from before."),
        )
    )


def postponed(conversation: Conversation, *, lasting: bool) -> Page:
    """The store failed: what will be done, and what the person must do if this program is started anew before."""
    first = say("What is kept here about you could not be erased just now: the place where it is kept can't be used.")
    wish = say("Your wish is noted, and it is erased as soon as that can be.")
    if not lasting:
        wish = say(
            "I go on trying until it is erased. If I am started anew before that, I won't remember: please look in "
            "again later, and ask me once more with /forget."
        )
    danger = "" if care_of(conversation).overheard else say(EMERGENCY)
    return Page(paragraphs(f"{first} {wish}", danger), failed=True)


def _seen(conversation: Conversation) -> str:
    """What is left on the person's own screen."""
    channel = CHANNELS.get(conversation.id.partition(":")[0])
    if channel is None:
        return ""
    return say(
        "{channel} goes on showing our messages; what it lets you delete, you can delete there.", channel=channel
    )


def reset_page() -> Page:
    """Before a talk is begun anew."""
    return Page(
        say(
            "This erases what we said in this talk, what I guessed and noted from it, and your ratings of it. Your "
            "choices and your country stay, and whether danger came up. It can't be undone."
        ),
        ((Button(say("Erase this talk"), "reset:yes"), Button(say("Leave it as it is"), "reset:no")),),
    )


def export_page(everything: Mapping[str, object], today: date) -> Page:
    """All that is kept, as a file."""
    data = json.dumps(everything, ensure_ascii=False, indent=1).encode()
    text = say(
        "Here is a copy of everything that is kept about you. The file holds our talk, so put it where only you can "
        "open it."
    )
    return Page(text, file=(f"attune-{today.isoformat()}.json", data))


def stopped(terms: Terms) -> Page:
    """After /stop: nothing is asked, every consent is taken back, and the person may still write."""
    erased = say("This talk is erased about {hours} after you were last here.", hours=hours(terms.unkept_hours))
    erased = say("This talk stays until you erase it.") if terms.lasting else erased
    still = say("You can still write to me whenever you like.")
    return Page(
        paragraphs(
            say("All right. I won't ask you for ratings, and everything you had allowed is off."),
            f"{erased} {still}",
        ),
        (pressed(say("Erase everything"), "forget"),),
    )
