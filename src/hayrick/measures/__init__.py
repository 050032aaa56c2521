"""Measures of SummHay as values: coverage, citation, joint, words per bullet, and idle bullets.

A `Measure` yields one score per unit; `hayrick.estimates` computes means and intervals from these rows.
"""

from hayrick.measures.citations import CITATION, JOINT, PRECISION, RECALL, citation_scores
from hayrick.measures.coverage import COVERAGE
from hayrick.measures.idle import idle_measures
from hayrick.measures.values import measure_of_answers
from hayrick.measures.words import WORDS_PER_BULLET

__all__ = [
    "CITATION",
    "COVERAGE",
    "JOINT",
    "PRECISION",
    "RECALL",
    "WORDS_PER_BULLET",
    "citation_scores",
    "idle_measures",
    "measure_of_answers",
]
