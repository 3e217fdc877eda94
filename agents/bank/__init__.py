"""Banks of replies made of what people said in the corpora: what they are drawn from, and what is left out, and why."""
