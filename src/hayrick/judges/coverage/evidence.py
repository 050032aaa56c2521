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
    Evidence("correlation", 0.791, 0.697, 0.886, 743, "pairs", _HELD_OUT, _DOCUMENT),
    Evidence("correlation", 0.809, 0.645, 0.973, 407, "pairs", "of these, news", _DOCUMENT),
    Evidence("correlation", 0.676, 0.553, 0.799, 336, "pairs", "of these, conversation", _DOCUMENT),
    Evidence("same bullet", 0.917, 0.774, 0.973, 412, "pairs", _HELD_OUT, _DOCUMENT),
    Evidence("area under the curve", 0.811, 0.790, 0.831, 6275, "pairs", "REALSumm", _DOCUMENT, is_elsewhere=True),
    Evidence(
        "full, 1 is right", 0.923, 0.874, 0.966, 207, "edits", "SummEdits, consistent", _DOCUMENT, is_elsewhere=True
    ),
    Evidence(
        "full, 0 is right", 0.452, 0.370, 0.543, 442, "edits", "SummEdits, inconsistent", _DOCUMENT, is_elsewhere=True
    ),
)
"""Figures of the shipped constants."""
