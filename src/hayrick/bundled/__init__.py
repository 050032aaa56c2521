"""The haystack that ships with the package, as a native JSON file: see docs/data_card.md."""
