"""Text as it comes in from a channel, made safe to keep and to read."""

from __future__ import annotations

import unicodedata

KEPT_CONTROLS = "\n\t"


def clean(text: str) -> str:
    """NFC, without NUL, other control characters, lone surrogates or outer white space; everything else is kept."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = (char for char in text if char in KEPT_CONTROLS or unicodedata.category(char) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", "".join(kept)).strip()
