"""What remains of "less is more" (Wu et al., 2023): what 40 or 204 summaries can show, and what the released code does.

    python -m bench.published.less_is_more [--shared FOLDER]

Prints the published correlations of short and long extracts, and intervals of those in table 2; how much the best of 48
settings gains where all are equally good (4,000 draws, seed 0); what one unreadable reply read as 0 does; and, for a
metric without a model (the share of a summary's bigrams that the text shown has), whole documents, both ways of cutting
them, and beginnings, against people on PubMed (`hayrick meta --grid` has the extracts). No model that rates is asked.
Intervals leave out one of the 20 documents at a time.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping
from math import atanh, sqrt, tanh
from pathlib import Path
from statistics import fmean

import numpy as np

from bench.places import SHARED
from bench.published.extract_then_evaluate import WINDOW, cell, count, paired, prompt, say
from hayrick.human_scores import HumanScores, read_human_scores
from hayrick.judges.metrics.judge import Texts
from hayrick.judges.metrics.overlap import SOURCE_BIGRAMS
from hayrick.meta_evaluation.differences import differences
from hayrick.meta_evaluation.levels import Paired, correlations
from hayrick.retrieval.extraction import extractor
from hayrick.stats import pearson
from hayrick.stats.dependent import williams
from hayrick.tokens import tokenizer

SETTINGS, DRAWS = 48, 4_000
PUBLISHED: Mapping[str, tuple[int, float, float, float]] = {
    "arXiv, consistency": (204, 0.61, 0.71, 0.71),
    "GovReport, consistency": (204, 0.33, 0.62, 0.60),
    "arXiv, relevance": (204, 0.58, 0.63, 0.55),
    "GovReport, relevance": (204, 0.12, 0.36, 0.37),
    "PubMed, faithfulness": (40, 0.64, 0.76, 0.75),
    "SQuALITY, faithfulness": (40, 0.51, 0.85, 0.85),
}
"""Table 2: number of summaries, Pearson's of GPT-4 with the whole document, the best extract, and the cheaper best."""


def fisher(r: float, n: int) -> tuple[float, float]:
    """95 % interval of a correlation of n independent pairs."""
    half = 1.96 / sqrt(n - 3)
    return tanh(atanh(r) - half), tanh(atanh(r) + half)


def curves(paper: Path) -> None:
    """Table 3 without choosing: the three ROUGE extractors at 1,024 tokens and at 4,096, and the whole document."""
    text = paper.read_text(encoding="utf-8")
    table = text[text.index("Figure 6: The prompt") : text.index("Table 3: All results")]
    rows = [
        re.findall(r"-?\d\.\d{4}", line)[::2] for line in table.splitlines() if re.search(r"\t(?:1024|4096)\t", line)
    ]
    at_1024, at_4096 = ([[float(one) for one in row] for row in rows[first:8:2]][1:] for first in (0, 1))
    say("Published r, mean of ROUGE-1, ROUGE-2 and ROUGE-1+2: at 1,024 tokens, at 4,096, difference; whole document")
    for place, (name, (_, full, _, _)) in enumerate(PUBLISHED.items()):
        short, long = (fmean(row[place] for row in some) for some in (at_1024, at_4096))
        say(f"  {name}: {short:.3f}, {long:.3f}, {short - long:+.3f}; {full:.2f}")


def published() -> None:
    """Intervals of table 2, and Williams' p of the gain for correlations between the two settings that may be."""
    say("\nPublished r [95 %, Fisher, summaries as independent]; p of full against best by Williams, if these two")
    say("correlate by .6 / .8 / .9, without regard to the choice of the best among 48")
    for name, (n, full, best, cheap) in PUBLISHED.items():
        shown = ", ".join(
            f"{kind} {r:.2f} [{low:.2f}, {high:.2f}]"
            for kind, r in (("full", full), ("best", best), ("Pareto", cheap))
            for low, high in (fisher(r, n),)
        )
        tested = [williams(full, best, between, n) for between in (0.6, 0.8, 0.9)]
        say(f"  {name}, n {n}: {shown}; p {' / '.join('-' if one is None else f'{one.p:.4f}' for one in tested)}")


