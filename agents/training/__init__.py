"""One recipe for each tensor file in `skills/weights`."""
