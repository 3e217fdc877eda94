"""A channel that keeps what is sent over it, and one without a typing sign."""

from __future__ import annotations


class Channel:
    """Keeps what is sent as (conversation, text, key); raises its `errors` first."""

    def __init__(self, *errors: Exception) -> None:
        self.sent: list[tuple[str, str, str]] = []
        self.errors = list(errors)

    async def __call__(self, conversation_id: str, text: str, key: str) -> None:
        if self.errors:
            raise self.errors.pop(0)
        self.sent.append((conversation_id, text, key))

    @property
    def texts(self) -> list[str]:
        return [text for _, text, _ in self.sent]


async def no_sign() -> None:
    """A channel without a typing sign."""
