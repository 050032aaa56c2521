"""Parsers of model replies: JSON, bullets and citations, tolerant of variation and bounded in time."""
