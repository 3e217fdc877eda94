"""A language in which every phrase of the catalogue is bracketed: what stands outside brackets can't be translated."""

import gettext
import re
from collections.abc import Iterable

from babel.messages.pofile import read_po

from bot.phrases import LOCALE

NAMES = re.compile(r"/[a-z]+")


class Bracketed(gettext.NullTranslations):
    """Knows what the catalogue knows, and leaves everything else as it is."""

    def __init__(self) -> None:
        super().__init__()
        with (LOCALE / "attune.pot").open("rb") as file:
            self._known = {message.id for message in read_po(file) if message.id}

    def gettext(self, message: str) -> str:
        return f"⟦{message}⟧" if message in self._known else message


def loose(texts: Iterable[str]) -> list[str]:
    """Those of the texts that say a word in no bracket; names of commands are none."""
    return [text for text in texts if re.search(r"[^\W\d_]", outside(text))]


def outside(text: str) -> str:
    """What of a text stands in no bracket."""
    while (inner := re.sub(r"⟦[^⟦⟧]*⟧", "", text)) != text:
        text = inner
    return NAMES.sub("", text)
