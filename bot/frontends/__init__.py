"""The doors people come in by. Each is a thin shell round `bot.sessions`: text in, reply out."""
