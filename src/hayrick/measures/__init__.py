"""Measures of summaries: coverage, citations, joint, words per bullet.

Each yields `Score` rows; means and intervals are recomputed from rows (`hayrick.estimates`).
"""

from hayrick.measures.citations import CITATION, JOINT, PRECISION, RECALL, citation_scores, citations_and_joint
from hayrick.measures.summaries import summary_scores
from hayrick.measures.verdicts import COVERAGE, WORDS_PER_BULLET, coverage, words_per_bullet

SUMMHAY = (COVERAGE, CITATION, JOINT, PRECISION, RECALL, WORDS_PER_BULLET)
"""Measures of a summary, in the order in which they are reported."""

__all__ = [
    "CITATION",
    "COVERAGE",
    "JOINT",
    "PRECISION",
    "RECALL",
    "SUMMHAY",
    "WORDS_PER_BULLET",
    "citation_scores",
    "citations_and_joint",
    "coverage",
    "summary_scores",
    "words_per_bullet",
]
