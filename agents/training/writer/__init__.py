"""The writer's training: the language model's vocabulary, and adapters for it."""
