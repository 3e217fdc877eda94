"""The figures in the documentation: what measures them, how they are kept, and the blocks of a page that show them."""
