"""What a benchmark is built from: two values, `Measure` and `Task`, and four protocols: System, Judge, Retriever, Ask.

All are generic in the gold type `G` of an item and the answer type `A` of a response, so that using one task's measure
or judge in another task is a type error. Users can supply their own (`python:module:name`, `python:file.py:name`).
"""

from hayrick.protocols.measure import BY_DATASET, POOLED, Columns, Measure, Resample
from hayrick.protocols.roles import (
    A,
    A_co,
    A_contra,
    Ask,
    G,
    G_contra,
    Judge,
    Known,
    Passage,
    Progress,
    Retriever,
    System,
    bounds_of,
    failure_of,
    silent,
)
from hayrick.protocols.task import (
    Evidence,
    Further,
    JudgeMaker,
    JudgeOptions,
    Published,
    Reference,
    Sheet,
    SystemMaker,
    SystemOptions,
    Task,
    Variant,
)

__all__ = [
    "BY_DATASET",
    "POOLED",
    "A",
    "A_co",
    "A_contra",
    "Ask",
    "Columns",
    "Evidence",
    "Further",
    "G",
    "G_contra",
    "Judge",
    "JudgeMaker",
    "JudgeOptions",
    "Known",
    "Measure",
    "Passage",
    "Progress",
    "Published",
    "Reference",
    "Resample",
    "Retriever",
    "Sheet",
    "System",
    "SystemMaker",
    "SystemOptions",
    "Task",
    "Variant",
    "bounds_of",
    "failure_of",
    "silent",
]
