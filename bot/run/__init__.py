"""One process for every door of a bot file: `attune run FILE`. `attune telegram` and its like open one of them."""
