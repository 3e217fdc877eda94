"""A host of pages that says what it was asked, for the doors that show them."""

from __future__ import annotations

from bot.frontends.menu import Button, Command, Page


class Echo:
    """Its page offers to `grow` a word, which makes a page longer than any message."""

    commands = (Command("start", "Begin"),)

    async def open(self, conversation_id: str, action: str, *, private: bool = True) -> Page:
        if action == "fail":
            raise ValueError("something secret")
        text = " ".join(["growing"] * 700) if action == "grow" else f"opened {action} of {conversation_id}"
        return Page(text if private else "elsewhere", ((Button("Grow", "grow"), Button("Fail", "fail")),))

    async def hear(self, conversation_id: str, text: str, event: str, *, edited: bool = False) -> Page | None:
        if text == "fail":
            raise ValueError("something secret")
        return None if text == "nothing" else Page(f"heard {text}, {'again' if edited else 'new'}")
