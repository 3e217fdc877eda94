"""What the doors say to people, as phrases of a gettext catalogue."""

from __future__ import annotations


def say(phrase: str, **values: object) -> str:
    """The phrase in the language that is set, with its `{names}` filled in."""
    return phrase.format(**values) if values else phrase
