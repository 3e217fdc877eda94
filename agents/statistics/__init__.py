"""What the corpora's papers say in numbers, counted again: `attune stats NAME`."""
