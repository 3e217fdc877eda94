"""The papers' scores as plain functions: replies, labels, agreement, and what may be concluded from them."""
