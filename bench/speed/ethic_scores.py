"""Time to read and score 2,000 replies to ETHIC's tasks, and what a random order scores.

    python -m bench.speed.ethic_scores

Prints CPU seconds for 500 replies of each of recalling, organising, attributing (each with 100 labels, options or
texts) and summarising (100 sections of 100 words each, rated beforehand); for orders in which 100 options are named
500 times each; and the mean `order_lcs` of random orders.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

from hayrick.measures.orders import OPTIONS_PLACED, ORDER_LCS, RELEASED_ORDER_LCS, order_share
from hayrick.measures.section_ratings import CRITERIA, SECTION_RATINGS, unit
from hayrick.measures.sets import CHOSEN_F1, LABEL_F1, RELEASED_CHOSEN_F1, RELEASED_LABEL_F1, TEXTS_PLACED
from hayrick.protocols import Measure
from hayrick.replies.attributions import read_attributed
from hayrick.replies.lists import names_of, read_list
from hayrick.replies.orders import read_order
from hayrick.replies.section_texts import read_section_texts
from hayrick.types import Document, Item, Judgement, Response

N, SIZE, TIMES = 500, 100, 500
RATED = [
    Judgement(unit=unit(criterion, number), rater="m", value=4.0)
    for criterion in CRITERIA
    for number in range(1, SIZE + 1)
]
DOCUMENTS = tuple(Document(id=str(number), text="x") for number in range(1, SIZE + 1))


def labels_of(reply: str) -> frozenset[str] | None:
    found = read_list(reply)
    return None if found is None else names_of(found)


def scored(reply: str, gold: Any, read: Callable[[str], Any], measures: tuple[Measure[Any, Any], ...]) -> float:
    """The first measure's value, after all of them were computed."""
    item = Item(dataset="d", group="g", id="i", query="", gold=gold, documents=DOCUMENTS)
    response: Response[Any] = Response(item=item, system="s", context="full", answer=read(reply), reply=reply)
    rows = [row for one in measures for row in one.score(item, response, ())]
    return rows[0].value or 0.0


def timed(name: str, work: Callable[[Random], object], n: int) -> float:
    draw = Random(0)
    start = time.process_time()
    for _ in range(n):
        work(draw)
    seconds = time.process_time() - start
    sys.stdout.write(f"{name}: {n} replies in {seconds:.2f} s\n")
    return seconds


def recalling(draw: Random) -> float:
    names = [f"Name{draw.randrange(200)}" for _ in range(SIZE)]
    return scored(", ".join(names), names_of(names), labels_of, (LABEL_F1, RELEASED_LABEL_F1))


def organising(draw: Random, times: int = 1) -> float:
    order = draw.sample(range(1, SIZE + 1), SIZE)
    reply = ", ".join(f"[{one}]" for one in order * times)
    gold = tuple(range(1, SIZE + 1))
    measures = (ORDER_LCS, RELEASED_ORDER_LCS, OPTIONS_PLACED)
    return scored(reply, gold, lambda said: read_order(said, SIZE), measures)


def attributing(draw: Random) -> float:
    chosen = set(draw.sample(range(1, SIZE + 1), 20))
    core, other = ([f"[{n}]" for n in range(1, SIZE + 1) if (n in chosen) is wanted] for wanted in (True, False))
    reply = f"- Core IDs: {', '.join(core)}\n- Supplementary IDs: {', '.join(other)}"
    return scored(reply, frozenset(chosen), read_attributed, (CHOSEN_F1, RELEASED_CHOSEN_F1, TEXTS_PLACED))


def summarising(draw: Random) -> float:
    texts = tuple(f"{draw.random()} word" * 50 for _ in range(SIZE))
    reply = "\n\n".join(f"<Section {number}>\n{text}" for number, text in enumerate(texts, start=1))
    item = Item(dataset="d", group="g", id="i", query="", gold=texts)
    answer = read_section_texts(reply, SIZE)
    response: Response[Any] = Response(item=item, system="s", context="full", answer=answer, reply=reply)
    rows = [row for one in SECTION_RATINGS for row in one.score(item, response, RATED)]
    return rows[-1].value or 0.0


def main() -> None:
    """Print all times and the floors of orders."""
    seconds = timed("recalling", recalling, N) + timed("organising", organising, N)
    seconds += timed("attributing", attributing, N) + timed("summarising", summarising, N)
    sys.stdout.write(f"2,000 replies: {seconds:.2f} s\n")
    timed(f"organising, every option {TIMES} times", lambda draw: organising(draw, TIMES), 5)
    for n in (10, 50, 100):
        draw, gold = Random(n), tuple(range(1, n + 1))
        mean = fmean(order_share(gold, tuple(draw.sample(gold, n))) for _ in range(1000))
        sys.stdout.write(f"random order of {n}: order_lcs {mean:.3f}\n")


if __name__ == "__main__":
    main()
