"""Studies that people take part in inside Telegram and Discord, by buttons."""

CHANNELS = ("telegram", "discord")
"""The chats, which are also the sites that participants are of."""
