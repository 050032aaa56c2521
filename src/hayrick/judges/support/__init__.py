"""Judges of support: whether the documents that a statement cites support it."""
