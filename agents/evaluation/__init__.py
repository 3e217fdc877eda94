"""The figures: heads, whole talks, and milliseconds."""
