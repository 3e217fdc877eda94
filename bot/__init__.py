"""The core of Attune and its doors. Small face: `read` a bot file, `build` an engine, step it."""
