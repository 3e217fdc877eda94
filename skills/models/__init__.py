"""Networks, read top to bottom with shapes in comments; their small tensors lie in `skills/weights`."""

import os

# PyTorch keeps a plan for each shape of input, a thousand by default: texts are of all lengths, and after 150 replies
# that was 300 MB. Sixteen serve as fast. They are read when torch is loaded, and so set before.
os.environ.setdefault("LRU_CACHE_CAPACITY", "16")
os.environ.setdefault("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "16")
