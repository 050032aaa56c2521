"""Judges of support by name: for every task whose answers are statements with citations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hayrick.judges.support.entailment import nli_model
from hayrick.judges.support.judge import SupportJudge
from hayrick.judges.support.local import LocalSupport
from hayrick.judges.support.model import ModelSupport
from hayrick.protocols import JudgeMaker, JudgeOptions
from hayrick.replies.statements import CitedAnswer


def _nli(options: JudgeOptions) -> SupportJudge:
    return SupportJudge(name=options.name, decider=nli_model(options.name.removeprefix("nli:")))


JUDGES: Mapping[str, JudgeMaker[Any, CitedAnswer]] = MappingProxyType(
    {
        "local": JudgeMaker(
            "of cited statements: support by shared words and numbers, no model",
            lambda options: SupportJudge(name=options.name, decider=LocalSupport()),
        ),
        "nli:NAME_OR_PATH": JudgeMaker(
            "of cited statements: a cross-encoder for natural language inference (extra dense)", _nli
        ),
        "MODEL": JudgeMaker(
            "of cited statements: one question for each with its documents",
            lambda options: SupportJudge(name=options.name, decider=ModelSupport(options)),
        ),
    }
)
"""Name -> judge of support."""
