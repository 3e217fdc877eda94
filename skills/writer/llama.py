"""Llama: the language model at work in this process, by llama.cpp (xllamacpp).

llama.cpp's server is what batches drafts and keeps the talk's beginning in its cache. It opens a port on the loopback
address: nobody else knows its key, and nothing here uses it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.distribution import install_line
from bot.errors import MissingPackage, WeightsError
from skills.writer.prompt import END

CONTEXT = 2048
"""Pieces of text that a talk and its drafts have."""
LONGEST = 64
"""Pieces of a draft: some 45 words."""
MOST = 8
"""Drafts at once."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """How a piece of text is drawn (Holtzman et al. 2020): from the likeliest that together have `top_p`."""

    temperature: float = 0.6
    top_p: float = 0.9
    top_k: int = 40


class Llama:
    """A model file, ready. One request at a time; who comes meanwhile waits."""

    def __init__(self, path: Path, threads: int = 1) -> None:
        """Raises WeightsError where the file is no model that llama.cpp reads, or MissingPackage."""
        try:
            from xllamacpp import CommonParams, Server
        except ImportError:
            raise MissingPackage(f"xllamacpp is not installed: {install_line('writer')}") from None
        params = CommonParams()
        params.model.path = str(path)
        params.n_ctx, params.n_parallel, params.kv_unified = CONTEXT + MOST * LONGEST, MOST, True
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
        params.swa_full = True  # else the beginning of a talk is read anew in each turn
        params.api_keys, params.ui, params.n_threads_http = [secrets.token_hex(16)], False, 1
        params.cache_ram_mib, params.warmup, params.fit_params, params.verbosity = 0, False, False, -1
        try:
            self._server = Server(params)
        except Exception as error:
            raise WeightsError(f"{path} is no model that llama.cpp reads: {error}") from None
        self._lock = threading.Lock()

    def drafts(
        self,
        prompt: str,
        count: int,
        seed: int,
        sampling: Sampling = Sampling(),
        stop: Callable[[], bool] | None = None,
    ) -> list[str]:
        """`count` continuations up to the end of the line, whole ones only; the same for the same seed.

        `stop` is asked after every piece of text; once it is true, nothing is given.
        """
        asked = {
            "prompt": prompt,
            "n": count,
            "n_predict": LONGEST,
            "seed": seed % (1 << 31),
            "temperature": sampling.temperature,
            "top_p": sampling.top_p,
            "top_k": sampling.top_k,
            "stop": [END],
            "cache_prompt": True,
            "stream": True,
        }
        texts, done, ended = [""] * count, [False] * count, False

        def take(piece: Any) -> bool:
            nonlocal ended
            for choice in piece.get("choices", ()) if isinstance(piece, dict) else ():
                texts[choice["index"]] += choice["text"]
                done[choice["index"]] |= choice["finish_reason"] == "stop"
            ended = ended or (stop is not None and stop())
            return ended

        with self._lock:
            self._server.handle_completions(asked, take)
        return [] if ended else [text for text, whole in zip(texts, done, strict=True) if whole]
