"""The papers' generators on the writer's language model, and what they are trained with."""
