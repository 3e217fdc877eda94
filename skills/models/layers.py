"""Transformer layers (Devlin et al. 2019, section 3) as a graph that ONNX Runtime computes.

The graph is made here from the tensors at hand: ONNX Runtime takes a tenth of PyTorch's room on disk, and is as exact.
Shapes: n sequences, t tokens in the longest, d wide, h heads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnx import NodeProto, TensorProto, helper
from onnxruntime import InferenceSession, OrtValue, SessionOptions

from skills.sizes import Size

Floats = NDArray[np.float32]
FUSED = "com.microsoft"
"""The domain of ONNX Runtime's own operators, each of which does at once what takes several of the others."""
OPSETS = {"": 18, FUSED: 1}
IR = 10
"""The format of graphs; older runtimes refuse a newer one."""
WHOLE_NUMBERS = 4
"""ONNX Runtime's number for computing a product of eight-bit codes in whole numbers."""
UNSEEN = np.float32(-1e4)
"""An attention bias under which nothing of a token is seen."""


class Graph:
    """Nodes, and the tensors they read."""

    def __init__(self) -> None:
        self.nodes: list[NodeProto] = []
        self.tensors: dict[str, NDArray[Any]] = {}

    def hold(self, name: str, tensor: NDArray[Any]) -> str:
        """A tensor under its name."""
        self.tensors[name] = np.ascontiguousarray(tensor)
        return name

    def add(self, kind: str, reads: Sequence[str], *writes: str, fused: bool = False, **settings: Any) -> str:
        """A node; the name of the first of what it writes."""
        self.nodes.append(helper.make_node(kind, reads, writes, domain=FUSED if fused else "", **settings))
        return writes[0]

    def session(self, inputs: Mapping[str, Sequence[str | int]], output: str) -> InferenceSession:
        """What computes `output` from `inputs`, given by their shapes."""
        read = [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name, shape in inputs.items()]
        made = [helper.make_tensor_value_info(output, TensorProto.FLOAT, None)]
        graph = helper.make_graph(self.nodes, "layers", read, made, [_named(*item) for item in self.tensors.items()])
        opsets = [helper.make_opsetid(*item) for item in OPSETS.items()]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=IR)
        options = SessionOptions()
        # Two threads on a busy machine make a pass many times slower.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.enable_cpu_mem_arena = False  # what a long text took is given back after it
        values = [OrtValue.ortvalue_from_numpy(tensor) for tensor in self.tensors.values()]
        options.add_external_initializers(list(self.tensors), values)
        return InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def _named(name: str, tensor: NDArray[Any]) -> TensorProto:
    """A tensor that is only named in the graph: written into it, it would be copied twice more."""
    kind = helper.np_dtype_to_tensor_dtype(tensor.dtype)
    named = TensorProto(name=name, data_type=kind, dims=tensor.shape, data_location=TensorProto.EXTERNAL)
    named.external_data.add(key="location", value="given")
    return named


class Layers:
    """Some layers of a network, one after the other: states (n, t, d) -> states (n, t, d).

    `tensors` are named `layers.NUMBER.PART.weight` (out, in) and `.bias` (out,): the part `qkv` is query, key and value
    above one another, then come `out`, `norm_attention`, `up`, `down` and `norm_output`. In the place of a weight there
    may be `.codes` and `.scales` (`eight_bits`): the map is then computed in whole numbers.
    """

    def __init__(self, tensors: Mapping[str, NDArray[Any]], numbers: Sequence[int], size: Size) -> None:
        graph, self._output = Graph(), "states"
        for number in numbers:
            self._output = _layer(graph, f"layers.{number}", self._output, tensors, size)
        inputs = {"states": ("n", "t", size.width), "attention_bias": ("n or 1", "h or 1", "t", "t")}
        self._session = graph.session(inputs, self._output)

    def __call__(self, states: Floats, attention_bias: Floats) -> Floats:
        """`attention_bias` (n or 1, h or 1, t, t): how much more a row's token heeds a column's, before the softmax."""
        found: Floats = self._session.run([self._output], {"states": states, "attention_bias": attention_bias})[0]
        return found


def _layer(graph: Graph, name: str, states: str, tensors: Mapping[str, NDArray[Any]], size: Size) -> str:
    """One layer, normalised after each half: the name of what it makes of `states`."""

    def held(part: str, kind: str) -> str:
        own = f"{name}.{part}.{kind}"
        return graph.hold(own, tensors[own].astype(np.float32))

    def times(part: str, reads: str) -> str:
        own = f"{name}.{part}"
        if f"{own}.codes" in tensors:
            return _times_bytes(graph, own, reads, tensors[f"{own}.codes"], tensors[f"{own}.scales"])
        weight = graph.hold(f"{own}.weight", tensors[f"{own}.weight"].T.astype(np.float32))
        return graph.add("MatMul", [reads, weight], own)

    def normalised(part: str, made: str, before: str, bias: str) -> str:
        reads = [made, before, held(part, "weight"), held(part, "bias"), bias]
        return graph.add("SkipLayerNormalization", reads, f"{name}.{part}", fused=True, epsilon=size.epsilon)

    made = graph.add("Add", [times("qkv", states), held("qkv", "bias")], f"{name}.made")
    thirds = [f"{name}.{third}" for third in ("query", "key", "value")]
    graph.add("Split", [made], *thirds, axis=-1, num_outputs=3)
    reads = [*thirds, "", "", "attention_bias"]
    seen = graph.add("MultiHeadAttention", reads, f"{name}.seen", fused=True, num_heads=size.heads)
    middle = normalised("norm_attention", times("out", seen), states, held("out", "bias"))
    inner = graph.add("BiasGelu", [times("up", middle), held("up", "bias")], f"{name}.inner", fused=True)
    return normalised("norm_output", times("down", inner), middle, held("down", "bias"))


def _times_bytes(graph: Graph, name: str, reads: str, codes: NDArray[np.uint8], scales: Floats) -> str:
    """`reads` (..., in) times a map's codes (out, in / b, b) and scales (out, in / b): the name of the product.

    Each block of what is read gets a scale of its own as well, so that what else is in a batch changes nothing.
    """
    rows, blocks, block = codes.shape
    read = [reads, graph.hold(f"{name}.codes", codes), graph.hold(f"{name}.scales", scales)]
    shape = {"K": blocks * block, "N": rows, "bits": 8, "block_size": block, "accuracy_level": WHOLE_NUMBERS}
    return graph.add("MatMulNBits", read, name, fused=True, **shape)


def eight_bits(weight: NDArray[Any], block: int) -> tuple[NDArray[np.uint8], Floats]:
    """A map (out, in) as codes (out, in / b, b) from 1 to 255, 128 being nought, and the scales (out, in / b).

    A block's numbers are its codes less 128, times its scale.
    """
    parts = weight.astype(np.float32).reshape(len(weight), -1, block)
    scales = np.maximum(np.abs(parts).max(-1), np.finfo(np.float32).tiny) / np.float32(127)
    return (np.rint(parts / scales[..., None]) + 128).astype(np.uint8), scales


def unseen_past(lengths: Sequence[int]) -> Floats:
    """The attention bias (n, 1, t, t) under which only the first `lengths` (n,) tokens of each sequence are seen."""
    places = np.arange(max(lengths))
    row = np.where(places < np.asarray(lengths)[:, None], np.float32(0), UNSEEN)
    return np.ascontiguousarray(np.broadcast_to(row[:, None, None], (len(lengths), 1, len(places), len(places))))
