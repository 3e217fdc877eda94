"""A GGUF file as a responder: by llama.cpp's own server over loopback, guided and held as a server is."""

from __future__ import annotations

from pathlib import Path

import pytest
from gguf import GGUFWriter

from bot.errors import WeightsError
from skills.gguf import gguf
from skills.server import Server
from skills.writer import model
from skills.writer.local import has_template
from tests.skills.asked import turn

pytest.importorskip("openai")
pytest.importorskip("xllamacpp")


def described(path: Path, *, template: bool) -> Path:
    writer = GGUFWriter(path, "llama")
    if template:
        writer.add_chat_template("{{ messages }}")
    writer.add_array("tokenizer.ggml.tokens", ["a"])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


@pytest.mark.parametrize("template", [True, False])
def test_whether_a_file_knows_how_a_talk_is_written_is_read_from_it(tmp_path: Path, template: bool) -> None:
    assert has_template(described(tmp_path / "a.gguf", template=template)) is template


@pytest.mark.parametrize(
    ("data", "why"), [(None, "there is no model"), (b"GGUF, or is it?", "is no GGUF file"), (b"", "is no GGUF file")]
)
def test_a_file_that_is_no_model_is_named(tmp_path: Path, data: bytes | None, why: str) -> None:
    path = tmp_path / "other.gguf"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(WeightsError, match=why):
        gguf(model=str(path))


def test_a_file_with_nothing_in_it_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"is no model that llama\.cpp reads"):
        gguf(model=str(described(tmp_path / "empty.gguf", template=True)))


async def test_a_real_model_answers_in_one_line_and_is_named_in_the_trace() -> None:
    responder = gguf(model=str(model.model(None)), max_tokens=40)
    assert isinstance(responder, Server)
    step = await turn(responder, "I lost my job yesterday.", wait=120)
    told = dict((*step.trace.notes, *step.trace.missed))
    assert "tokens read" in told["server"] or "is not to be said" in told["server"]
    assert step.reply.skill in ("gguf", "scripted", "retrieve")
    assert "\n" not in step.reply.text


async def test_what_it_writes_is_stopped_when_the_time_is_over() -> None:
    step = await turn(gguf(model=str(model.model(None))), "I lost my job yesterday.", wait=0.01)
    assert step.reply.text == "The bot's own words."
    assert step.trace.missed == (("server", "late"),)
