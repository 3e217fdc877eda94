"""Pages of a study of any kind, gone through by their own forms: somebody takes the first of everything."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

import httpx

from tests.worlds.web.test_pages import Person

FIRST = ("rate", "finish", "judge", "choose", "on", "answer", "tell", "say", "survey")
"""Of the actions of a page the one that leads on."""
Attributes = list[tuple[str, str | None]]


@dataclass
class Form:
    """`fields` are hidden ones and the first of each choice, `words` where something is written."""

    fields: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)

    def filled(self, action: str, text: str) -> dict[str, str]:
        return self.fields | dict.fromkeys(self.words, text) | {"action": action}


class Forms(HTMLParser):
    """All forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        known = {name: value or "" for name, value in attrs}
        name, value = known.get("name", ""), known.get("value", "")
        if tag == "form":
            self.found.append(Form())
        elif self.found and tag == "textarea":
            self.found[-1].words.append(name)
        elif self.found and tag in ("button", "input") and name == "action":
            self.found[-1].actions.append(value)
        elif self.found and tag == "input" and name:
            self.found[-1].fields.setdefault(name, value)


class Walker:
    """A participant who goes on as far as can be, and keeps all that their browser got."""

    def __init__(self, client: httpx.AsyncClient, name: str, text: str) -> None:
        self.person, self.name, self.text = Person(client), name, text
        self.got: list[str] = []
        self.sent: list[dict[str, str]] = []
        client.event_hooks["response"].append(self._keep)

    @property
    def done(self) -> bool:
        return 'class="code"' in self.person.page

    async def come(self) -> None:
        await self.person.come(f"?PROLIFIC_PID={self.name}")
        await self.person.agree()

    async def step(self) -> None:
        """One form, or, where another is waited for, another look."""
        forms = Forms(self.person.page).found
        told = [(action, form) for action in FIRST for form in forms if action in form.actions]
        if not told:
            self.person.page = (await self.person.client.get(self.person.place)).text
            return
        action, form = told[0]
        sent = form.filled(action, f"{self.text} {len(self.sent)}")
        if "proof" in sent and action != "say":  # somebody else's is refused, and changes nothing
            assert (await self.person.send(**(sent | {"proof": "forged" + sent["proof"]}))).status_code == 422
        for _ in range(2):  # a second tab sends the same
            found = await self.person.client.post(self.person.place, data=sent, follow_redirects=True)
        assert found.status_code in (200, 422)
        self.person.page = (await self.person.client.get(self.person.place)).text
        self.sent.append(sent)

    async def _keep(self, response: httpx.Response) -> None:
        await response.aread()
        self.got += [*map(str, response.headers.items()), response.text]
        if self.name not in (address := str(response.request.url)):  # by which they came
            self.got.append(address)


def tags(page: str) -> list[str]:
    """Tags of a page by their names."""
    return re.findall(r"<\s*(\w+)", page)
