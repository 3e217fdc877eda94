"""The ParlAI border and everything that learns."""
