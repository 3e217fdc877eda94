"""What the bot bears: many people at once, processes that are killed, and input that makes no sense."""
