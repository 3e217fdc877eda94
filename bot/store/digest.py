"""Whether an id that comes again has the same words, though the words are blanked once they are a turn.

A message keeps a digest of its words: four bytes of BLAKE2b under a random key of its own, which stands beside it. Two
people's same words have nothing in common then, nor has a table made beforehand any use. It is sealed as words are
(`bot.store.vault`), goes with the row, and with the exchange when that is taken back. Without the operator's key
whoever holds the file can try a guess on it; so it is short: it can speak for a guess, not tell the words.

The words of the turn are not compared instead: in danger they are not kept, and those are the ones that matter most.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes

KEY, SIZE = 16, 4
"""Bytes of the random key and of the digest."""


def make(text: str) -> str:
    """A digest of a text under a new key: both in hexadecimal."""
    key = token_bytes(KEY)
    return key.hex() + _of(text, key)


def matches(digest: str, text: str) -> bool:
    """Whether it is the digest of this text; of others it is so once in four thousand million."""
    key, found = digest[: 2 * KEY], digest[2 * KEY :]
    return compare_digest(found, _of(text, bytes.fromhex(key)))


def _of(text: str, key: bytes) -> str:
    return blake2b(text.encode("utf8", "ignore"), digest_size=SIZE, key=key).hexdigest()
