"""Judges of coverage by name: for every task whose answers are summaries and whose gold has insights."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from hayrick.judges.coverage.evidence import LOCAL
from hayrick.judges.coverage.model import CoverageJudge
from hayrick.protocols import JudgeMaker
from hayrick.types import Summary, WithInsights

if TYPE_CHECKING:
    from hayrick.judges.coverage.local import LocalJudge


def _local(options: object) -> LocalJudge:
    """The local judge, whose rules are loaded when it is named."""
    from hayrick.judges.coverage.local import LocalJudge

    return LocalJudge()


JUDGES: Mapping[str, JudgeMaker[WithInsights, Summary]] = MappingProxyType(
    {
        "local": JudgeMaker(
            "shared words and quantities, no model; 'hayrick validate' shows its agreement with people",
            _local,
            evidence=LOCAL,
        ),
        "MODEL": JudgeMaker("a language model, by Inspect's name such as openai/gpt-4o (extra llm)", CoverageJudge),
    }
)
"""Name -> judge; "NAME:MODEL" is the name of one that asks the language model after the ":"."""
