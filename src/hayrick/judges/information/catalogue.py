"""Judges of information coverage by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hayrick.judges.information.local import LocalNeed
from hayrick.judges.information.model import PLACEHOLDERS, ModelNeed
from hayrick.measures.information import Need
from hayrick.protocols import JudgeMaker

JUDGES: Mapping[str, JudgeMaker[Need, str]] = MappingProxyType(
    {
        "local": JudgeMaker(
            "of chunks: needed by shared words, or by an instruction about the whole context; no model",
            lambda options: LocalNeed(name=options.name),
        ),
        "attribution": JudgeMaker(
            "of chunks: needed by shared words alone, no model",
            lambda options: LocalNeed(name=options.name, by_instruction=False),
        ),
        "MODEL": JudgeMaker("of chunks: one question for each", ModelNeed, PLACEHOLDERS),
    }
)
"""Name -> judge of chunks."""
