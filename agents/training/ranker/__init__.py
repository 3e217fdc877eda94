"""The ranker: how good a reply is in a context, learnt from readers' verdicts."""
