"""Hayrick: does a long-context language model or a RAG system really read everything it is given?"""

__version__ = "0.1.0"
