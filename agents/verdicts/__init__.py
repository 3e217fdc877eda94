"""Verdicts: what readers said of replies, blind, and the items that were laid before them."""
