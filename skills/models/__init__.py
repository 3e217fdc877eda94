"""Networks, read top to bottom with shapes in comments; their small tensors lie in `skills/weights`."""
