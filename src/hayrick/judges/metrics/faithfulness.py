"""Local faithfulness: how far the sentences of a summary are supported by its source, without a model.

Every sentence of the summary is a claim, as in SummaC (Laban et al., 2022), and rules stand where SummaC asks a model
for natural language inference: the local judge of coverage with its guards (docs/reference/rubric.md), which looks at
the closest sentences of the source; the words of the claim in one place of the source, and its bigrams anywhere; and
its numbers. A claim is supported mostly by what the judge says (`JUDGED`), else by the overlap of words. Numbers that
the source lacks take away up to half, as a wrong detail does in the rubric. docs/reference/metrics.md says how it
agrees with people.
"""

from __future__ import annotations

from functools import lru_cache
from math import fsum
from typing import NamedTuple

from hayrick.judges.coverage.local import FITTED, cover
from hayrick.judges.coverage.similarity import SIGNATURE
from hayrick.judges.coverage.words.reading import read
from hayrick.judges.metrics.judge import Metric, Texts
from hayrick.judges.metrics.source import CLOSEST, Source, parts, source_of

WRONG = 0.5
"""Most that a sentence of which no number stands in the source counts."""

JUDGED = 0.75
"""What the local judge counts; the rest is overlap. Chosen among quarters, with PubMed's 40 summaries and other sets in
sight; bench/judge/local_faithfulness.py holds the choice out by document."""


_NOTHING, _SHOWN = 1e-6, 300
"""Weight below which nothing is lost; characters of a sentence that are shown."""


class Support(NamedTuple):
    """What speaks for one sentence of a summary; all parts in [0, 1].

    Args:
        weight: inverse sentence frequency of its content words in the source, summed: what it counts in the mean.
        covered: value of the local judge of coverage for the closest sentences of the source.
        together: weighted share of its content words in the best two neighbouring sentences.
        bigrams: share of its bigrams that stand in the source.
        numbers: share of its numbers that stand in the source; 1 where it has none.
    """

    weight: float
    covered: float
    together: float
    bigrams: float
    numbers: float

    @property
    def value(self) -> float:
        """Support, in [0, 1]."""
        overlap = (self.together + self.bigrams) / 2
        right = 1 - (1 - WRONG) * (1 - self.numbers)
        return right * (JUDGED * self.covered + (1 - JUDGED) * overlap)


def local_faithfulness(texts: Texts) -> float:
    """Mean support of the summary's different sentences, weighted by what they say; in [0, 1], 0 where none has words.

    A sentence that is repeated counts once.
    """
    found = supports(texts.summary, source_of(texts.others))
    total = fsum(one.weight for one in found)
    return fsum(one.weight * one.value for one in found) / total if total else 0.0


def least_supported(texts: Texts) -> str:
    """The sentence of a summary that loses it most, with its support; "" where all are supported in full."""
    claims = list(dict.fromkeys(parts(texts.summary)))
    found = supports(texts.summary, source_of(texts.others))
    lost = [one.weight * (1 - one.value) for one in found]
    if max(lost, default=0.0) < _NOTHING:
        return ""
    worst = lost.index(max(lost))
    return f"support {found[worst].value:.2f}: {claims[worst][:_SHOWN]}"


@lru_cache(maxsize=2)
def supports(summary: str, source: Source) -> tuple[Support, ...]:
    """Support of each different sentence of a summary, in order."""
    return tuple([support(one, source) for one in dict.fromkeys(parts(summary))])


def support(claim: str, source: Source) -> Support:
    """Support of one sentence."""
    match = source.match(claim)
    windows = match.windows()
    closest = source.closest(match)
    numbers = read(claim).numbers
    return Support(
        weight=match.total,
        covered=cover([claim], closest)[0].value if closest else 0.0,
        together=float(windows.max()) / match.total if len(windows) else 0.0,
        bigrams=source.bigram_share(claim),
        numbers=len(numbers & source.numbers) / len(numbers) if numbers else 1.0,
    )


LOCAL_FAITHFULNESS = Metric(
    name="local_faithfulness",
    description="support of the summary's sentences by the source",
    source="ours, after SummaC (Laban et al., 2022)",
    compute=local_faithfulness,
    explain=least_supported,
    signature=f"local_faithfulness.v1,judged={JUDGED:g},closest={CLOSEST},wrong={WRONG:g},"
    f"{SIGNATURE},partial={FITTED.partial:g},full={FITTED.full:g}",
)
