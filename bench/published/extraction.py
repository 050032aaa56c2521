"""Extracts of the PubMed summaries: seconds, lengths beside the published ones, and what each quirk changes.

    python -m bench.published.extraction [--also NAME]... [--long WORDS] [--skip-naive]

1. CPU seconds of 40 documents x 8 budgets, by default and under compat; of one document by the original's algorithm
   run naively (every candidate joined, read and counted anew); of documents of up to `--long` words.
2. Tokens of the extracts (mean, quartiles) beside table 5 of the paper.
3. Under compat: extracts that exceed their budget, empty ones, and how much of an extract changes where one thing is
   done as we do it: 1 - Jaccard index of characters, mean over 20 articles with a 95 % interval (t).
4. How many of the summary's words and pairs of words are in the extracts, and tokens used.

`--also bertscore:ENCODER` adds an extractor to 1, 2 and 4. Compat needs the group `conformance` and
Punkt's model (`pip install --no-deps llama-index-core`); where they are missing that part is left out.
Data: `data/longeval_pubmed` of HAYRICK_SHARED.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from bench.places import DATA
from hayrick.measures.py_rouge import py_rouge_signature, py_rouge_tokens
from hayrick.retrieval.extraction import Extract, Extractor, Ordered, Source, extractor, original
from hayrick.retrieval.extraction.base import Order
from hayrick.retrieval.extraction.coverage import rouge_order, stems
from hayrick.retrieval.extraction.joined import Joined
from hayrick.retrieval.extraction.models import Split
from hayrick.stats import t_quantile
from hayrick.text import sentences
from hayrick.types import BadInput
from hayrick.wrapped import whole_sentences

BUDGETS = (128, 256, 512, 768, 1024, 1536, 2048, 4096)
SIZES = {"rouge1": (1,), "rouge2": (2,), "rouge1+2": (1, 2)}
NEEDS_NOTHING = ("lead", *SIZES, "bm25", "sentences", "attribution")
PUBLISHED = {
    "lead": (
        (94.6, 84.8, 116.2), (228.3, 220.5, 237.0), (475.0, 466.2, 486.8), (709.0, 675.5, 733.2),
        (974.9, 967.0, 983.2), (1450.0, 1450.0, 1480.2), (1889.5, 1927.5, 1973.0), (3015.2, 2297.8, 3917.2),
    ),
    "rouge1": (
        (85.6, 70.2, 111.5), (226.6, 220.2, 244.2), (488.1, 477.0, 501.0), (740.6, 729.0, 756.0),
        (1001.4, 994.0, 1016.2), (1486.8, 1491.8, 1519.0), (1942.2, 2000.8, 2030.0), (3046.9, 2297.8, 4014.2),
    ),
    "rouge2": (
        (96.5, 91.8, 116.5), (224.1, 215.2, 242.0), (480.1, 471.0, 494.5), (738.8, 731.2, 756.0),
        (1000.6, 996.0, 1017.0), (1492.1, 1500.8, 1527.0), (1945.8, 2002.0, 2031.0), (3046.9, 2297.8, 4014.2),
    ),
    "rouge1+2": (
        (95.0, 90.5, 119.0), (225.4, 215.0, 242.5), (485.3, 477.0, 502.2), (736.1, 726.8, 751.5),
        (997.0, 988.5, 1015.2), (1482.8, 1491.2, 1522.2), (1938.7, 1990.2, 2026.0), (3046.9, 2297.8, 4014.2),
    ),
}  # fmt: skip
"""Table 5 of Wu et al. (2023), PubMed: mean, lower and upper quartile of each budget."""


class Case(NamedTuple):
    """One summary by a system, and its source."""

    article: str
    source: str
    summary: str


def say(line: str = "") -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def cases() -> list[Case]:
    folder = DATA / "longeval_pubmed"
    stored = json.loads((folder / "pubmed_summary_src_doc_data.json").read_text(encoding="utf-8"))
    return [
        Case("_".join(id.split("_")[:2]), row["source_doc"].replace("<br />", "\n"), row["summary"])
        for id, row in stored.items()
        if not id.endswith("human")
    ]


def extracted(found: Extractor, given: Sequence[Case]) -> tuple[list[list[Extract]], float]:
    """Extracts of each case at each budget, and CPU seconds."""
    start = time.process_time()
    rows = [found.extracts(case.summary, case.source, BUDGETS) for case in given]
    return rows, time.process_time() - start


def lengths(rows: Sequence[Sequence[Extract]]) -> list[tuple[float, float, float]]:
    columns = np.array([[one.tokens for one in row] for row in rows]).T
    return [(float(one.mean()), float(np.percentile(one, 25)), float(np.percentile(one, 75))) for one in columns]


def show_lengths(name: str, rows: Sequence[Sequence[Extract]]) -> None:
    found, published = lengths(rows), PUBLISHED.get(name.removesuffix(" (compat)"))
    for place, (budget, (mean, low, high)) in enumerate(zip(BUDGETS, found, strict=True)):
        beside = ""
        if published:
            theirs = published[place]
            beside = f" | published {theirs[0]:7.1f} {theirs[1]:7.1f} {theirs[2]:7.1f} | mean {mean - theirs[0]:+6.1f}"
            beside += f" ({100 * (mean / theirs[0] - 1):+.2f} %)"
        say(f"  {name:20s} {budget:5d}: {mean:7.1f} {low:7.1f} {high:7.1f}{beside}")


def naive(sizes: Sequence[int], case: Case) -> Iterator[int]:
    """The original's loop: every candidate is joined, read and counted anew at every step."""
    texts = Source(case.source, original.punkt_spans(case.source)).sentences
    wanted = {n: grams(py_rouge_tokens(case.summary), n) for n in sizes}
    taken: list[int] = []
    while len(taken) < len(texts):
        left = [number for number in range(len(texts)) if number not in taken]
        scores = []
        for number in left:
            tokens = py_rouge_tokens(" ".join(texts[one] for one in sorted([*taken, number])))
            scores.append(sum((wanted[n] & grams(tokens, n)).total() / wanted[n].total() for n in sizes))
        taken.append(left[int(np.argmax(scores))])
        yield taken[-1]


