"""Recipes of what reads the encoder's vectors or texts: one a tensor file, with what each is made of."""
