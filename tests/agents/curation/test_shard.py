import json
from pathlib import Path
from typing import Any

from agents.curation import boundary, shard

FILM = """1
00:00:01,000 --> 00:00:02,000
- Sad?
- Joy.

2
00:00:30,000 --> 00:00:31,000
(thunder) Alone.
"""


def written(tmp_path: Path, text: str, labeller: Any) -> list[dict[str, Any]]:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/film.srt").write_text(text, encoding="utf8")
    tools = shard.Tools(boundary.load(), labeller, "utf-8")
    shard.write(tmp_path, "a/film.srt", tmp_path / "out", tmp_path / "aside", tools)
    assert not (tmp_path / "aside").exists()
    return [json.loads(line) for line in (tmp_path / "out/a/film.srt.jsonl").read_text(encoding="utf8").splitlines()]


def test_a_file_becomes_dialogs_and_counts(tmp_path: Path, fake: Any) -> None:
    dialog, counts = written(tmp_path, FILM, fake)
    assert dialog == {
        "id": "a/film.srt#1",
        "source": "a/film.srt",
        "start": 1000,
        "end": 2000,
        "emotionality": 0.75,
        "turns": [
            {
                "text": "Sad?", "start": 1000, "end": None, "emotionality": 1.0,
                "labels": [["sad", 1.0], ["joyful", 0.0], ["questioning", 0.0]],
            },
            {
                "text": "Joy.", "start": None, "end": 2000, "emotionality": 0.5,
                "labels": [["joyful", 0.5], ["questioning", 0.3], ["neutral", 0.2]],
            },
        ],
    }  # fmt: skip
    assert counts["stages"] == {
        "lines read": 3, "lines without a time": 0, "lines kept": 3, "turns": 3, "dialogs found": 2, "dialogs kept": 1,
    }  # fmt: skip
    assert {name: count for name, count in counts["rules"].items() if count} == {
        "hyphens": 2, "sounds": 1, "spacing": 1, "dialogs too short": 1,
    }  # fmt: skip


def test_a_damaged_file_leaves_only_its_reason(tmp_path: Path) -> None:
    (end,) = written(tmp_path, FILM + "\n3\nnever\nx\n", None)
    assert end.keys() == {"left out"}
    assert "film.srt, line 11: here a time line is expected" in end["left out"]


def test_without_a_labeller_there_are_no_labels(tmp_path: Path) -> None:
    dialog, _ = written(tmp_path, FILM, None)
    assert dialog["emotionality"] is None
    assert dialog["turns"][0] == {"text": "Sad?", "start": 1000, "end": None}