def grams(tokens: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))


def compare_naive(case: Case) -> None:
    say(f"\nThe original's loop, run naively on {case.article} ({len(original.punkt_spans(case.source))} sentences):")
    for name, sizes in SIZES.items():
        start = time.process_time()
        order = list(naive(sizes, case))
        slow = time.process_time() - start
        start = time.process_time()
        source = Source(case.source, original.punkt_spans(case.source))
        words, parts = py_rouge_tokens(case.summary), [py_rouge_tokens(text) for text in source.sentences]
        same = list(Joined(sizes, words, parts).order()) == order
        fast = time.process_time() - start
        say(f"  {name:10s} {slow:7.2f} s, ours under compat {fast:.3f} s, the same order: {same}")


def grow(names: Sequence[str], given: Sequence[Case], most: int) -> None:
    say(f"\nLong documents (the articles one after the other, again and again), {len(BUDGETS)} budgets, CPU seconds:")
    words = " ".join(dict.fromkeys(case.source for case in given)).split(" ")
    for n in (most // 10, most // 2, most):
        document = " ".join((words * (n // len(words) + 1))[:n])
        line = []
        for name in names:
            start = time.process_time()
            extractor(name).extracts(given[0].summary, document, BUDGETS)
            line.append(f"{name} {time.process_time() - start:.2f}")
        say(f"  {n:7d} words: {', '.join(line)}")
    start = time.process_time()
    extractor("sentences").extracts("cat sat", "cat\ndog\n" * 2000, (128, 1024, 2048, 4096))
    say(f"  4,000 lines of one word, 4 budgets: sentences {time.process_time() - start:.2f}")


def with_words(sizes: Sequence[int], tokens: Callable[[str], Sequence[str]], summary: str, source: Source) -> Order:
    """The original's order with other words."""
    words, parts = tokens(summary), [tokens(text) for text in source.sentences]
    return lambda taken: Joined(sizes, words, parts).order()


def changed(sizes: Sequence[int], name: str) -> dict[str, tuple[Extractor, Split]]:
    """The original with one thing done as we do it, and all; with the sentences of each."""
    punkt = original.punkt_spans
    within = Ordered("within", partial(rouge_order, sizes))
    ours: dict[str, tuple[Extractor, Split]] = {"all, by default": (extractor(name), whole_sentences)}
    if not sizes:
        return ours
    return {
        "our sentences, not Punkt's": (original.rouge(name, sizes, whole_sentences), whole_sentences),
        "our stems, not py-rouge's": (original.Original("stems", partial(with_words, sizes, stems)), punkt),
        "our stems, pairs within sentences": (original.Original("within", within.rank), punkt),
        "our stems, pairs, and filling": (Filled(within, punkt), punkt),
        **ours,
    }


class Filled(NamedTuple):
    """Fills budgets as we do, with other sentences."""

    how: Ordered
    split: Split

    @property
    def signature(self) -> str:
        """See `Extractor`."""
        return self.how.signature

    def extracts(self, summary: str, document: str, budgets: Sequence[int]) -> list[Extract]:
        """See `Extractor`."""
        return self.how.of(summary, Source(document, self.split(document)), budgets)


def distance(case: Case, ours: Extract, theirs: Extract, split: Split) -> float:
    """1 - Jaccard index of the characters of the sentences shown, blanks left out."""
    shown = [
        {
            place
            for number in one.sentences
            for place in range(spans[number].start, spans[number].end)
            if not case.source[place].isspace()
        }
        for one, spans in ((ours, split(case.source)), (theirs, original.punkt_spans(case.source)))
    ]
    union = shown[0] | shown[1]
    return 1 - len(shown[0] & shown[1]) / len(union) if union else 0.0


def effects(given: Sequence[Case], also: Sequence[str]) -> None:
    say("\nQuirks, 40 summaries x 8 budgets a variant:")
    for name, sizes in (*SIZES.items(), *((name, ()) for name in also)):
        theirs, _ = extracted(extractor(name, original.NAME), given)
        flat = [one for row in theirs for one in row]
        over = [one.tokens - one.budget for one in flat if one.tokens > one.budget]
        empty = sum(not one.sentences for one in flat)
        say(f"  {name}: {len(over)} of {len(flat)} exceed their budget, by {max(over, default=0)} tokens at most;"
            f" {empty} empty")  # fmt: skip
        for what, (found, split) in changed(sizes, name).items():
            show_change(what, given, extracted(found, given)[0], theirs, split)


def show_change(
    what: str,
    given: Sequence[Case],
    rows: Sequence[Sequence[Extract]],
    theirs: Sequence[Sequence[Extract]],
    split: Split,
) -> None:
    articles: dict[str, list[float]] = {}
    for case, row, their in zip(given, rows, theirs, strict=True):
        known = [distance(case, *pair, split) for pair in zip(row[2:5], their[2:5], strict=True)]
        articles.setdefault(case.article, []).append(float(np.mean(known)))
    means = np.array([np.mean(values) for values in articles.values()])
    half = float(t_quantile(0.975, len(means) - 1)) * means.std(ddof=1) / len(means) ** 0.5
    say(f"    {what}: {100 * means.mean():.1f} % of an extract of 512 to 1024 tokens changes (+- {100 * half:.1f})")


def covered(case: Case, one: Extract, n: int) -> float:
    wanted, shown = (
        Counter(gram for start, end in sentences(text) for gram in grams(stems(text[start:end]), n))
        for text in (case.summary, one.text)
    )
    return (wanted & shown).total() / max(wanted.total(), 1)


def show_coverage(name: str, given: Sequence[Case], rows: Sequence[Sequence[Extract]]) -> None:
    for place in (0, 2, 4):
        shares = [
            100 * np.mean([covered(case, row[place], n) for case, row in zip(given, rows, strict=True)]) for n in (1, 2)
        ]
        tokens = np.mean([row[place].tokens for row in rows])
        say(
            f"  {name:20s} {BUDGETS[place]:5d}: words {shares[0]:5.1f} %, pairs {shares[1]:5.1f} %, tokens {tokens:.0f}"
        )


def missing_for_compat() -> str:
    """What the original's sentences need and is not installed; "" if nothing."""
    try:
        original.punkt()
    except BadInput as problem:
        return str(problem)
    return ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure extraction on PubMed.")
    parser.add_argument("--also", action="append", default=[], metavar="NAME", help="another extractor; repeatable")
    parser.add_argument("--long", type=int, default=500_000, metavar="WORDS", help="words of the longest document")
    parser.add_argument("--skip-naive", action="store_true", help="leave out the original's loop run naively")
    options = parser.parse_args()
    given, names, missing = cases(), [*NEEDS_NOTHING, *options.also], missing_for_compat()
    under_compat = () if missing else ("lead", *SIZES)
    say(f"{len(given)} summaries of {len({case.article for case in given})} articles; {py_rouge_signature()}")
    say("\nCPU seconds, 40 documents x 8 budgets:")
    found = {}
    for name, compat in [*((name, None) for name in names), *((name, original.NAME) for name in under_compat)]:
        label = name if compat is None else f"{name} (compat)"
        made = extractor(name, compat)
        found[label], seconds = extracted(made, given)
        say(f"  {label:20s} {seconds:6.2f}  {made.signature if isinstance(made, Ordered) else ''}")
    if missing:
        say(f"\nLeft out, everything under compat (part 3, the original's loop, compat's lengths): {missing}")
    elif not options.skip_naive:
        compare_naive(max(given, key=lambda case: len(case.source)))
    grow(NEEDS_NOTHING, given, options.long)
    say("\nTokens of the extracts: mean, quartiles")
    for name, rows in found.items():
        show_lengths(name, rows)
    if not missing:
        effects(given, [name for name in options.also if name.startswith(("bertscore:", "nli:"))])
    say("\nShare of the summary's words and pairs of words (our stems) that the extracts have, mean of 40:")
    for name, rows in found.items():
        show_coverage(name, given, rows)


if __name__ == "__main__":
    main()
