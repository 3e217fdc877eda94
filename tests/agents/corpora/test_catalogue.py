from pathlib import Path

import pytest

from agents.corpora.catalogue import FOLDER, Count, File, corpora, corpus, names
from bot.errors import ConfigError

ABOUT = 'title = "Rain"\npaper = "Nobody, 2020"\nlicence = "none stated"\nhome = "https://rain.example"\n'


def write(folder: Path, text: str) -> Path:
    (folder / "rain.toml").write_text(ABOUT + text, encoding="utf8")
    return folder


def test_there_is_a_reader_and_a_licence_for_each() -> None:
    found = list(corpora())
    assert " ".join(one.name for one in found) == (
        "annomi cped dailydialog edos emocontext empathetic epitome esconv goemotions intents meld reccon taskmaster "
        "written"
    )
    for one in found:
        assert callable(one.reader.load)
        assert callable(one.reader.count)
        assert hasattr(one.reader, "talks") == (one.name != "epitome")
        assert one.licence
        own = one.name == "written"  # it comes with the project
        assert one.home.startswith("agents/corpora/" if own else "http")
        assert list(one.parts) == ["train", "valid", "test"][: 2 if own else 3]


def test_every_file_that_a_part_needs_is_fetched_or_got_by_hand() -> None:
    for one in corpora():
        fetched = {place for file in one.files for place in file.places}
        needed = {place for files in one.parts.values() for place in files}
        assert needed <= fetched or one.by_hand, one.name
        assert all(file.url.startswith(("https://", "http://yanran.li/")) for file in one.files), one.name


def test_the_page_of_the_corpora_says_of_each_what_the_catalogue_says() -> None:
    page = (FOLDER.parents[1] / "docs/data.md").read_text(encoding="utf8")
    for one in corpora():
        home = f"<{one.home}>" if one.home.startswith("http") else f"[{one.home}](../{one.home}/README.md)"
        assert f"| `{one.name}` | {one.title} ({one.paper}) | {one.licence} | {home} |" in page


def test_a_corpus_is_read_with_its_files_and_counts(tmp_path: Path) -> None:
    write(
        tmp_path,
        '[parts]\ntrain = ["rain/a.csv"]\n[[files]]\nurl = "https://x.example/a.zip"\nsha256 = "00"\n'
        '[files.members]\n"in/a.csv" = "rain/a.csv"\n'
        '[counts.train]\ndrops = { here = 4, paper = 5, why = "one dried" }\nclouds = { release = 2 }\n',
    )
    found = corpus("rain", tmp_path)
    assert (found.name, found.title, found.note, found.by_hand) == ("rain", "Rain", "", "")
    assert found.files == (File("https://x.example/a.zip", "00", "", {"in/a.csv": "rain/a.csv"}),)
    assert found.files[0].places == ("rain/a.csv",)
    assert found.counts == {"train": {"drops": Count(4, 5, None, "one dried"), "clouds": Count(release=2)}}
    assert names(tmp_path) == ("rain",)


def test_a_part_is_here_when_all_its_files_are(tmp_path: Path) -> None:
    write(tmp_path, '[parts]\ntrain = ["a", "b"]\nvalid = ["a"]\n')
    (tmp_path / "a").touch()
    assert corpus("rain", tmp_path).here(tmp_path) == ["valid"]
    (tmp_path / "b").touch()
    assert corpus("rain", tmp_path).here(tmp_path) == ["train", "valid"]


def test_an_unknown_corpus_is_answered_with_the_known_ones(tmp_path: Path) -> None:
    write(tmp_path, "")
    with pytest.raises(ConfigError, match=r"there is no corpus 'snow' \(choose from rain\)"):
        list(corpora(("rain", "snow"), tmp_path))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[counts", r"rain\.toml: Expected '\]'"),
        ('colour = "grey"\n', "unknown field `colour`"),
        ('[[files]]\nurl = "u"\npath = "p"\nmd5 = "0"\n', "unknown field `md5`"),
        ('[counts.train]\ndrops = { here = "4" }\n', "Expected `int"),
        ('[parts]\ndev = ["a"]\n', r"no part 'dev' \(choose from train, valid, test\)"),
        ("[counts.dev]\ndrops = { here = 4 }\n", r"no part 'dev'"),
        (
            "[counts.train]\ndrops = { here = 4, release = 5 }\n",
            r"counts\.train\.drops differ, and no `why`",
        ),
        ("[counts.test]\ndrops = { paper = 4, release = 5 }\n", r"counts\.test\.drops differ"),
        ('[[files]]\nurl = "u"\n', "u must have either `path` or `members`"),
        ('[[files]]\nurl = "u"\npath = "p"\nmembers = { a = "a" }\n', "either `path` or `members`"),
        (
            '[[files]]\nurl = "u"\nmembers = { a = "a", b = "b" }\ncut = { seed = 1, sizes = { b = 1, a = 1 } }\n',
            "u: `cut.sizes` and `members` must name the same parts in the same order",
        ),
    ],
)
def test_a_mistake_in_a_data_file_is_named_with_the_file(tmp_path: Path, text: str, reason: str) -> None:
    write(tmp_path, text)
    with pytest.raises(ConfigError, match=reason) as caught:
        corpus("rain", tmp_path)
    assert str(tmp_path / "rain.toml") in str(caught.value)
