"""Studies in a browser: pages that work without a script, on a phone, by keyboard and with a screen reader."""
