"""A base encoder of a few thousand numbers in three packages: what the real one is, but for its size."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from zipfile import ZipFile

import pytest
import torch
from safetensors.torch import save
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing
from transformers import MPNetConfig, MPNetModel

from skills import pins, sizes
from skills.models.files import digest
from skills.sizes import BASE, Size

LETTERS = [chr(number) for number in range(97, 123)]
WORDS = ["<s>", "<pad>", "</s>", "[UNK]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
TINY = replace(
    BASE,
    model="tiny-model",
    width=64,
    inner=128,
    layers=4,
    heads=4,
    words=len(WORDS),
    positions=140,
    shared=2,
    tap=3,
    packages=tuple(f"tiny-model-pypi-part-00{part}==0.0.1" for part in range(1, 4)),
)
WIDE = replace(TINY, width=BASE.width, heads=BASE.heads)
"""As wide as the real one, with little inside."""


@dataclass(frozen=True)
class Tiny:
    """The size, the network in PyTorch, and where the packages are installed."""

    size: Size
    network: MPNetModel
    site: Path

    def part(self, number: int) -> Path:
        return self.site / f"tiny-model-pypi-part_00{number}/input/tiny-model.zip.00{number}"


@cache
def network(size: Size) -> MPNetModel:
    torch.manual_seed(0)
    shape = MPNetConfig(
        vocab_size=size.words,
        hidden_size=size.width,
        num_hidden_layers=size.layers,
        num_attention_heads=size.heads,
        intermediate_size=size.inner,
        max_position_embeddings=size.positions,
        initializer_range=0.2,
        layer_norm_eps=size.epsilon,
    )
    return MPNetModel(shape, add_pooling_layer=False).eval()


def tokenizer() -> str:
    made = Tokenizer(WordPiece({word: number for number, word in enumerate(WORDS)}, unk_token="[UNK]"))
    made.pre_tokenizer = BertPreTokenizer()
    ends = [("<s>", 0), ("</s>", 2)]
    made.post_processor = TemplateProcessing(single="<s> $A </s>", special_tokens=ends)
    return made.to_str()


@cache
def zipped(size: Size) -> tuple[bytes, dict[str, bytes]]:
    """The zip, and the files in it."""
    held = dict.fromkeys(pins.MODEL, b"{}")
    weights = {name: tensor.contiguous() for name, tensor in network(size).state_dict().items()}
    held |= {"model.safetensors": save(weights), "tokenizer.json": tokenizer().encode()}
    written = io.BytesIO()
    with ZipFile(written, "w") as file:
        for name, data in held.items():
            file.writestr(f"tiny-model/{name}", data)
    return written.getvalue(), held


def install(folder: Path, patch: pytest.MonkeyPatch, size: Size = TINY) -> Tiny:
    """The packages in `folder` and their pins, and a cache of their own, for as long as `patch` holds."""
    tiny, (data, held) = Tiny(size, network(size), folder / "site"), zipped(size)
    third = len(data) // 3 + 1
    for number, package in enumerate(size.packages, 1):
        about = tiny.site / f"{package.partition('==')[0].replace('-', '_')}-0.0.1.dist-info"
        about.mkdir(parents=True)
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package.partition('==')[0]}\nVersion: 0.0.1\n")
        tiny.part(number).parent.mkdir(parents=True)
        tiny.part(number).write_bytes(data[third * (number - 1) : third * number])
    known = pins.pinned() | {
        f"{size.place}/{tiny.part(number).name}": digest(tiny.part(number)) for number in (1, 2, 3)
    }
    for name, content in held.items():
        (folder / name).write_bytes(content)
        known[f"{size.place}/{name}"] = digest(folder / name)
    (folder / "pins.json").write_text(json.dumps(known))
    patch.setattr(pins, "MANIFEST", folder / "pins.json")
    patch.setitem(sizes.SIZES, "base", size)
    patch.syspath_prepend(tiny.site)
    patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return tiny
