"""How far the local judge agrees with people, as measured: shown wherever its scores stand without a validation.

The first figures are of SummHay's annotators, with thresholds fitted without the topic that is measured
(bench/fit_local_judge.py); the others of data by other people, of which nothing was fitted (bench/judge_elsewhere.py).
docs/evidence/local_judge.md has all of them.
"""

from __future__ import annotations

from hayrick.protocols import Evidence

_DOCUMENT = "docs/evidence/local_judge.md"
_HELD_OUT = "SummHay, held out by topic"

LOCAL = (
    Evidence("correlation", 0.790, 0.692, 0.887, 743, "pairs", _HELD_OUT, _DOCUMENT),
    Evidence("correlation", 0.808, 0.639, 0.978, 407, "pairs", "of these, news", _DOCUMENT),
    Evidence("correlation", 0.670, 0.547, 0.793, 336, "pairs", "of these, conversation", _DOCUMENT),
    Evidence("same bullet", 0.922, 0.801, 0.972, 408, "pairs", _HELD_OUT, _DOCUMENT),
    Evidence("area under the curve", 0.812, 0.792, 0.830, 6275, "pairs", "REALSumm", _DOCUMENT, is_elsewhere=True),
    Evidence(
        "full, 1 is right", 0.903, 0.855, 0.948, 207, "edits", "SummEdits, consistent", _DOCUMENT, is_elsewhere=True
    ),
    Evidence(
        "full, 0 is right", 0.425, 0.354, 0.491, 442, "edits", "SummEdits, inconsistent", _DOCUMENT, is_elsewhere=True
    ),
)
"""Figures of the shipped constants."""
