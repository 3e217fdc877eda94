"""Parsers of published corpora into typed records. No corpus is shipped."""
