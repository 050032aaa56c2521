"""Measure how long it takes to cut long documents to a length, and how exactly they fill it.

`python -m bench.speed.helmet_long_documents [--documents 100] [--tokens 200000] [--length 8k,128k]` prints for each way
of cutting: seconds of CPU time to count all documents and cut each to every length, and how far the longest and the
shortest prompt are from the length, counted again. Documents are made of the story texts of SQuALITY, in an order of
each document's own, until they have so many tokens. Data: the folder `data` of HAYRICK_SHARED (default: `../shared`
beside the checkout).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from random import Random

from bench.places import DATA
from hayrick.prompting import plain, prompt_tokens
from hayrick.protocols import Passage
from hayrick.records.parameters import Parameters
from hayrick.tasks.helmet.long_document import NOTES, Cutting, LongDocument
from hayrick.tokens import cut_tokens
from hayrick.types import Prompt

REPLY_TOKENS = 100


def documents(n: int, tokens: int) -> Iterator[str]:
    """Documents of so many tokens."""
    path = DATA / "squality" / "v1-3_txt_dev.jsonl"
    stories = [json.loads(line)["document"] for line in path.read_text(encoding="utf-8").splitlines()]
    for number in range(n):
        draw = Random(number)
        pieces: list[str] = []
        while sum(map(len, pieces)) < 6 * tokens:
            pieces += draw.sample(stories, len(stories))
        yield cut_tokens("\n\n".join(pieces), tokens)


def prompt(passages: Sequence[Passage]) -> Prompt:
    """A prompt that shows a document."""
    return plain(f"A document, and then a question.\n\n{passages[0].text}\n\nWhat happens at the end?", "bench")


def measure(texts: Sequence[str], lengths: str, cut: str) -> str:
    """One line for one way of cutting."""
    cutting = Cutting.of(Parameters.of(f"bench?length={lengths}&cut={cut}", "task")[1])
    spare: list[int] = []
    seconds = 0.0
    for text in texts:
        start = time.process_time()
        document = LongDocument(text, cutting.encoding)
        found = [(length, cutting.fitted(document, length, prompt, REPLY_TOKENS)) for length in cutting.lengths]
        seconds += time.process_time() - start
        for length, one in found:
            shown = [Passage(document="document", position=1, text=one.text)]
            spare.append(length - REPLY_TOKENS - prompt_tokens(prompt(shown), cutting.encoding))
    return f"cut={cut:6} {len(texts)} documents, {seconds:.1f} s; {min(spare)} to {max(spare)} tokens spare"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100)
    parser.add_argument("--tokens", type=int, default=200_000)
    parser.add_argument("--length", default="8k,128k")
    given = parser.parse_args()
    texts = list(documents(given.documents, given.tokens))
    for cut in NOTES:
        print(measure(texts, given.length, cut), flush=True)


if __name__ == "__main__":
    main()
