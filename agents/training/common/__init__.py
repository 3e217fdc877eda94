"""What every recipe works with: runs, checkpoints, vectors, tables, fitting, files of variants."""
