"""Judges of summaries by name: for every task whose answers are texts and whose gold is a `Reference`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hayrick.judges.summaries.local import LocalSummaryJudge
from hayrick.judges.summaries.model import SummaryJudge
from hayrick.measures.summaries import Reference
from hayrick.protocols import JudgeMaker

JUDGES: Mapping[str, JudgeMaker[Reference, str]] = MappingProxyType(
    {
        "local": JudgeMaker(
            "shared words and quantities, no model; 'hayrick validate' shows its agreement with people",
            lambda options: LocalSummaryJudge(),
        ),
        "MODEL": JudgeMaker("a language model, by Inspect's name such as openai/gpt-4o (hayrick[llm])", SummaryJudge),
    }
)
"""Name -> judge."""
