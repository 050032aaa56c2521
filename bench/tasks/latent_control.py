"""Show that a search by words finds nothing in `niah_latent`, and everything in its twin.

`python -m bench.tasks.latent_control [N] [LENGTH] [TEXT]` ranks all lines of N texts (100) of LENGTH tokens (8k),
around the needles lines of the file TEXT or our own prose, by BM25 for the item's question. Printed are the mean rank
of the wanted needle as a share of all lines (0 first, .5 chance; equal scores share their mean rank), how often it
stands first and alone, and the mean number of content words that it shares with the question.
"""

from __future__ import annotations

import sys

from hayrick.harness.naming.names import named_task
from hayrick.retrieval.bm25 import BM25
from hayrick.types import Document, Item


def rank(item: Item[object], wanted: str) -> float:
    """Mean rank of the line that names the wanted one among all lines, from 0 to 1."""
    lines = item.documents[0].text.split("\n")
    scores = BM25().scores(item.query, [Document(id=str(number), text=line) for number, line in enumerate(lines)])
    own = next(score for score, line in zip(scores, lines, strict=True) if wanted in line)
    before, equal = sum(score > own for score in scores), sum(score == own for score in scores) - 1
    return (before + equal / 2) / (len(lines) - 1)


def main() -> None:
    """Print a row for each of the two tasks."""
    n, length, *files = [*sys.argv[1:], *("100", "8k")[len(sys.argv[1:]) :]]
    text = "".join(f"&text={file}" for file in files)
    for name in ("helmet/niah_latent", "helmet/niah_latent_direct"):
        items = named_task(f"{name}?length={length}&n={n}{text}").task.items(0)
        ranks = [rank(item, item.gold.values[0]) for item in items]
        shared = sum(int(item.tags["shared_words"]) for item in items) / len(items)
        first = sum(one == 0 for one in ranks)
        print(f"{name:<28}mean rank {sum(ranks) / len(ranks):.3f}, first {first} of {len(ranks)}, {shared:.1f} words")


if __name__ == "__main__":
    main()
