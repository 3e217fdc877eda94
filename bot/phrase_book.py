"""`attune phrases`: the catalogue of everything that the doors say, brought up to date.

`locale/attune.pot` is what there is to say; `locale/<language>/LC_MESSAGES/attune.po` is for translators, and the `.mo`
beside it is what the program reads. English is a language like others, its phrases as they stand in the source.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot.errors import MissingPackage
from bot.phrases import DOMAIN, LOCALE

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

BOT = LOCALE.parent
SOURCES = (("**/*.py", "python"), ("frontends/web/**/*.html", "jinja2"))
KEYWORDS = {"say": None, "mark": None}
ENGLISH = "en"


@click.command()
@click.option("--add", metavar="LANGUAGE", help="Begin a language, for instance fr or pt_BR.")
@click.option("--check", is_flag=True, help="Change nothing; fail when something is not up to date.")
def phrases(*, add: str | None, check: bool) -> None:
    """Collect what the doors say, and bring every language up to date."""
    try:
        files = dict(up_to_date(add))
    except ImportError:
        raise MissingPackage("attune phrases needs the package babel: pip install babel") from None
    stale = [path for path, data in files.items() if not path.is_file() or path.read_bytes() != data]
    for path in stale:
        click.echo(f"{path.relative_to(BOT.parent)}: {'not up to date' if check else 'written'}")
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(files[path])
    if check and stale:
        raise click.ClickException("run: attune phrases")


def up_to_date(add: str | None = None) -> Iterator[tuple[Path, bytes]]:
    """Every file of the catalogue as it should be; `add` begins a language."""
    from babel.messages.mofile import write_mo

    template = collected()
    yield LOCALE / f"{DOMAIN}.pot", _po(template)
    there = {path.parents[1].name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")}
    for language in sorted(there | {ENGLISH} | ({add} if add else set())):
        catalogue = _language(language, template)
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        place = LOCALE / language / "LC_MESSAGES"
        yield place / f"{DOMAIN}.po", _po(catalogue)
        yield place / f"{DOMAIN}.mo", compiled.getvalue()


def collected() -> Catalog:
    """Every phrase in the sources and in the lists of words that people meet."""
    from babel.messages.extract import extract_from_file

    template = _empty(None)
    for pattern, method in SOURCES:
        for path in sorted(BOT.glob(pattern)):
            for _, phrase, comments, _ in extract_from_file(method, path, KEYWORDS):
                template.add(phrase, locations=[(path.relative_to(BOT.parent).as_posix(), 0)], auto_comments=comments)
    for word in words():
        template.add(word)
    return template


def words() -> list[str]:
    """Words that are not written as phrases: feelings, countries."""
    from bot.feelings import EMOTIONS
    from bot.frontends.menu.care import countries

    return [*EMOTIONS, *(name for name, _ in countries().values())]


def _language(language: str, template: Catalog) -> Catalog:
    """The template's phrases with what has been translated so far; what is no longer said is left out."""
    from babel.messages.pofile import read_po

    path = LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    known = {}
    if path.is_file():
        with path.open("rb") as file:
            known = {message.id: message.string for message in read_po(file, locale=language)}
    catalogue = _empty(language)
    for message in template:
        if message.id:
            english = message.id if language == ENGLISH else ""
            catalogue.add(message.id, known.get(message.id) or english, locations=message.locations)
    return catalogue


def _empty(language: str | None) -> Catalog:
    """A catalogue whose header says no more than is needed: dates and versions would make every run a change."""
    from babel.messages.catalog import Catalog

    class Plain(Catalog):
        @property
        def mime_headers(self) -> list[tuple[str, str]]:
            kept = ("Language", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")
            return [header for header in super().mime_headers if header[0] in kept]

    return Plain(language, domain=DOMAIN, header_comment="# What Attune's doors say.", fuzzy=False)


def _po(catalogue: Catalog) -> bytes:
    from babel.messages.pofile import write_po

    out = io.BytesIO()
    write_po(out, catalogue, width=100, sort_output=True, include_lineno=False)
    return out.getvalue()
