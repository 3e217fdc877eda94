import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agents.curation.choose import choose, gather, write


def dialog(emotionality: float | None, *texts: str) -> dict[str, Any]:
    return {"emotionality": emotionality, "turns": [{"text": text} for text in texts]}


@given(st.lists(st.integers(0, 5)), st.integers(1, 8))
def test_the_heap_chooses_what_sorting_would(scores: list[int], top: int) -> None:
    found, _ = choose((dialog(score, str(place)) for place, score in enumerate(scores)), top)
    assert found == set(sorted(range(len(scores)), key=lambda place: (-scores[place], place))[:top])


def test_the_same_words_are_chosen_once() -> None:
    talks = [dialog(0.5, "Hi.", "Oh."), dialog(0.9, "Bye."), dialog(0.5, "hi.", "OH."), dialog(0.1, "Hm.")]
    found, counts = choose(talks, 3)
    assert found == {0, 1, 3}
    assert counts == {"said in another file": 1}


def test_without_emotionality_the_first_are_chosen() -> None:
    assert choose([dialog(None, str(place)) for place in range(5)], 2)[0] == {0, 1}


def test_results_are_copied_in_the_order_of_the_sources(tmp_path: Path) -> None:
    counts = {"stages": {"turns": 2}, "rules": {"songs": 1}}
    for name, rows in {
        "b.srt": [dialog(0.2, "a"), dialog(0.8, "b"), counts],
        "a.xml": [{"left out": "a.xml: broken"}],
        "c.srt": [dialog(0.9, "c"), dialog(0.1, "d"), counts],
    }.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf8")
    names = ["a.xml", "b.srt", "c.srt"]
    picked = write(tmp_path, names, tmp_path / "dialogs.jsonl", 2)
    kept = [json.loads(line) for line in (tmp_path / "dialogs.jsonl").read_text(encoding="utf8").splitlines()]
    assert kept == [dialog(0.8, "b"), dialog(0.9, "c")]
    assert picked == {"chosen": 2}
    tally, reasons = gather(tmp_path, names)
    assert (tally.stages, tally.rules, reasons) == ({"turns": 4}, {"songs": 2}, ["a.xml: broken"])
