import pytest
import torch

from agents.training import network
from skills.encoder import shared_text_encoder
from skills.models.adapter import merged
from skills.models.encoder import TextEncoder
from skills.sizes import SMALL


@pytest.fixture
def inputs() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    ids = torch.tensor([[101, 2000, 2001, 102], [101, 3000, 102, 0]])
    return ids, torch.zeros_like(ids), ids != 0


def fresh() -> network.Bert:
    torch.manual_seed(0)
    model = network.Bert().requires_grad_(False).eval()
    for table in (model.words, model.positions, model.speakers):
        table.weight.normal_()
    return model


@pytest.fixture(scope="module")
def model() -> network.Bert:
    return fresh()


def test_padding_changes_nothing(model: network.Bert, inputs: tuple[torch.Tensor, ...]) -> None:
    ids, speakers, real = inputs
    with torch.no_grad():
        both = model(ids, speakers, real)
        alone = model(ids[1:, :3], speakers[1:, :3], real[1:, :3])
        states = model.tapped(ids, speakers, real)[1]
        own = model.tapped(ids[1:, :3], speakers[1:, :3], real[1:, :3])[1]
    assert torch.allclose(both[1], alone[0], atol=1e-5)
    assert both.norm(dim=1).tolist() == pytest.approx([1, 1], abs=1e-5)
    assert states.shape == (2, 4, SMALL.width)
    assert torch.allclose(states[1, :3], own[0], atol=1e-4)
    assert torch.allclose(both, model(*inputs), atol=1e-5)  # as it is read where something learns


@pytest.mark.parametrize("lengths", [[5, 3], [1, 2, 2, 3, 5, 5, 6, 7, 9, 9, 12], [4, 1, 3, 2] * 4 + [9]])
def test_layers_read_padded_rows_as_they_read_real_tokens_alone(model: network.Bert, lengths: list[int]) -> None:
    real = torch.arange(max(lengths))[None] < torch.tensor(lengths)[:, None]
    x, places = torch.randn(*real.shape, SMALL.width), real.flatten().nonzero()[:, 0]
    mask = network.unseen(real, x.dtype)
    with torch.no_grad():
        padded = model.layers[0](x, mask)
        filled = model.layers[0](network.filled(x.flatten(0, 1)[places]), None, network.parted(real, x.dtype))
    alone = filled[: len(places)]
    assert torch.allclose(padded[real], alone, atol=1e-5)
    assert torch.equal(network.spread(alone, places, *real.shape)[real], alone)
    assert network.spread(alone, places, *real.shape)[~real].abs().max() == 0


@pytest.mark.parametrize(("rows", "up_to"), [(1, 16), (16, 16), (17, 32), (256, 256), (257, 320), (1000, 1024)])
def test_rows_are_filled_up_to_round_numbers(rows: int, up_to: int) -> None:
    filled = network.filled(torch.ones(rows, 2))
    assert filled.shape == (up_to, 2)
    assert filled.sum() == 2 * rows


def test_a_batch_is_parted_so_that_neighbours_share_little_padding() -> None:
    lengths = [1, 2, 2, 3, 3, 3, 4, 4, 9]
    real = torch.arange(9)[None] < torch.tensor(lengths)[:, None]
    parts = network.parted(real, torch.float32)
    assert [part.size for part in parts] == [(8, 4), (1, 9)]
    assert [part.tokens for part in parts] == [slice(0, 22), slice(22, 31)]
    first, last = parts
    assert first.places is not None
    assert first.mask is not None
    assert first.places.tolist()[:4] == [0, 4, 5, 8]
    assert first.mask.shape == (8, 1, 1, 4)
    assert (last.places, last.mask) == (None, None)


def test_a_merged_adapter_computes_what_the_adapter_did(inputs: tuple[torch.Tensor, ...]) -> None:
    model, other = fresh(), fresh()
    adapter = network.adapt(model, rank=4)
    with torch.no_grad():
        begun = model(*inputs)
        for parameter in adapter.values():
            parameter.add_(torch.randn_like(parameter), alpha=0.05)
        adapted = model(*inputs)
        plain = other(*inputs)
        arrays = {name: tensor.numpy() for name, tensor in other.state_dict().items()}
        changed = merged(arrays, {name: tensor.detach().numpy() for name, tensor in adapter.items()})
        other.load_state_dict({name: torch.from_numpy(array) for name, array in changed.items()})
        after = other(*inputs)
    assert torch.allclose(begun, plain, atol=1e-5)  # an adapter begins as no change
    assert not torch.allclose(adapted, plain, atol=1e-3)
    assert torch.allclose(adapted, after, atol=1e-4)


def test_only_the_adapter_learns() -> None:
    model = fresh()
    adapter = network.adapt(model, rank=2)
    learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
    assert len(learning) == len(adapter) == 6 * 4 * 2


@pytest.fixture(scope="module", params=["published", "default"])
def encoder(request: pytest.FixtureRequest) -> TextEncoder:
    return shared_text_encoder(request.param).text_encoder


@pytest.mark.parametrize(
    "texts", [["ok"], ["I lost my job yesterday", "", "it rained " * 90, "My sister hasn't called"]]
)
def test_the_bots_runtime_makes_the_vectors_that_pytorch_makes(encoder: TextEncoder, texts: list[str]) -> None:
    assert encoder.texts(texts) == pytest.approx(network.Reference(encoder).texts(texts), abs=1e-5)


def test_the_bots_runtime_hands_out_the_states_that_pytorch_makes(encoder: TextEncoder) -> None:
    sequences = [encoder.words.utterance(text) for text in ("I have not slept since the letter came", "hello there")]
    model = network.load(encoder.adapter, torch.float32)
    with torch.inference_mode():
        wanted = model.tapped(*network.padded(sequences))[1].numpy()
    for state, row in zip(encoder.tapped(sequences)[1], wanted, strict=True):
        assert state == pytest.approx(row[: len(state)], abs=1e-3)  # of numbers up to ten
