"""What SummHay published of its judges: dollars a summary, and how far people agree among themselves.

Source: SummHay, table 1, and for dollars a summary the output stored in its repository's notebook (200 of them make
the table's figures).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from hayrick.agreement import Agreement

USD_A_SUMMARY: Mapping[str, float] = MappingProxyType(
    {
        "gpt-4o": 0.03435,
        "9fs_gpt-4o": 0.13063503,
        "claude3-opus": 0.11895,
        "gemini-1.5-pro": 0.075815,
        "gpt3.5": 0.006682,
        "claude3-haiku": 0.0019875,
    }
)
"""Judge as the annotation file names it -> dollars for the judging of one summary, at the prices of 2024."""

_UNPUBLISHED = (
    *("coverage_correlation_low", "coverage_correlation_high"),
    *("label_correlation", "label_correlation_low", "label_correlation_high"),
    *("linking_accuracy_low", "linking_accuracy_high", "bias", "bias_low", "bias_high"),
    *("kappa_linear", "kappa_linear_low", "kappa_linear_high"),
)

MANUAL_USD_A_SUMMARY = 325 / 200
"""Dollars for people's labels of one summary."""

MANUAL = Agreement(
    coverage_correlation=0.770,
    linking_accuracy=0.950,
    linking_n=0,
    n=240,
    n_unjudged=0,
    **dict.fromkeys(_UNPUBLISHED),
)
"""People among themselves: means over pairs of people on 35 summaries with 240 insights that all of them labelled."""
