"""What is said of a corpus made from talks: beside it, in its README, and to whoever made it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from agents.logs.collect import Corpus
from agents.logs.formats import READ
from agents.logs.pseudonyms import KINDS

WARNING = (
    "Pseudonymised, not anonymous: what was missed stands there still, and who knows a person may know their story."
)
LEFT_OUT = {
    "minors": "people under age, with all their talks",
    "turns in and after danger": "turns said in danger, read by the guard together with them, or said after them",
    "talks cut before danger": "conversations that end early for that",
}
README = """\
# Talks with a bot, from people who agree to research

**{warning}** Keep it as you would the talks themselves: it tells of people's health. It is under no licence to pass on.
Whoever withdraws their consent is not in the next export; take them out of what you hold by making it anew.

{counts}

- Everybody in it agrees to research at the time of the export. Nobody who said that they are under age is in it.
- Danger is left out: where the guard found any, at any level, the talk ends before the six turns that it read, and what
  followed in that conversation is left out too. Such talks say `cut` where the format has a place for it.
- After three hours without a word a new talk begins. People are numbered, anew in each export; times are left out.
- Names are `[name-1]`, `[name-2]`, the same all through a talk. `[mail]`, `[phone]`, `[handle]`, `[link]`, `[account]`,
  `[postcode]`, `[born]` (a date of birth) stand for what was there. How much is missed is measured in docs/logs.md:
  streets, towns, workplaces and unusual stories are not looked for.
- Stars (1-5) are the person's, for one reply. Strategies are the bot's own plan, not an annotation.

Format `{form}`. To read it: `{read}`
"""


def counts(corpus: Corpus) -> Iterator[str]:
    """What is in it and what is not, a line each."""
    turns = [said for talk in corpus.talks for said in talk.turns]
    rated = sum(said.stars is not None for said in turns)
    people = len({talk.person for talk in corpus.talks})
    yield f"people: {people}; talks: {len(corpus.talks)}; turns: {len(turns)}; replies with stars: {rated}"
    yield "hidden: " + ", ".join(f"{kind} {corpus.hidden[kind]}" for kind in KINDS)
    yield from (f"left out, {words}: {corpus.left_out[reason]}" for reason, words in LEFT_OUT.items())


def readme(corpus: Corpus, form: str) -> str:
    """The text of README.md."""
    listed = "\n".join(f"- {line}" for line in counts(corpus))
    return README.format(warning=WARNING, counts=listed, form=form, read=READ[form].format(out="."))


def told(corpus: Corpus, form: str, out: Path) -> str:
    """What the command prints."""
    return "\n".join((*counts(corpus), WARNING, f"{out}: {READ[form].format(out=out)}"))
