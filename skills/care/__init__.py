"""What the guard reads: phrases and patterns of danger, and of talk that only looks like it."""
