import numpy as np
import pytest
import torch

from agents.training.match import Network, Pairs, Recipe, batches, encoded, fit
from agents.training.pair_examples import Given
from agents.training.run import Run
from agents.training.vectors import Vectorizer
from bot.dialog import Vectors
from skills.labels import EMOTIONS
from skills.models import head
from skills.models.match import Match, Replies, Said

RECIPE = Recipe(width=8, epochs=30, size=32, rate=1e-2, decay=0.0)


def toy(count: int = 400, size: int = 12) -> Pairs:
    """Each reply is its context turned round, so that their cosine tells nothing."""
    random = np.random.default_rng(0)
    context = random.normal(size=(count, size)).astype(np.float32)
    context /= np.linalg.norm(context, axis=1, keepdims=True)
    turned = np.roll(context, 1, axis=1)
    feelings, lengths = np.full((count, 32), 1 / 32, np.float32), np.ones(count, np.float32)
    said = Said(context, np.zeros_like(context), feelings, lengths)
    return Pairs(said, Replies(turned, feelings, lengths), np.arange(count) // 2, np.arange(count) % 5)


def first(network: Network, pairs: Pairs) -> float:
    with torch.no_grad():
        return float((network(pairs.said, pairs.replies).argmax(1) == torch.arange(len(pairs.talks))).float().mean())


def test_the_maps_learn_what_the_cosine_does_not_tell_and_the_same_by_seed() -> None:
    pairs = toy()
    torch.manual_seed(1)
    assert first(Network(8, 12), pairs) < 0.1
    network = fit(pairs, RECIPE, seed=1)
    assert first(network, pairs) > 0.3
    again = fit(pairs, RECIPE, seed=1)
    assert all(torch.equal(a, b) for a, b in zip(network.parameters(), again.parameters(), strict=True))


def test_batches_hold_every_row_once_half_of_them_by_emotion() -> None:
    pairs = toy()
    made = batches(pairs, np.arange(400), 32, np.random.default_rng(1))
    assert sorted(np.concatenate(made)) == list(range(400))
    kinds = [len(set(pairs.emotions[rows])) for rows in made if len(rows) == 32]
    assert sum(count <= 2 for count in kinds) == sum(count > 4 for count in kinds) == 6


def test_a_bank_is_scored_as_the_network_scores_pairs(run: Run) -> None:
    vectorizer = Vectorizer("base", run.checkpoints)
    given = [
        Given(str(n), "sad", ((False, f"my {thing} broke"),), f"which {thing}?") for n, thing in enumerate("abcde")
    ]
    emotion = head.load("emotion", EMOTIONS)
    pairs = encoded(vectorizer, given, emotion)
    network = Network(4, 384)
    run.save_head(
        "match", head.Head((), ("match",), 1.0, {n: p.detach().numpy() for n, p in network.named_parameters()})
    )
    run.save_head("emotion", emotion)
    bank = Match(pairs.replies.vectors, [item.reply for item in given], run.out)
    found = bank.scores(Vectors(pairs.said.last[2], pairs.said.context[2]), pairs.said.feelings[2], "my c broke")
    with torch.no_grad():
        wanted = network(pairs.said, pairs.replies)[2].numpy()
    assert found == pytest.approx(wanted, abs=0.02)


@pytest.fixture
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("run")
    return Run(folder, folder, adapter="base", out=folder)
