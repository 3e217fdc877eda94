"""Studies with people: what is judged, by whom, and what the judgements say."""
