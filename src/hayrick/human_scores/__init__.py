"""Summaries that people have scored, read from the layouts in which they are published."""

from hayrick.human_scores.corpus import UNSPECIFIED, HumanScores, ScoredSummary
from hayrick.human_scores.layouts import LAYOUTS, read_human_scores

__all__ = ["LAYOUTS", "UNSPECIFIED", "HumanScores", "ScoredSummary", "read_human_scores"]
