"""The selection's recipe: which general line is chosen in a context, and what kind of message its last one is."""
