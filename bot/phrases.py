"""What the doors say to people, as phrases of a gettext catalogue (`bot/locale`).

A phrase stands in the source in English, as the argument of `say`, or of `mark` where it is written down before it is
said. `attune phrases` collects both. The language belongs to the task that speaks: two people may be met in two.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from bot.errors import ConfigError

DOMAIN = "attune"
LOCALE = Path(__file__).parent / "locale"

_AS_WRITTEN = gettext.NullTranslations()
_spoken: ContextVar[gettext.NullTranslations] = ContextVar("phrases", default=_AS_WRITTEN)


def mark(phrase: str) -> str:
    """The phrase as it is, noted for the catalogue; whoever says it later puts it through `say`."""
    return phrase


def say(phrase: str, /, **values: object) -> str:
    """The phrase in the language that is set, with its `{names}` filled in."""
    said = _spoken.get().gettext(phrase) if phrase else ""
    return said.format(**values) if values else said


def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    return tuple(sorted(path.parents[1].name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo")))


def speak(language: str) -> None:
    """Say everything in `language` from here on, in this task and those that it starts."""
    _spoken.set(_catalogue(language))


@contextmanager
def speaking(language: str | gettext.NullTranslations) -> Iterator[None]:
    """Say everything in `language`, a catalogue's name or the catalogue itself, until the block ends."""
    token = _spoken.set(_catalogue(language) if isinstance(language, str) else language)
    try:
        yield
    finally:
        _spoken.reset(token)


def _catalogue(language: str) -> gettext.NullTranslations:
    if language not in languages():
        raise ConfigError(f"there are no phrases in {language!r} (there are: {', '.join(languages())})")
    return gettext.translation(DOMAIN, LOCALE, [language])
