"""Scores of documents for a query, and what of them fits a token budget; `catalogue.retriever` makes one by name."""
