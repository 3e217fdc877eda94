"""`attune export-model`: the encoder as a folder for the library sentence-transformers (Reimers & Gurevych 2019).

The adapter is merged into the published weights, in full precision. Speakers have no place in that library: a text
there is one utterance. `--side` gives the encoder as one side of the matcher, whose map is the last module but one.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from bot.errors import ConfigError, WeightsError
from skills.sizes import DEFAULT, SIZES, SMALL, Size

if TYPE_CHECKING:
    from skills.models.matcher import Floats

Side = Literal["context", "reply"]
MODULES = "sentence_transformers.models"
AS_PUBLISHED = ("config.json", "tokenizer.json", "special_tokens_map.json", "vocab.txt")
CARD = """\
---
license: {licence}
library_name: sentence-transformers
pipeline_tag: sentence-similarity
base_model: sentence-transformers/{model}
language: en
---
# Attune's encoder{title}

Texts to vectors of {width} numbers and length one. A text is one utterance of a talk, {said}; of more than
{limit} tokens the end is read.

```python
from sentence_transformers import SentenceTransformer

vectors = SentenceTransformer("{folder}").encode(["I lost my job yesterday", "It was my fault"])
```

Weights: {model} (Apache-2.0){changed}. Licence of this folder: {terms}.
{made}"""


@dataclass(frozen=True, slots=True)
class Form:
    """How one side reads: in at most so many tokens, said by the bot or not, and the map its vectors go through."""

    limit: int
    bot: bool = False
    turned: Floats | None = None


@click.command("export-model")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--size", default=DEFAULT.name, show_default=True, type=click.Choice(list(SIZES)), help="The encoder's.")
@click.option("--adapter", default="default", help='The encoder\'s adapter ("published": without one).')
@click.option("--side", type=click.Choice(["context", "reply"]), help="As one side of the matcher, with its map.")
def export_model(*, folder: Path, size: str, adapter: str, side: Side | None) -> None:
    """Write the encoder into FOLDER, which must be new or empty, for sentence-transformers."""
    export(folder, adapter, side, size=SIZES[size])
    click.echo(f"{folder}: SentenceTransformer({str(folder)!r}) loads it")


def export(
    folder: Path,
    adapter: str = "default",
    side: Side | None = None,
    weights: Path | None = None,
    size: Size = SMALL,
) -> None:
    """Write the whole folder or nothing, from the tensors and cards in `weights` (those shipped).

    ConfigError where there is something in it already; WeightsError where tensors are missing or altered, or there are
    no maps of the two sides for this adapter.
    """
    from skills.models.tensors import folder_of

    if folder.is_dir() and any(folder.iterdir()):
        raise ConfigError(f"{folder} is not empty: name a folder that is new or empty")
    folder.parent.mkdir(parents=True, exist_ok=True)
    aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        _write(aside, folder.name, (size, adapter), side, weights or folder_of(size))
        aside.chmod(0o755)
        aside.replace(folder)
    except BaseException:
        shutil.rmtree(aside)
        raise


def _write(folder: Path, name: str, model: tuple[Size, str], side: Side | None, weights: Path) -> None:
    from safetensors.numpy import save_file

    from skills.encoder import adapter_path
    from skills.models import matcher
    from skills.models.served import identity, network
    from skills.models.transformer import published
    from skills.models.unpacking import file

    size, adapter = model
    path = adapter_path(size, adapter, weights)
    form = _form(side, size, identity(size, path), weights)
    held = published(size, network(size, path))
    if form.bot:  # the library says of every token that it is of the first kind, which is the user's
        kinds = "embeddings.token_type_embeddings.weight"
        held[kinds] = held[kinds][::-1].copy()
    save_file(held, folder / "model.safetensors", {"format": "pt"})
    for kept in AS_PUBLISHED:
        shutil.copyfile(file(size, kept), folder / kept)
    tokenizer = json.loads(file(size, "tokenizer_config.json").read_text(encoding="utf8"))
    _json(folder / "tokenizer_config.json", tokenizer | {"truncation_side": "left", "model_max_length": form.limit})
    _json(folder / "sentence_bert_config.json", {"max_seq_length": form.limit, "do_lower_case": False})
    _json(folder / "config_sentence_transformers.json", {"similarity_fn_name": "cosine"})
    _modules(folder, form, size)
    cards = [*([path.stem] if path else []), *([matcher.NAME] if side else [])]
    made = "\n".join(_told(weights / f"{card}.md") for card in cards)
    (folder / "README.md").write_text(_card(name, side, form, size, made), encoding="utf8")


def _told(card: Path) -> str:
    """A card without its head, the YAML between two rules."""
    return re.sub(r"\A---\n.*?\n---\n", "", card.read_text(encoding="utf8"), flags=re.DOTALL)


def _form(side: Side | None, size: Size, identity: str, weights: Path) -> Form:
    from skills.models import encoder, matcher

    if side is None:
        return Form(encoder.TOKENS)
    maps = matcher.maps_of(identity, size, weights)
    if maps is None:
        raise WeightsError(
            f"{weights} has no {matcher.NAME}.safetensors with the maps of both sides for this adapter; "
            "without --side the encoder itself is written"
        )
    if side == "reply":
        return Form(matcher.REPLY, True, maps[1])
    return Form(matcher.CONTEXT, False, maps[0])


def _modules(folder: Path, form: Form, size: Size) -> None:
    """modules.json, and a folder for each module after the network."""
    from safetensors.numpy import save_file

    kinds = ["Transformer", "Pooling", "Normalize", *(["Dense", "Normalize"] if form.turned is not None else [])]
    paths = ["", *(f"{place}_{kind}" for place, kind in enumerate(kinds) if place)]
    for path in paths[1:]:
        (folder / path).mkdir()
    entries = [
        {"idx": place, "name": str(place), "path": path, "type": f"{MODULES}.{kind}"}
        for place, (kind, path) in enumerate(zip(kinds, paths, strict=True))
    ]
    _json(folder / "modules.json", entries)
    _json(folder / paths[1] / "config.json", {"word_embedding_dimension": size.width, "pooling_mode_mean_tokens": True})
    if form.turned is not None:
        plain = "torch.nn.modules.linear.Identity"
        shape = {"in_features": size.width, "out_features": size.width, "bias": False, "activation_function": plain}
        _json(folder / paths[3] / "config.json", shape)
        save_file({"linear.weight": form.turned}, folder / paths[3] / "model.safetensors")


def _card(name: str, side: Side | None, form: Form, size: Size, made: str) -> str:
    """The model card: what it is, and the cards of the tensors in it, whose licences it bears."""
    terms = "CC BY-NC-SA 4.0" if made else "Apache-2.0"
    return CARD.format(
        licence=terms.lower().replace("cc by", "cc-by").replace(" ", "-"),
        model=size.model,
        width=size.width,
        title=f", the matcher's side of {'contexts' if side == 'context' else 'replies'}" if side else "",
        said="said by the bot" if form.bot else "said by the user",
        limit=form.limit,
        folder=name,
        changed=", changed by what the cards below say" if made else "",
        terms=terms,
        made=f"\n{made}" if made else "",
    )


def _json(path: Path, held: Mapping[str, Any] | list[dict[str, Any]]) -> None:
    path.write_text(json.dumps(held, indent=1) + "\n", encoding="utf8")
