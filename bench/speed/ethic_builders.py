"""Measure how long ETHIC's tasks take to build from a book of 100,000 tokens, without a model.

`python -m bench.speed.ethic_builders [--tokens 100000] [--length 64k]` prints for every task of the domain books the
seconds of CPU time from its files to its items, whole and at a length, with files read anew and no counts in memory,
and the sum. Labels are stand-ins. The book is the sample in the folder `data` of HAYRICK_SHARED (default: `../shared`
beside the checkout), cut. Then all other tasks on the samples there, for information.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path

from bench.places import DATA
from hayrick.harness.naming.names import named_task
from hayrick.tasks.ethic.texts import body_of
from hayrick.tokens import cut_tokens, token_counts


def seconds_of(spec: str) -> tuple[float, int, int]:
    """CPU seconds, items, and sections in all."""
    token_counts.cache_clear()
    start = time.process_time()
    items = named_task(spec).task.items(0)
    return time.process_time() - start, len(items), sum(int(one.tags.get("sections", 0)) for one in items)


def labelled(folder: Path, book: Path) -> Path:
    """A run that labels every section of a book."""
    items = named_task(f"ethic/recalling_books?data={book}&labels=none&together=1").task.items(0)
    run = folder / "responses.jsonl"
    rows = [{"answer": [f"name{n}"], "tags": dict(one.tags)} for n, one in enumerate(items)]
    run.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return run


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tokens", type=int, default=100_000)
    parser.add_argument("--length", default="64k")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        book = Path(scratch) / "book.txt"
        text = (DATA / "gutenberg_sample" / "pride_and_prejudice_1342-0.txt").read_text(encoding="utf-8-sig")
        book.write_text(cut_tokens(body_of(text), given.tokens), encoding="utf-8")
        run = labelled(Path(scratch), book)
        specs = [
            f"ethic/recalling?book={book}",
            f"ethic/recalling_books?data={book}&labels={run}",
            f"ethic/summarizing_books?data={book}",
            f"ethic/organizing_books?data={book}",
        ]
        sums = 0.0
        for spec in specs:
            seconds, n, sections = seconds_of(spec)
            sums += seconds
            print(f"{spec.partition('?')[0]:26} whole {seconds:5.2f} s, {n} items, {sections} sections")
        print(f"{'all tasks of the book':26}       {sums:5.2f} s")
        for spec in specs[1:]:
            seconds, n, sections = seconds_of(f"{spec}&length={given.length}")
            print(f"{spec.partition('?')[0]:26} {given.length:5} {seconds:5.2f} s, {n} items, {sections} sections")
    for name, folder in (
        ("organizing_debates", "hansard_xml"),
        ("summarizing_debates", "hansard_xml"),
        ("organizing_books", "squality"),
        ("recalling_medicine", "ms2_sample"),
        ("summarizing_medicine", "ms2_sample"),
    ):
        seconds, n, sections = seconds_of(f"ethic/{name}?data={DATA / folder}&least=0")
        print(f"{f'ethic/{name}':26} whole {seconds:5.2f} s, {n} items, {sections} sections ({folder})")


if __name__ == "__main__":
    main()
