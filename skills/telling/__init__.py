"""What people tell of themselves and of others, read by plain patterns: who, when, what is so and what is not."""
