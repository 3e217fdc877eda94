"""Live suggestions for a person who leads a conversation."""
