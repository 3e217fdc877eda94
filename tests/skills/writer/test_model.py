"""The model file: trimmed, an adapter merged in, made once; and packages that are not as they should be."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader
from gguf.quants import dequantize
from safetensors.numpy import load_file

from bot.errors import WeightsError
from skills.models.adapter import STRENGTH
from skills.writer import model, package
from tests.skills.copied import DAMAGES
from tests.skills.writer.tiny import KEPT, PIECES, Tiny, install


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tiny:
    return install(tmp_path, monkeypatch)


def tensors(path: Path) -> dict[str, np.ndarray]:
    return {tensor.name: dequantize(tensor.data, tensor.tensor_type) for tensor in GGUFReader(path).tensors}


def left(tiny: Tiny) -> list[str]:
    """What there is in the cache beside the lock."""
    found = tiny.cache.glob("*") if tiny.cache.is_dir() else ()
    return [path.name for path in found if path.name != ".lock"]


def test_the_pieces_that_are_kept_are_all_there_is(tiny: Tiny) -> None:
    path = model.model(None)
    fields = GGUFReader(path).fields
    assert fields["tokenizer.ggml.tokens"].contents() == [PIECES[number] for number in KEPT]
    assert fields["tokenizer.ggml.scores"].contents() == [-float(number) for number in KEPT]
    assert fields["tokenizer.ggml.bos_token_id"].contents() == 2
    assert fields["general.name"].contents() == "Tiny"
    np.testing.assert_allclose(tensors(path)[model.WORDS], tiny.words[KEPT], atol=0.02)
    np.testing.assert_allclose(tensors(path)["blk.0.attn_q.weight"], tiny.query, atol=0.02)


def test_an_adapter_is_merged_in(tiny: Tiny) -> None:
    held = load_file(tiny.adapter)
    wanted = tiny.query + STRENGTH * held["blk.0.attn_q.b"] @ held["blk.0.attn_q.a"]
    path = model.model(tiny.adapter)
    found = tensors(path)
    np.testing.assert_allclose(found["blk.0.attn_q.weight"], wanted, atol=0.1)
    np.testing.assert_allclose(found[model.WORDS], tiny.words[KEPT], atol=0.02)
    assert left(tiny) == [path.name]


def test_it_is_made_once_by_however_many(tiny: Tiny) -> None:
    steps: list[str] = []
    with ThreadPoolExecutor(4) as pool:
        paths = set(pool.map(lambda _: model.model(None, steps.append), range(4)))
    shutil.rmtree(tiny.site)
    assert paths == {model.model(None, steps.append)}
    assert steps == ["joining the packages", "trimming"]


def test_another_adapter_of_a_name_takes_its_place(tiny: Tiny) -> None:
    first = model.model(tiny.adapter)
    bare = model.model(None)
    tiny.adapter.write_bytes(tiny.adapter.read_bytes()[:-1] + b"\x01")
    second = model.model(tiny.adapter)
    assert sorted(left(tiny)) == sorted([bare.name, second.name])
    assert first != second


def test_a_built_file_that_was_altered_is_refused(tiny: Tiny) -> None:
    path = model.model(None)
    path.write_bytes(path.read_bytes()[:-1] + b"\x01")
    with pytest.raises(WeightsError, match=rf"was altered: .*; take it away, and it is made again: rm {path}"):
        model.model(None)


def test_packages_that_are_not_installed_are_named(tiny: Tiny) -> None:
    shutil.rmtree(tiny.site / "tiny_language_model_part2-1.0.0.dist-info")
    with pytest.raises(WeightsError) as caught:
        model.model(None)
    assert "1 of the 4 packages" in str(caught.value)
    assert "tiny-language-model-part2==1.0.0" in str(caught.value)
    assert package.INSTALL in str(caught.value)
    assert left(tiny) == []
    assert not package.installed()


@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_part_leaves_nothing_behind(tiny: Tiny, how: str) -> None:
    data = DAMAGES[how](tiny.part(3).read_bytes())
    tiny.part(3).unlink()
    if data is not None:
        tiny.part(3).write_bytes(data)
    with pytest.raises(WeightsError) as caught:
        model.model(None)
    assert package.INSTALL in str(caught.value)
    assert "\n" not in str(caught.value)
    assert left(tiny) == []


def test_a_cache_that_cannot_be_written_is_named(tiny: Tiny) -> None:
    tiny.cache.parent.mkdir(parents=True)
    tiny.cache.write_text("a file")
    with pytest.raises(WeightsError, match="XDG_CACHE_HOME"):
        model.model(None)


def test_an_adapter_is_a_shipped_one_a_file_or_none(tiny: Tiny) -> None:
    assert model.adapter_path(model.BARE) is None
    assert model.adapter_path(str(tiny.adapter)) == tiny.adapter
