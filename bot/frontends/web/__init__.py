"""The web door: a page to talk on, and a JSON API."""
