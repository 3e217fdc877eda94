"""The patterns by which an act of speech is heard, a file for each sort of act."""
