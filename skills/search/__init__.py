"""Banks of replies with their vectors on disk, and the search for those nearest to a context."""
