"""The encoder's recipe, from the published network to the tensors that ship: `attune train encoder`."""
