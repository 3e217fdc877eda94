"""Who a participant is: a link of their own, signed; and proof of which item was shown to whom, and when.

No cookie, so that a page works inside a frame and a closed tab is taken up again by the same link. Ids of crowd sites
are hashed with the server's secret before anything is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from itsdangerous import BadSignature, Signer, TimestampSigner

LONGEST = 200
"""Characters of an id that a site gives."""
PATIENCE = 3600.0
"""Seconds after which somebody was away, and did not think about an item for so long."""

SEAL = 10
"""Digits of a stamp's signature."""


@dataclass(frozen=True, slots=True)
class Visit:
    """Who came by a link; `submit` is the part of Mechanical Turk that takes the `assignment`, "" elsewhere."""

    participant: str
    assignment: str = ""
    submit: str = ""


class Tokens:
    """Signs and checks for one study."""

    def __init__(self, secret: str, study: str) -> None:
        how: dict[str, Any] = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
        self._secret, self._study = secret, study
        self._links = Signer(secret, salt=f"attune.study.link.{study}", **how)
        self._shown = TimestampSigner(secret, salt=f"attune.study.shown.{study}", **how)

    def participant(self, site: str, given: str) -> str:
        """The name under which somebody is kept: nobody without the secret can tell whose id it was."""
        told = f"{self._study}\0{site}\0{given[:LONGEST]}".encode()
        return hmac.new(self._secret.encode(), told, hashlib.sha256).hexdigest()[:24]

    def mark(self, participant: str) -> str:
        """What stays of somebody who is erased after a completion code was given: nobody without the secret can tell

        whose it is, nor that two studies have one of the same person.
        """
        told = f"{self._study}\0mark\0{participant}".encode()
        return hmac.new(self._secret.encode(), told, hashlib.sha256).hexdigest()[:24]

    @staticmethod
    def stranger() -> str:
        """A name for somebody who comes by a plain link."""
        return secrets.token_hex(12)

    def link(self, participant: str, assignment: str = "", submit: str = "") -> str:
        """A link of their own; on Mechanical Turk with the assignment, and which of its hosts takes the work."""
        return self._links.sign(f"{participant}~{assignment}~{submit}").decode("ascii")

    def opened(self, link: str) -> Visit | None:
        """Whose link it is; None where it is nobody's."""
        try:
            participant, assignment, submit = self._links.unsign(link).decode("ascii").split("~")
        except (BadSignature, ValueError):  # also what is no ASCII
            return None
        return Visit(participant, assignment, submit)

    def proof(self, participant: str, item: str) -> str:
        """That an item is shown to a participant now."""
        return self._shown.sign(f"{participant}:{item}").decode("utf8")

    def seconds(self, participant: str, item: str, proof: str) -> float | None:
        """How long ago it was shown, at most `PATIENCE`; None where it never was."""
        try:
            said, signed = self._shown.unsign(proof, return_timestamp=True)
        except (BadSignature, UnicodeError):
            return None
        if said.decode("utf8") != f"{participant}:{item}":
            return None
        return _since(signed.timestamp())

    def stamp(self, participant: str, item: str) -> str:
        """`proof` in few characters, for a button's data: milliseconds and a signature, as hexadecimal digits."""
        at = f"{int(datetime.now(UTC).timestamp() * 1000):x}"
        return f"{at}{self._seal(participant, item, at)}"

    def since(self, participant: str, item: str, stamp: str) -> float | None:
        """`seconds`, of a stamp."""
        at, seal = stamp[:-SEAL], stamp[-SEAL:]
        if not hmac.compare_digest(seal.encode(), self._seal(participant, item, at).encode()):
            return None
        return _since(int(at, 16) / 1000)

    def _seal(self, participant: str, item: str, at: str) -> str:
        told = f"{self._study}\0shown\0{participant}\0{item}\0{at}".encode()
        return hmac.new(self._secret.encode(), told, hashlib.sha256).hexdigest()[:SEAL]


def _since(timestamp: float) -> float:
    return min(PATIENCE, max(0.0, datetime.now(UTC).timestamp() - timestamp))
