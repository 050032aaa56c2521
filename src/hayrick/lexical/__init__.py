"""Inverted index over the sentences and documents of a list of texts; basis of retrieval, attribution and judging."""

from hayrick.lexical.alike import sentence_f1
from hayrick.lexical.grouped import GroupIndex
from hayrick.lexical.index import Index, index_of
from hayrick.lexical.match import Query, QueryMatch

__all__ = ["GroupIndex", "Index", "Query", "QueryMatch", "index_of", "sentence_f1"]
