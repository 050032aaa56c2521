"""Hayrick measures whether a long-context language model or a RAG system reads everything it is given."""

__version__ = "0.1.0"
