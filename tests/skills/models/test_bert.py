import pytest
import torch

from skills.models import bert


@pytest.fixture
def inputs() -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    ids = torch.tensor([[101, 2000, 2001, 102], [101, 3000, 102, 0]])
    return ids, torch.zeros_like(ids), ids != 0


def fresh() -> bert.Bert:
    torch.manual_seed(0)
    model = bert.Bert().requires_grad_(False).eval()
    for table in (model.words, model.positions, model.speakers):
        table.weight.normal_()
    return model


@pytest.fixture(scope="module")
def model() -> bert.Bert:
    return fresh()


def test_padding_changes_nothing(model: bert.Bert, inputs: tuple[torch.Tensor, ...]) -> None:
    ids, speakers, real = inputs
    with torch.no_grad():
        both = model(ids, speakers, real)
        alone = model(ids[1:, :3], speakers[1:, :3], real[1:, :3])
    assert torch.allclose(both[1], alone[0], atol=1e-5)
    assert both.norm(dim=1).tolist() == pytest.approx([1, 1], abs=1e-5)


def test_a_merged_adapter_computes_what_the_adapter_did(inputs: tuple[torch.Tensor, ...]) -> None:
    model, merged = fresh(), fresh()
    adapter = bert.adapt(model, rank=4)
    with torch.no_grad():
        begun = model(*inputs)
        for parameter in adapter.values():
            parameter.add_(torch.randn_like(parameter), alpha=0.05)
        adapted = model(*inputs)
        plain = merged(*inputs)
        bert.merge(merged, adapter)
        after = merged(*inputs)
    assert torch.allclose(begun, plain, atol=1e-5)  # an adapter begins as no change
    assert not torch.allclose(adapted, plain, atol=1e-3)
    assert torch.allclose(adapted, after, atol=1e-4)


def test_only_the_adapter_learns() -> None:
    model = fresh()
    adapter = bert.adapt(model, rank=2)
    learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
    assert len(learning) == len(adapter) == 6 * 4 * 2
