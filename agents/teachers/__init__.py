"""ParlAI teachers over the corpora, with all annotations as fields."""
