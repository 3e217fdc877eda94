"""Tests as stories: `attune test FILE` holds the talks of a file and reads the replies."""
