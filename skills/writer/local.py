"""Local: any GGUF file behind llama.cpp's own server in this process (xllamacpp), for the client of chat completions.

The server listens on the loopback address at a port of its own and takes a key that nobody else knows. A file that
brings no chat template, as base models don't, reads the talk as lines and writes the next one.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.distribution import install_line
from bot.errors import MissingPackage, WeightsError

TEMPLATE = "tokenizer.chat_template"
"""The field of a GGUF file that says how a talk is written for it."""
LINES = """{% for message in messages %}
{%- if message.role == 'system' %}{{ message.content }}

{% elif message.role == 'user' %}Person: {{ message.content | replace('\n', ' ') }}
{% else %}Supporter: {{ message.content | replace('\n', ' ') }}
{% endif %}{% endfor %}Supporter:"""
END = "\n"
AT_ONCE = 2
"""Replies that are written at the same time; more wait for each other."""


@dataclass(frozen=True)
class Local:
    """A model file at work: where it listens, its key, and what ends a reply beside the model's own end."""

    base_url: str
    key: str
    stop: tuple[str, ...]
    server: Any
    """It ends when nothing holds it any more."""


def serve(path: Path, context: int, threads: int) -> Local:
    """The file's server. Raises WeightsError where it is no model that llama.cpp reads, or MissingPackage."""
    try:
        from xllamacpp import CommonParams, Server
    except ImportError:
        raise MissingPackage(f"xllamacpp is not installed: {install_line('writer')}") from None
    if not path.is_file():
        raise WeightsError(f"there is no model {path}: put a GGUF file there")
    params = CommonParams()
    params.model.path = str(path)
    params.n_ctx, params.n_parallel = context * AT_ONCE, AT_ONCE
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.api_keys, params.ui, params.hostnames = [secrets.token_hex(16)], False, ["127.0.0.1"]
    params.cache_ram_mib, params.warmup, params.fit_params, params.verbosity = 0, False, False, -1
    chats = has_template(path)
    if not chats:
        params.chat_template = LINES
    try:
        server = Server(params)
    except Exception as error:
        raise WeightsError(f"{path} is no model that llama.cpp reads: {error}") from None
    return Local(f"{server.listening_address}/v1", params.api_keys[0], () if chats else (END,), server)


def has_template(path: Path) -> bool:
    """Whether a GGUF file says how a talk is written for it. WeightsError where it is none."""
    try:
        from gguf import GGUFReader
    except ImportError:
        raise MissingPackage(f"gguf is not installed: {install_line('writer')}") from None
    try:
        return TEMPLATE in GGUFReader(path).fields
    except Exception as error:  # whatever a foreign file holds
        raise WeightsError(f"{path} is no GGUF file: {type(error).__name__}") from None
