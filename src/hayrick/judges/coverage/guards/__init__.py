"""Reasons why a text that shares an insight's words does not state it; imports `texts` and `words`."""
