"""The writer: a small language model that drafts replies, one source of candidates among others (docs/writer.md)."""
