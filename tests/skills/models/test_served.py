"""The form that an encoder is computed with: made once, kept in the cache, checked at each start."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from bot.errors import WeightsError
from bot.folders import cache
from skills import pins
from skills.models import package
from skills.models.encoder import TextEncoder
from skills.models.files import digest
from skills.models.served import identity, served
from skills.sizes import BASE, SMALL
from tests.skills.copied import DAMAGES
from tests.skills.models.tiny import TINY, Tiny

TEXTS = ["hello there", "i lost my job and do not know what to do", "no"]


def forms() -> list[Path]:
    return sorted(path for path in (cache() / "encoder/served").glob("*") if path.name != ".lock")


def an_adapter(folder: Path, strength: float = 0.1) -> Path:
    rng, path = np.random.default_rng(1), folder / "mine.safetensors"
    changes = {"layers.3.up.a": rng.normal(size=(2, TINY.width)), "layers.3.up.b": rng.normal(size=(TINY.inner, 2))}
    table = {"speakers": rng.normal(size=(2, TINY.width))}
    save_file({name: (strength * part).astype(np.float32) for name, part in (changes | table).items()}, path)
    return path


def test_it_is_made_once_and_needs_nothing_else_then(tiny: Tiny) -> None:
    first = TextEncoder(None, tiny.size).texts(TEXTS)
    (path,) = forms()
    made = path.stat().st_mtime_ns
    shutil.rmtree(tiny.site)
    (package.folder(tiny.size) / "model.safetensors").unlink()
    assert np.array_equal(TextEncoder(None, tiny.size).texts(TEXTS), first)
    assert [item.stat().st_mtime_ns for item in forms()] == [made]


@pytest.mark.parametrize("how", [how for how in DAMAGES if how != "missing"])
def test_a_damaged_form_is_refused_with_the_command(tiny: Tiny, how: str) -> None:
    with served(tiny.size, None):
        pass
    (path,) = forms()
    data = DAMAGES[how](path.read_bytes())
    assert data is not None
    path.write_bytes(data)
    with pytest.raises(WeightsError) as caught:
        TextEncoder(None, tiny.size)
    assert f"{path} was altered" in str(caught.value)
    assert f"it is made again: rm {path}" in str(caught.value)
    path.unlink()
    assert len(TextEncoder(None, tiny.size).texts(TEXTS)) == len(TEXTS)


def test_an_adapter_that_has_changed_takes_its_old_form_away(tiny: Tiny, tmp_path: Path) -> None:
    plain = TextEncoder(None, tiny.size).texts(TEXTS)
    found = [TextEncoder(an_adapter(tmp_path, strength), tiny.size).texts(TEXTS) for strength in (0.1, 0.3)]
    assert [path.name.split("-")[1] for path in forms()] == ["mine", "published"]
    assert not np.allclose(found[0], plain, atol=1e-3)
    assert not np.allclose(found[0], found[1], atol=1e-3)


def test_several_at_once_make_one_form(tiny: Tiny) -> None:
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: TextEncoder(None, tiny.size).texts(TEXTS), range(3)))
    assert len(forms()) == 1
    assert all(np.array_equal(each, found[0]) for each in found)


def test_where_it_cannot_be_kept_nothing_is_left(tiny: Tiny) -> None:
    (cache() / "encoder").mkdir(parents=True)
    (cache() / "encoder/served").write_text("a file stands here")
    with pytest.raises(WeightsError, match=r"encoder/served: the encoder cannot be kept there: File exists"):
        TextEncoder(None, tiny.size)
    assert not list((cache() / "encoder").glob(".part-*"))


def test_an_identity_tells_size_model_adapter_and_numbers_apart(tmp_path: Path) -> None:
    path = an_adapter(tmp_path)
    found = {identity(size, adapter) for size in (SMALL, BASE) for adapter in (None, path)}
    assert len(found) == 4
    model = pins.of("encoder_base/model.safetensors")
    assert identity(BASE, path) == f"base-int8x32:{model}+{digest(path)}"
    assert identity(SMALL, None) == pins.of("encoder/model.safetensors")


def test_who_spoke_is_marked_where_an_adapter_has_a_table_of_it(tiny: Tiny, tmp_path: Path) -> None:
    said = "i know"
    plain, marked = TextEncoder(None, tiny.size), TextEncoder(an_adapter(tmp_path, 0.5), tiny.size)
    assert np.array_equal(plain.texts([said]), plain.texts([said], bot=True))
    user, bot = (marked.words.utterance(said, speaker) for speaker in (False, True))
    states = [marked.tapped([tokens])[1][0] for tokens in (user, bot)]
    assert np.abs(states[0] - states[1]).max() > 0.1
    assert not np.allclose(marked.texts([said]), marked.texts([said], bot=True), atol=1e-2)


def test_upper_layers_with_changes_of_their_own_have_a_form_apart(tiny: Tiny, tmp_path: Path) -> None:
    rng, path = np.random.default_rng(2), tmp_path / "judge.safetensors"
    factors = {"layers.1.up.a": rng.normal(size=(2, TINY.width)), "layers.1.up.b": rng.normal(size=(TINY.inner, 2))}
    save_file({name: (0.1 * part).astype(np.float32) for name, part in factors.items()}, path)
    with served(tiny.size, None) as whole, served(tiny.size, None, path) as upper:
        assert {name.split(".")[1] for name in upper} == {"0", "1"}
        same, changed = (f"layers.{number}.{part}.codes" for number, part in ((1, "down"), (1, "up")))
        assert np.array_equal(upper[same], whole[same.replace("1", "3")])
        assert not np.array_equal(upper[changed], whole[changed.replace("1", "3")])
    assert [form.name.split("-")[1] for form in forms()] == ["judge", "published"]
