"""Studies: who talks to whom, what is recorded, what it means."""
