"""A language model of a few hundred numbers in four packages: what the real one is, but for its size."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from gguf import GGMLQuantizationType, GGUFWriter
from gguf.quants import quantize
from safetensors.numpy import save_file

from skills.writer import model, package, vocabulary

PIECES = ["<pad>", "<eos>", "<bos>", "<unk>", "a", "b", "c", "ab", "abc", "ca", "d", "dd"]
PACKAGES = tuple(f"tiny-language-model-part{part}==1.0.0" for part in range(1, 5))
KEPT = [0, 1, 2, 3, 4, 5, 6, 7, 8]
WIDTH = 64


@dataclass(frozen=True)
class Tiny:
    """Where the packages, the adapter and the cache are, and the whole file's numbers."""

    site: Path
    adapter: Path
    cache: Path
    words: np.ndarray
    query: np.ndarray

    def part(self, number: int) -> Path:
        return self.site / f"tiny_language_model_part{number}/data/{package.NAME}.part0{number - 1}"


def install(folder: Path, patch: pytest.MonkeyPatch) -> Tiny:
    """The packages in `folder`, a vocabulary, an adapter and a cache of their own, for as long as `patch` holds."""
    random = np.random.default_rng(1)
    words, query = (random.normal(size=(rows, WIDTH)).astype(np.float32) for rows in (len(PIECES), 32))
    tiny = Tiny(folder / "site", folder / "open.safetensors", folder / "cache/attune/writer", words, query)
    whole = folder / "whole.gguf"
    _write(whole, words, query)
    data = whole.read_bytes()
    for number, name in enumerate((each.partition("==")[0] for each in PACKAGES), 1):
        about = tiny.site / f"{name.replace('-', '_')}-1.0.0.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n")
        tiny.part(number).parent.mkdir(parents=True)
        quarter = len(data) // 4 + 1
        tiny.part(number).write_bytes(data[quarter * (number - 1) : quarter * number])
    held = vocabulary.packed(KEPT, len(PIECES) + 4)
    save_file({vocabulary.NAME: held}, folder / "vocabulary.safetensors")
    low = {"a": random.normal(size=(2, WIDTH)), "b": random.normal(size=(32, 2))}
    save_file({f"blk.0.attn_q.{name}": part.astype(np.float32) for name, part in low.items()}, tiny.adapter)
    patch.setattr(package, "PACKAGES", PACKAGES)
    patch.setattr(package, "SHA256", hashlib.sha256(data).hexdigest())
    patch.setattr(vocabulary, "find", lambda name, place: folder / f"{name}.safetensors")
    patch.setattr(model, "find", lambda name, place: folder / f"{name}.safetensors")
    patch.syspath_prepend(tiny.site)
    patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return tiny


def _write(path: Path, words: np.ndarray, query: np.ndarray) -> None:
    writer = GGUFWriter(path, "gemma3")
    writer.add_string("general.name", "Tiny")
    writer.add_array("tokenizer.ggml.tokens", PIECES)
    writer.add_array("tokenizer.ggml.scores", [-float(number) for number in range(len(PIECES))])
    writer.add_array("tokenizer.ggml.token_type", [3, 3, 3, 2, *[1] * (len(PIECES) - 4)])
    writer.add_uint32("tokenizer.ggml.bos_token_id", 2)
    eight = GGMLQuantizationType.Q8_0
    for name, weight in ((model.WORDS, words), ("blk.0.attn_q.weight", query)):
        writer.add_tensor(name, quantize(weight, eight), raw_dtype=eight)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
