"""Judges of information coverage: whether a chunk of a context is needed to answer a query."""
