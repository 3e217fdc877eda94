"""From stored talks to a corpus: who consented, what is left out, what is hidden, and the forms it is written in."""
