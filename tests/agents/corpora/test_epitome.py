from pathlib import Path

import pytest

from agents.corpora import epitome
from bot.errors import CorpusError

HEADER = ",".join(epitome.HEADER)


def write(folder: Path, **files: str) -> None:
    (folder / "epitome").mkdir(exist_ok=True)
    for kind in epitome.KINDS:
        text = files.get(kind.partition("-")[0], f'{HEADER}\na,b,"I fell, twice","Oh ""no""",1,x\nc,d,p,r,0,\n')
        (folder / "epitome" / f"{kind}-reddit.csv").write_text(text, encoding="utf8", newline="")


def test_the_three_files_are_one_table(tmp_path: Path) -> None:
    write(tmp_path, explorations=f"{HEADER}\r\na,b,p,r,2,x\r\nc,d,p,r,1,y\r\n")
    first, second = epitome.load(tmp_path)
    assert first == epitome.Rated("a", "I fell, twice", 'Oh "no"', (1, 1, 2))
    assert second.levels == (0, 0, 1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sp_id,level\n", r"interpretations-reddit.csv, line 1: column 'rp_id' is missing"),
        (f"{HEADER}\na,b,p,r,3,x\n", r"line 2: level must be one of 0, 1, 2$"),
        (f"{HEADER}\na,b,p,r,1\n", r"line 2: 5 columns where 6 are expected"),
        (f'{HEADER}\na,b,"p,r,1,x\n', r"this is not CSV"),
        (f"{HEADER}\nz,b,p,r,1,x\nc,d,p,r,0,\n", r"its rows are not those of emotional-reactions"),
    ],
)
def test_what_cannot_be_read_is_named(tmp_path: Path, text: str, said: str) -> None:
    write(tmp_path, interpretations=text)
    with pytest.raises(CorpusError, match=said):
        epitome.load(tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="there is no such file"):
        epitome.load(tmp_path)


def test_about_a_fifth_of_the_posts_is_held_out() -> None:
    rows = [epitome.Rated(str(number), "", "", (0, 0, 0)) for number in range(2000)]
    assert 340 < sum(row.held_out for row in rows) < 460
    assert rows[5].held_out == epitome.Rated("5", "other", "reply", (2, 2, 2)).held_out


def test_the_parts_divide_the_rows_by_their_post(tmp_path: Path) -> None:
    rows = "".join(f"p{number // 2},r{number},said,reply {number},1,\n" for number in range(800))
    write(tmp_path, **dict.fromkeys(("emotional", "interpretations", "explorations"), f"{HEADER}\n{rows}"))
    parts = {part: epitome.load(tmp_path, part) for part in ("train", "valid", "test")}
    posts = {part: {row.post for row in found} for part, found in parts.items()}
    assert sum(len(found) for found in parts.values()) == 800 == len(epitome.load(tmp_path))
    assert sum(len(found) for found in posts.values()) == 400
    assert parts["test"] == tuple(row for row in epitome.load(tmp_path) if row.held_out)
    assert {part: len(found) for part, found in posts.items()} == {"train": 294, "valid": 21, "test": 85}
    assert epitome.count(tmp_path, "test") == {"replies": len(parts["test"]), "posts": len(posts["test"])}
    with pytest.raises(CorpusError, match="no part 'dev'"):
        epitome.load(tmp_path, "dev")


def test_a_refusal_never_shows_what_people_wrote(tmp_path: Path) -> None:
    write(tmp_path, interpretations=f"{HEADER}\na,b,mine,my secret,my other secret,x\n")
    with pytest.raises(CorpusError) as caught:
        epitome.load(tmp_path)
    assert "secret" not in str(caught.value)
    write(tmp_path, interpretations="a,b,mine,my secret,1,x\n")
    with pytest.raises(CorpusError) as caught:
        epitome.load(tmp_path)
    assert "secret" not in str(caught.value)
