"""Studies driven with ParlAI agents."""