def chosen() -> None:
    """The largest correlation of settings that are equally good."""
    draw = np.random.default_rng(0)
    say(f"\nLargest r of {SETTINGS} settings of equal true r, less their mean r: mean [5 %, 95 % of draws]")
    for n, true in ((40, 0.64), (40, 0.51), (204, 0.61), (204, 0.33), (204, 0.12)):
        for between in (0.6, 0.8, 0.9):
            gains = [_gain(draw, n, true, between) for _ in range(DRAWS)]
            low, high = np.quantile(gains, [0.05, 0.95])
            say(f"  n {n}, true r {true}, r between settings {between}: {fmean(gains):+.3f} [{low:+.3f}, {high:+.3f}]")


def _gain(draw: np.random.Generator, n: int, true: float, between: float) -> float:
    """A setting's value is true r x people's score + noise that all settings share + noise of its own."""
    human, shared, own = draw.standard_normal(n), draw.standard_normal((n, 1)), draw.standard_normal((n, SETTINGS))
    values = true * human[:, None] + sqrt(between - true**2) * shared + sqrt(1 - between) * own
    centred = values - values.mean(0)
    found = (human - human.mean()) @ centred / (np.linalg.norm(human - human.mean()) * np.linalg.norm(centred, axis=0))
    return float(found.max() - found.mean())


def unreadable(corpus: HumanScores) -> None:
    """One reply of 40 read as 0: an annotator, on the scale from 1 to 7, is the judge of the mean of the others."""
    say("\nOne unreadable reply of 40 read as 0: r of each annotator, from 1 to 7, with the other two; then with a 0")
    given = [one.scores["faithfulness"] for one in corpus.summaries if not one.is_human]
    scores = [[value for value in row if value is not None] for row in given]
    for number in range(3):
        judge = [round(1 + 6 * row[number] / 100) for row in scores]
        human = [fmean(value for at, value in enumerate(row) if at != number) for row in scores]
        found = [pearson([0 if at == zero else one for at, one in enumerate(judge)], human) for zero in range(40)]
        values = [one for one in found if one is not None]
        say(f"  {pearson(judge, human):.3f}; mean {fmean(values):.3f}, least {min(values):.3f}, most {max(values):.3f}")


def shares(corpus: HumanScores, shown: Callable[[str, str], str]) -> list[Paired]:
    """Share of a summary's bigrams in what is shown of its document."""
    return paired(
        corpus, lambda summary, document, _: SOURCE_BIGRAMS.compute(Texts(summary, (shown(summary, document),)))
    )


def wholes(corpus: HumanScores, paper: Path) -> dict[str, list[Paired]]:
    """The metric over whole documents, and over documents cut to the window in both ways."""

    def cut(kind: str) -> Callable[[str, str], str]:
        def shown(summary: str, document: str) -> str:
            if count(prompt(paper, document, summary)) <= WINDOW:
                return document
            room = WINDOW - count(prompt(paper, "", summary))
            return document[:room] if kind == "characters" else tokenizer("cl100k").cut(document, room)

        return shown

    return {
        "whole document": shares(corpus, lambda summary, document: document),
        "cut at 8,000 tokens": shares(corpus, cut("tokens")),
        "cut as released": shares(corpus, cut("characters")),
    }


def local(corpus: HumanScores, paper: Path) -> None:
    """Whole documents, cuts, and beginnings, for bigrams."""
    lead = extractor("lead")
    beginnings = {
        f"lead@{budget}": shares(corpus, lambda _, document, size=budget: lead.extracts("", document, [size])[0].text)  # type: ignore[misc]
        for budget in (1024, 4096)
    }
    read = {**wholes(corpus, paper), **beginnings}
    say("\nShare of the summary's bigrams in the text shown, against people: r, rho")
    for name, rows in read.items():
        found = correlations(rows)[0]
        say(f"  {name}: {cell(found.pearson)}, {cell(found.spearman)}")
    say("\nDifferences of r [95 %], p of the swap test")
    for one in differences(read):
        if one.a == "whole document" and one.swap is not None:
            say(f"  {one.a} less {one.b}: {cell(one.difference)}, p {one.swap:.4f}")


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--shared", type=Path, default=SHARED, help="folder with data and papers")
    shared = parser.parse_args().shared
    corpus = read_human_scores(shared / "data/longeval_pubmed")
    paper = shared / "papers/extract_then_evaluate_paper.txt"
    curves(paper)
    published()
    chosen()
    unreadable(corpus)
    local(corpus, paper)


if __name__ == "__main__":
    main()
