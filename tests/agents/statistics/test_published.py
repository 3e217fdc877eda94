from agents.statistics import published
from skills.labels import EMOTIONS


def test_the_papers_sums_hold() -> None:
    """A slip in copying would break them: shares make a whole, counts the corpus, lengths the total."""
    assert set(published.ED_LABELS) == set(EMOTIONS)
    assert abs(sum(row[0] for row in published.ED_LABELS.values()) - 100) < 0.2
    assert all(len(said.split()) == len(heard.split()) == 3 for _, said, heard in published.ED_LABELS.values())
    total, supporter, seeker = published.ESCONV_SIZE["utterances"]
    assert total == (supporter or 0) + (seeker or 0)
    assert sum(published.ESCONV_STRATEGIES.values()) == supporter
