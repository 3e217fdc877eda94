"""Text as it comes in from a channel, made safe to keep and to read, and as it goes out to terminals and tables."""

from __future__ import annotations

import re
import unicodedata

KEPT_CONTROLS = "\n\t"
ESCAPES = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|(?:\x1b[]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # titles, links, clipboard
    r"|\x1b[ -/]*[0-~]?"
)
REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def clean(text: str) -> str:
    """NFC, without NUL, other control characters, lone surrogates or outer white space; everything else is kept."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (char for char in text if char in KEPT_CONTROLS or unicodedata.category(char) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", "".join(kept)).strip()


def for_terminal(text: str) -> str:
    """Text that a terminal shows and does not obey: without escape sequences, controls or marks that reorder it."""
    text = REORDERING.sub("", ESCAPES.sub("", text))
    return "".join(char for char in text if char in KEPT_CONTROLS or unicodedata.category(char) not in ("Cc", "Cs"))


def cell(value: object) -> object:
    """A cell of a CSV table. A text that a spreadsheet would take for a formula is quoted; a number stays one."""
    if isinstance(value, str) and value.startswith(FORMULA) and not _is_number(value):
        return f"'{value}"
    return value


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return text.strip() == text
