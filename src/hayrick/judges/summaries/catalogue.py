"""Judges of summaries by name: for every task whose answers are texts and whose gold is a `Reference`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from hayrick.judges.summaries.model import SummaryJudge
from hayrick.measures.summaries import Reference
from hayrick.protocols import JudgeMaker

if TYPE_CHECKING:
    from hayrick.judges.summaries.local import LocalSummaryJudge


def local(name: str = "local") -> LocalSummaryJudge:
    """The local judge, whose rules are loaded when it is named."""
    from hayrick.judges.summaries.local import LocalSummaryJudge

    return LocalSummaryJudge(name=name)


JUDGES: Mapping[str, JudgeMaker[Reference, str]] = MappingProxyType(
    {
        "local": JudgeMaker(
            "shared words and quantities, no model; 'hayrick validate' shows its agreement with people",
            lambda options: local(),
        ),
        "MODEL": JudgeMaker("a language model, by Inspect's name such as openai/gpt-4o (extra llm)", SummaryJudge),
    }
)
"""Name -> judge."""
