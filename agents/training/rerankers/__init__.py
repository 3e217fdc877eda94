"""Recipes of the networks that read a context and a reply together."""
