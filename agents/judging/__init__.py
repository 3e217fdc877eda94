"""Judging by a large model: pairs of replies or of whole talks, question by question, in both orders."""
