"""Grow a collection and measure the index and attribution on it: time, memory, milliseconds per claim.

The first 100 documents are a released haystack, and the claims are its insights. All others are documents of two other
haystacks whose words are exchanged the more often the rarer they are: half for a word of any of the three haystacks, so
that the claims' own words turn up everywhere, half for invented ones, so that the vocabulary keeps growing as it does
in real text. Every size runs in a process of its own, so that its peak memory is its own. Precision and recall are
those of the shipped model, which was trained on the first 100 documents: they show what size does, and nothing else.

Run `python -m bench.speed.growth [SIZE...]`; sizes default to 100 1000 10000. 100000 documents take a few minutes and
some gigabytes. Data: the folder `data/summhay` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import gc
import json
import re
import resource
import subprocess
import sys
import time
from collections import Counter

import numpy as np

from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.attribution import Attributor

SIZES = (100, 1000, 10_000)
WORD = re.compile(r"[A-Za-z]{4,}|\d+")
LETTERS = "bcdfghklmnprstvz"
VOWELS = "aeiou"


def invented(number: int) -> str:
    """A pronounceable word for each number, with no English suffix to strip."""
    syllables = []
    for _ in range(4):
        number, consonant = divmod(number, len(LETTERS))
        number, vowel = divmod(number, len(VOWELS))
        syllables.append(LETTERS[consonant] + VOWELS[vowel])
    return "".join(syllables) + "k"


class Grower:
    """Writes documents that look like the released ones and say something else."""

    def __init__(self, seed: int = 5) -> None:
        self.rng = np.random.default_rng(seed)
        stored = [json.loads(needed(SUMMHAY / f"{name}.json").read_text(encoding="utf-8")) for name in HAYSTACKS]
        self.first = [document["document_text"] for document in stored[0]["documents"]]
        self.claims = [insight["insight"] for part in stored[0]["subtopics"] for insight in part["insights"]]
        self.held = [
            {n for n, d in enumerate(stored[0]["documents"]) if insight["insight_id"] in d["insights_included"]}
            for part in stored[0]["subtopics"]
            for insight in part["insights"]
        ]
        self.sources = [document["document_text"] for haystack in stored[1:] for document in haystack["documents"]]
        counts = Counter(word.lower() for text in [*self.first, *self.sources] for word in WORD.findall(text))
        self.kept = {word: min(1.0, (count / 400) ** 0.5) for word, count in counts.items()}
        self.known = [word for word in counts if word.isalpha()]
        self.written = 0

    def document(self) -> str:
        """A new document."""
        text = self.sources[int(self.rng.integers(len(self.sources)))]
        exchanged: dict[str, str] = {}

        def exchange(match: re.Match[str]) -> str:
            word = match[0].lower()
            if word not in exchanged:
                exchanged[word] = match[0] if self.rng.random() < self.kept[word] else self._other(word)
            return exchanged[word]

        return WORD.sub(exchange, text)

    def _other(self, word: str) -> str:
        """A number for a number; else a known word, or an invented one from a growing stock, the first ones often."""
        if word.isdigit():
            return str(int(self.rng.integers(1, 10 ** min(len(word), 9))))
        if self.rng.random() < 0.5:
            return str(self.known[int(self.rng.integers(len(self.known)))])
        self.written += 1
        stock = int(40 * self.written**0.6)
        return invented(int(stock * self.rng.random() ** 2.5))


def measure(size: int) -> None:
    grower = Grower()
    texts = grower.first[:size] + [grower.document() for _ in range(size - len(grower.first))]
    n_words = sum(len(text.split()) for text in texts)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, worked = time.perf_counter(), time.process_time()
    attributor = Attributor.of_texts(texts)
    indexed, worked = time.perf_counter() - start, time.process_time() - worked
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    index = attributor.index
    arrays = sum(value.nbytes for value in vars(index).values() if isinstance(value, np.ndarray))
    attributor.cited(grower.claims[0])
    times, right, cited, held = [], 0, 0, 0
    for claim, documents in zip(grower.claims, grower.held, strict=True):
        start = time.perf_counter()
        found = {int(name) - 1 for name in attributor.cited(claim)}
        times.append(1000 * (time.perf_counter() - start))
        right, cited, held = right + len(found & documents), cited + len(found), held + len(documents)
    print(
        f"| {size:,} | {n_words / 1e6:.2f} | {index.n_terms:,} | {indexed:.2f} | {worked:.2f} | {arrays / 1e6:.0f} |"
        f" {peak / 1e6:.2f} ({before / 1e6:.2f}) | {np.median(times):.2f} | {max(times):.2f} |"
        f" {right / max(cited, 1):.2f} | {right / held:.2f} |",
        flush=True,
    )


def main() -> None:
    if sys.argv[1:2] == ["--one"]:
        measure(int(sys.argv[2]))
        return
    heads = "documents|million words|terms|index s|of these CPU s|arrays MB|peak GB (before)"
    heads += "|claim ms, median|slowest|precision|recall"
    print("| " + heads.replace("|", " | ") + " |\n" + "|---" * 11 + "|", flush=True)
    for size in [int(size) for size in sys.argv[1:]] or SIZES:
        subprocess.run([sys.executable, "-m", "bench.speed.growth", "--one", str(size)], check=True)


if __name__ == "__main__":
    main()
