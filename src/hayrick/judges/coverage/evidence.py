"""How far the local judge agrees with people, as measured: shown wherever its scores stand without a validation.

The first figures are of SummHay's annotators, with thresholds fitted without the topic that is measured
(bench/judge/fit.py); the others of halves of data by other people, on which nothing was fitted
(bench/judge/elsewhere.py). docs/evidence/local_judge.md has all of them.
"""

from __future__ import annotations

from hayrick.protocols import Evidence

_DOCUMENT = "docs/evidence/local_judge.md"
_HELD_OUT = "SummHay, held out by topic"

LOCAL = (
    Evidence("correlation", 0.792, 0.699, 0.885, 743, "pairs", _HELD_OUT, _DOCUMENT),
    Evidence("correlation", 0.817, 0.670, 0.964, 407, "pairs", "of these, news", _DOCUMENT),
    Evidence("correlation", 0.662, 0.542, 0.782, 336, "pairs", "of these, conversation", _DOCUMENT),
    Evidence("same bullet", 0.923, 0.784, 0.975, 401, "pairs", _HELD_OUT, _DOCUMENT),
    Evidence("area under the curve", 0.822, 0.802, 0.841, 6275, "pairs", "REALSumm", _DOCUMENT, is_elsewhere=True),
    Evidence("rightly full", 0.874, 0.832, 0.920, 207, "edits", "SummEdits, consistent", _DOCUMENT, is_elsewhere=True),
    Evidence(
        "rightly not full", 0.595, 0.528, 0.670, 442, "edits", "SummEdits, inconsistent", _DOCUMENT, is_elsewhere=True
    ),
)
"""Figures of the shipped constants."""
