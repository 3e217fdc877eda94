"""One ability a file: a skill reads the turn, says what it learnt and proposes replies. It never sends."""
