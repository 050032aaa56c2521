"""Measure how long HELMET's in-context learning takes to build, and how exactly it fills its length.

`python -m bench.speed.helmet_icl [--length 128k] [--recount 5]` prints for each data set: examples of a prompt; seconds
of CPU time for 500 prompts on one core, the files read anew, at the first use and at the second with what the first
kept in an empty cache; and the fewest and most tokens of `--recount` prompts,
counted again as a whole outside of the timing. Data: the folder `data` of HAYRICK_SHARED (default:
`../shared` beside the checkout).
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections.abc import Sequence

from bench.places import DATA
from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.records.cache import VARIABLE
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.icl import REPLY_TOKENS
from hayrick.tasks.helmet.labelled import DATA_SETS
from hayrick.tokens import token_counts
from hayrick.types import Item


def measure(name: str, length: str, n_recounted: int) -> str:
    """One line for one data set."""
    folder = DATA / ("icl_trec" if name.startswith("icl_trec") else name)
    seconds = []
    with tempfile.TemporaryDirectory() as cache:
        os.environ[VARIABLE] = cache
        for _ in range(2):
            token_counts.cache_clear()
            items: Sequence[Item[str]] = ()
            start = time.process_time()
            task = named_task(f"helmet/{name}?data={folder}&length={length}").task
            items = task.items(0)
            seconds.append(time.process_time() - start)
    shown = Showing(spec="full")
    step = max(1, len(items) // n_recounted)
    prompts = [task.prompt(one, shown.passages(one.query, one.documents, None, "")) for one in items[::step]]
    counts = [prompt_tokens(prompt) + REPLY_TOKENS for prompt in prompts]
    examples = [int(one.tags["examples"]) for one in items]
    return (
        f"{name:16} {len(items)} prompts, {min(examples)} to {max(examples)} examples, "
        f"{seconds[0]:.2f} s, then {seconds[1]:.2f} s; "
        f"{min(counts):,} to {max(counts):,} tokens with the reply, {len(counts)} counted again"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--length", default="128k")
    parser.add_argument("--recount", type=int, default=5)
    given = parser.parse_args()
    for name in DATA_SETS:
        print(measure(name, given.length, given.recount), flush=True)


if __name__ == "__main__":
    main()
