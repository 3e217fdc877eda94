"""`attune eval understanding`: what is understood of a talk, a module a task, each beside its baselines."""
