"""A bank in a folder: whole or not there, resumed, shared, and clear about what is wrong with it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.errors import CorpusError
from skills.search import vectors
from skills.search.bank import Candidate, load, write

WIDTH = 32

REPLIES = (
    Candidate("That must have been a long night.", "empathetic", "Reflection of feelings", "sad"),
    Candidate("What did your sister say to that?", "esconv", "Question", "angry"),
    Candidate("Schön, wie du das erzählst \u2028 wirklich!", "own", None, "joyful"),
)


def spread(text: str) -> NDArray[np.float32]:
    """A direction drawn by the text."""
    drawn = np.random.default_rng(list(sha256(text.encode()).digest())).normal(size=WIDTH).astype(np.float32)
    unit: NDArray[np.float32] = drawn / np.linalg.norm(drawn)
    return unit


class Spread:
    """Replies as directions of their own."""

    def __init__(self, identity: str = "spread", most: int = 10**9) -> None:
        self.identity, self.asked, self.most = identity, 0, most

    def replies(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += len(texts)
        if self.asked > self.most:
            raise KeyboardInterrupt
        return np.array([spread(text) for text in texts])


def made(folder: Path, candidates: Sequence[Candidate] = REPLIES, encoder: Spread | None = None, **few: int) -> Path:
    list(write(folder, candidates, encoder or Spread(), **few))
    return folder


def inner(folder: Path) -> Path:
    (found,) = (path for path in folder.iterdir() if path.is_dir())
    return found


def many(number: int) -> list[Candidate]:
    return [Candidate(f"reply {index} of {index * 7 % 31} and {index * 11 % 17}", "own") for index in range(number)]


def test_what_was_written_is_read(tmp_path: Path) -> None:
    bank = load(made(tmp_path), "spread")
    assert [bank[place] for place in range(len(bank))] == list(REPLIES)
    near = 0.9 * spread(REPLIES[1].text) + 0.1 * spread(REPLIES[2].text)
    scores, places = bank.nearest(near[None], 2)
    assert places.tolist() == [[1, 2]]
    assert scores[0, 0] == pytest.approx(float(near @ spread(REPLIES[1].text)), abs=1e-3)
    with pytest.raises(IndexError):
        bank[3]


@pytest.mark.parametrize("small", [10, 10_000])
def test_small_and_large_banks_answer_alike(tmp_path: Path, small: int) -> None:
    bank = load(made(tmp_path, many(400), small=small), "spread")
    asked = np.array([spread(item.text) for item in many(400)])
    assert bank.nearest(asked, 1)[1][:, 0].tolist() == list(range(400))
    assert ("cells.faiss" in bank.about.sizes) == (small == 10)


def test_a_stopped_build_leaves_no_bank_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectors, "CHUNK", 100)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path, many(400), Spread(most=301))
    with pytest.raises(CorpusError, match="there is no bank here"):
        load(tmp_path, "spread")
    rest = Spread()
    made(tmp_path, many(400), rest)
    assert rest.asked == 1 + 100, "one to see how wide vectors are, and those that were missing"
    assert len(load(tmp_path, "spread")) == 400


def test_while_a_new_state_is_made_the_old_one_stays(tmp_path: Path) -> None:
    before = load(made(tmp_path), "spread")
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path, many(5), Spread(most=2))
    assert load(tmp_path, "spread")[0] == REPLIES[0]
    made(tmp_path, many(5))
    assert len(load(tmp_path, "spread")) == 5
    assert before[0] == REPLIES[0], "whoever has it open keeps it"
    assert len([path for path in tmp_path.iterdir() if path.is_dir()]) == 1


def test_the_fingerprint_knows_texts_labels_and_encoder(tmp_path: Path) -> None:
    prints = [
        inner(made(tmp_path / "a")).name,
        inner(made(tmp_path / "b", REPLIES[:2])).name,
        inner(made(tmp_path / "c", [*REPLIES[:2], Candidate(REPLIES[2].text, "own")])).name,
        inner(made(tmp_path / "d", encoder=Spread("others"))).name,
    ]
    assert len(set(prints)) == 4
    assert inner(made(tmp_path / "e")).name == prints[0]


def test_another_encoder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="made by another encoder; make it again: attune bank build"):
        load(made(tmp_path), "others")


@pytest.mark.parametrize("name", ["replies.jsonl", "starts.i8", "vectors.f16"])
def test_a_file_that_is_damaged_or_gone_is_named(tmp_path: Path, name: str) -> None:
    path = inner(made(tmp_path)) / name
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(CorpusError, match=f"{name} has {len(whole) - 1} bytes where {len(whole)} are expected"):
        load(tmp_path, "spread")
    path.unlink()
    with pytest.raises(CorpusError, match=f"{name} is missing"):
        load(tmp_path, "spread")


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = inner(made(tmp_path)) / "replies.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"text":"What', b'"text": What'))
    bank = load(tmp_path, "spread")
    assert bank[0] == REPLIES[0]
    with pytest.raises(CorpusError, match=r"replies\.jsonl, line 2: "):
        bank[1]


def change(**fields: object) -> Callable[[str], str]:
    return lambda text: json.dumps(json.loads(text) | fields)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: "{", "bank.json: "),
        (change(format=9), "format 9 is unknown"),
        (change(fingerprint="../../../../etc"), "fingerprint"),
        (change(sizes={"replies.jsonl": 1}), "`sizes` must name"),
        (change(rows=2), r"starts\.i8: 3 lines where 2 are expected"),
    ],
)
def test_a_description_that_is_wrong_is_refused(tmp_path: Path, damage: Callable[[str], str], reason: str) -> None:
    path = made(tmp_path) / "bank.json"
    path.write_text(damage(path.read_text()))
    with pytest.raises(CorpusError, match=reason):
        load(tmp_path, "spread")


def test_nothing_to_say_makes_no_bank(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no reply to make a bank of"):
        made(tmp_path / "new", ())
    assert not (tmp_path / "new").exists()


def test_two_processes_read_one_bank(tmp_path: Path) -> None:
    made(tmp_path, many(400), small=10)
    read = f"load(Path({str(tmp_path)!r}), 'spread')[7].text"
    code = f"from pathlib import Path; from skills.search.bank import load; print({read})"
    ours = load(tmp_path, "spread")
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == ours[7].text == many(8)[7].text
