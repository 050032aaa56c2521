"""Retrievers: score documents for a query and fill a token budget; `catalogue.retriever` makes one by name."""
