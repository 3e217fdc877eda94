"""Who may talk, and how much. A person in danger is answered whatever this says: the doors ask the guard first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from bot.config.sections import Rules
from bot.phrases import mark, say

MINUTE, DAY = 60, 86_400
EVERYBODY = ""

EMERGENCY = mark("If you or somebody near you is in danger, please call your local emergency number.")
CLOSED = mark("I'm sorry, I can't talk with you here.")
INVITED = mark("I'm sorry, this bot is open only to people who were invited.")
MINUTE_FULL = mark("I can answer only so many messages in a minute. Please wait a little, then send that one again.")
DAY_FULL = mark(
    "I can answer only so many messages a day from one person. It isn't about what you wrote; you can write again "
    "tomorrow."
)
BUDGET_SPENT = mark(
    "I can answer only so many messages a day, from everybody together, and today's are used up. You can write again "
    "tomorrow."
)
BUSY_NETWORK = mark("Very many messages are coming from your network. Please try again later.")
BUSY_PROGRAM = mark("Very many messages are coming through this program. Please try again later.")
MENU_FULL = mark("That was a lot to look up in a minute. Please wait a little, then try again.")

COUNTED = {
    "budget_per_day": (DAY, BUDGET_SPENT),
    "per_minute": (MINUTE, MINUTE_FULL),
    "per_day": (DAY, DAY_FULL),
    "address_per_minute": (MINUTE, BUSY_NETWORK),
    "address_per_day": (DAY, BUSY_NETWORK),
    "token_per_minute": (MINUTE, BUSY_PROGRAM),
    "token_per_day": (DAY, BUSY_PROGRAM),
    "menu_per_minute": (MINUTE, MENU_FULL),
    "address_menu_per_minute": (MINUTE, BUSY_NETWORK),
}
"""By the name of the rule: over how many seconds it counts, and what is said when it is reached."""


class Window:
    """Counts by key in the current minute or day, for at most `room` keys; the oldest goes when there is no more."""

    def __init__(self, seconds: int, room: int) -> None:
        self.room = room
        self._seconds, self._number = seconds, 0
        self._counts: dict[str, int] = {}

    def count(self, key: str, now: datetime) -> int:
        """How often `key` was added since the minute or day began, by UTC."""
        number = int(now.timestamp()) // self._seconds
        if number != self._number:
            self._number, self._counts = number, {}
        return self._counts.get(key, 0)

    def add(self, key: str, now: datetime) -> None:
        count = self.count(key, now)
        while key not in self._counts and len(self._counts) >= self.room:
            del self._counts[next(iter(self._counts))]
        self._counts[key] = count + 1

    def __len__(self) -> int:
        return len(self._counts)


def utc_now() -> datetime:
    return datetime.now(UTC)


class Limits:
    """Counts messages and commands; `turned_away` is told the kind of each refusal, for the figures.

    `person` is `channel:person`, `address` where a browser is, `token` the name of what a program speaks for them with.
    Who is refused is counted all the same, but not against everybody's budget: one person could spend it alone.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        clock: Callable[[], datetime] = utc_now,
        turned_away: Callable[[str], object] = lambda kind: None,
    ) -> None:
        self._clock, self._turned_away = clock, turned_away
        self._windows = {name: Window(seconds, rules.people) for name, (seconds, _) in COUNTED.items()}
        self.use(rules)

    def use(self, rules: Rules) -> None:
        """Go by other rules; what was counted so far counts on."""
        self._rules, self._allow, self._block = rules, frozenset(rules.allow), frozenset(rules.block)
        for window in self._windows.values():
            window.room = rules.people

    def admit(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
        """A message: None for who is welcome, else what to say."""
        if person in self._block:
            return self._refuse("block", CLOSED)
        if self._allow and person not in self._allow:
            return self._refuse("allow", INVITED)
        keys = {"budget_per_day": EVERYBODY, "per_minute": person, "per_day": person}
        if address is not None:
            keys |= dict.fromkeys(("address_per_minute", "address_per_day"), network_of(address))
        return self._counted(keys | _of_token(token))

    def admit_menu(self, person: str, address: str | None = None, token: str | None = None) -> str | None:
        """A command or a button: the same, for whoever is blocked too, as it is how they see and erase what is kept."""
        keys = {"menu_per_minute": person}
        if address is not None:
            keys["address_menu_per_minute"] = network_of(address)
        return self._counted(keys | _of_token(token))

    def _counted(self, keys: Mapping[str, str]) -> str | None:
        now = self._clock()
        full = next((name for name, key in keys.items() if self._is_full(name, key, now)), None)
        for name, key in keys.items():
            if full is None or key != EVERYBODY:
                self._windows[name].add(key, now)
        return self._refuse(full, COUNTED[full][1]) if full else None

    def _is_full(self, name: str, key: str, now: datetime) -> bool:
        limit: int = getattr(self._rules, name)
        return 0 < limit <= self._windows[name].count(key, now)

    def _refuse(self, kind: str, phrase: str) -> str:
        self._turned_away(kind)
        return f"{say(phrase)} {say(EMERGENCY)}"


def _of_token(token: str | None) -> dict[str, str]:
    return dict.fromkeys(("token_per_minute", "token_per_day"), token) if token else {}


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the 64 bits that one household has, not the endless addresses inside."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((int(found), 64), strict=False))
    return str(found)


def is_among(host: str, networks: Iterable[IPv4Network | IPv6Network]) -> bool:
    try:
        place = ip_address(host)
    except ValueError:
        return False
    return any(place in network for network in networks)
