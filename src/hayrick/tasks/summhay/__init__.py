"""SummHay: summaries of a haystack that should cover its insights and cite the documents that state them.

Source: Laban et al. (2024), Summary of a Haystack.
"""

from hayrick.tasks.summhay.gold import SubtopicGold, items_of
from hayrick.tasks.summhay.task import MEASURES, NAME, REPORTING, Options, task

__all__ = ["MEASURES", "NAME", "REPORTING", "Options", "SubtopicGold", "items_of", "task"]
