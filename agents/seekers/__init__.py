"""Seekers' sides of written talks, and how one is played."""
