"""Synthesises haystacks from scenarios, with a record of which document states which insight, and where.

Steps: `read_scenario`; `planning.plan` if subtopics or insights are missing; `assign`; then a writer, either `compose`
and `restate` (the scenario's own texts) or `author.write` (a model); `haystack_of`.
"""

from hayrick.synthesis.assignment.assign import assign
from hayrick.synthesis.gold import haystack_of
from hayrick.synthesis.reading import read_scenario
from hayrick.synthesis.scenario import Scenario
from hayrick.synthesis.template.compose import compose, composed, drafts
from hayrick.synthesis.template.restating import restate

__all__ = [
    "Scenario",
    "assign",
    "compose",
    "composed",
    "drafts",
    "haystack_of",
    "read_scenario",
    "restate",
]
