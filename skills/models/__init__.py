"""Networks, read top to bottom with shapes in comments; their small tensors lie in `skills/weights`."""

import ctypes
import os
import platform

# PyTorch keeps a plan for each shape of input, a thousand by default: texts are of all lengths, and after 150 replies
# that was 300 MB. These are enough, since rows are filled up to round numbers (`agents.training.network.filled`);
# without that a text was read a quarter slower. With 24 of oneDNN's as well, 64 texts at once took a sixth longer. All
# are read when torch is loaded, and so set before.
os.environ.setdefault("LRU_CACHE_CAPACITY", "24")
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "64")

# From 1.32 on, ONNX Runtime's official builds send events about its use to Microsoft, with an identifier that they keep
# in the cache. Nobody who talks to a bot agreed to that. It asks once, when it is loaded: so this is set before.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""glibc's numbers of these two settings (malloc.h)."""

if platform.libc_ver()[0] == "glibc":
    # What is freed stays with the process, up to 256 MiB. Given back at once it must be cleared by the system and
    # handed out anew: some 14,000 pages in every pass over 32 texts of sixty words, a seventh of its time.
    _libc = ctypes.CDLL(None)
    _libc.mallopt(_MMAP_THRESHOLD, 32 << 20)
    _libc.mallopt(_TRIM_THRESHOLD, 256 << 20)
