"""A Hugging Face folder as a responder, guided as a server is: by its chat template, or by lines of text."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from bot.errors import ConfigError, WeightsError
from skills.huggingface import huggingface
from skills.writer.folder import lines
from skills.writer.template import Message
from tests.skills.asked import OWN, turn
from tests.skills.test_generate import causal

pytest.importorskip("jinja2")
__all__ = ["causal"]
SAID = "my dog died yesterday"
LAST = "{% for message in messages if message.role == 'user' %}{{ message.content }} </s> {% endfor %}"
COLD: dict[str, Any] = {"temperature": 0.05, "max_tokens": 8}


def folder(tmp_path: Path, model: Path, template: str = "") -> dict[str, Any]:
    """The settings for a copy of a model, with a short prompt and, if given, a chat template."""
    (tmp_path / "own.j2").write_text("be kind")
    shutil.copytree(model, tmp_path / "model")
    if template:
        (tmp_path / "model/chat_template.jinja").write_text(template)
    return {"model": str(tmp_path / "model"), "prompt": str(tmp_path / "own.j2"), **COLD}


async def test_a_chat_model_is_asked_by_its_own_template(tmp_path: Path, causal: Path) -> None:
    step = await turn(huggingface(**folder(tmp_path, causal, LAST)), SAID, wait=60)
    assert (step.reply.skill, step.reply.text) == ("huggingface", "i ' m sorry .")
    assert step.trace.notes[0][1].startswith("5 tokens read, ")


async def test_a_model_without_one_reads_lines(tmp_path: Path, causal: Path) -> None:
    step = await turn(huggingface(**folder(tmp_path, causal)), SAID, wait=60)
    told = dict((*step.trace.notes, *step.trace.missed))["server"]
    assert "tokens read" in told or "is not to be said" in told


def test_the_lines_are_the_guidance_and_the_talk_up_to_the_reply() -> None:
    talk = (Message("system", "be kind"), Message("user", "one\ntwo"), Message("assistant", "so"), Message("user", "x"))
    assert lines(talk) == "be kind\n\nPerson: one two\nSupporter: so\nPerson: x\nSupporter:"


async def test_a_template_that_does_not_take_the_messages_is_a_failure(tmp_path: Path, causal: Path) -> None:
    wrong = folder(tmp_path, causal, "{{ raise_exception('no system message') }}")
    step = await turn(huggingface(**wrong), SAID, wait=60)
    assert step.reply.text == OWN
    assert "its chat template does not take these messages" in step.trace.missed[0][1]


async def test_what_is_late_is_stopped(tmp_path: Path, causal: Path) -> None:
    step = await turn(huggingface(**folder(tmp_path, causal, LAST)), SAID, wait=0.0)
    assert (step.reply.text, step.trace.missed) == (OWN, (("server", "late"),))


def test_what_cannot_be_used_is_named_when_the_bot_is_made(tmp_path: Path, causal: Path) -> None:
    with pytest.raises(ConfigError, match="set `context` higher"):
        huggingface(model=str(causal), **COLD)  # a hundred tokens in all
    with pytest.raises(WeightsError, match="there is no folder"):
        huggingface(model=str(tmp_path / "none"))
