"""Measures as values: each file computes one, and says everything that tables and estimates must know about it.

Means and intervals are recomputed from the rows that they yield (`hayrick.estimates`).
"""

from hayrick.measures.citations import CITATION, JOINT, PRECISION, RECALL, citation_scores
from hayrick.measures.coverage import COVERAGE
from hayrick.measures.overlap import SUBSTRING_EXACT_MATCH
from hayrick.measures.sets import SET_F1
from hayrick.measures.values import measure_of_answers
from hayrick.measures.words import WORDS_PER_BULLET

__all__ = [
    "CITATION",
    "COVERAGE",
    "JOINT",
    "PRECISION",
    "RECALL",
    "SET_F1",
    "SUBSTRING_EXACT_MATCH",
    "WORDS_PER_BULLET",
    "citation_scores",
    "measure_of_answers",
]
