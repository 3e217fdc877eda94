"""Vectors of the corpora's examples, made once per adapter and kept beside the checkpoints."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file
from tqdm import tqdm  # type: ignore[import-untyped]

from skills.encoder import shared_text_encoder
from skills.models.encoder import Tokens
from skills.sizes import SMALL, Size

log = logging.getLogger(__name__)
CHUNK = 1024


class Vectorizer:
    """Encodes tokens with one adapter ("published": none); equal requests to equal weights are read from `folder`."""

    def __init__(self, adapter: str, folder: Path, size: Size = SMALL) -> None:
        shared = shared_text_encoder(adapter, size)
        self.encoder, self.words = shared.text_encoder, shared.text_encoder.words
        self.folder = folder / "vectors" / hashlib.sha256(shared.identity.encode()).hexdigest()[:16]

    def __call__(self, sequences: Sequence[Tokens]) -> NDArray[np.float32]:
        """Unit vectors (n, d); each chunk is saved as soon as it is done, so that a stopped run goes on."""
        chunks = [sequences[start : start + CHUNK] for start in range(0, len(sequences), CHUNK)]
        parts = [self.chunk(chunk) for chunk in tqdm(chunks, unit="chunk", desc="encoding", disable=len(chunks) < 2)]
        return np.concatenate(parts) if parts else np.zeros((0, self.encoder.size.width), dtype=np.float32)

    def chunk(self, sequences: Sequence[Tokens]) -> NDArray[np.float32]:
        key = hashlib.sha256(repr([(item.ids, item.speakers) for item in sequences]).encode()).hexdigest()[:24]
        path = self.folder / f"{key}.safetensors"
        if path.is_file():
            return load_file(path)["vectors"].astype(np.float32)
        vectors = self.encoder(sequences)
        self.folder.mkdir(parents=True, exist_ok=True)
        aside = path.with_suffix(".aside")
        save_file({"vectors": vectors.astype(np.float16)}, aside)
        aside.replace(path)
        return vectors
