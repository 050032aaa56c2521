"""Measure how long HELMET's questions over passages take to build, and how much memory that needs.

`python -m bench.speed.helmet_rag [LENGTH]` builds 100 items of LENGTH tokens (128k) from the 2,655 questions of
lost_in_the_middle, with four corpora: the other questions' passages, squality's stories in passages of 100 words, both
together, and 100,000 passages put together from their words; and ranks each corpus for all 2,655 questions (the last
one for 100). Each case runs in a process of its own. It prints the number of passages; seconds of CPU time for reading,
for the items and for the rankings; the greatest memory until the items are there; the passages of a prompt, and the
share that shares no word with the question; and the fewest and most tokens of ten prompts with their replies, counted
again. Data: the folder `data` of HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from bench.places import DATA
from hayrick.harness.naming.names import named_task
from hayrick.prompting import prompt_tokens
from hayrick.retrieval.bm25 import BM25
from hayrick.systems.contexts import Showing
from hayrick.tasks.helmet.library import Library, pool_of
from hayrick.tasks.helmet.passages import read_passages
from hayrick.tasks.helmet.questions import read_questions
from hayrick.tokens import CL100K

QUESTIONS = DATA / "lost_in_the_middle" / "nq-open-oracle.jsonl.gz"
STORIES = [DATA / "squality" / f"v1-3_txt_{part}.jsonl" for part in ("dev", "test")]
CORPORA = {"own": [], "stories": STORIES, "both": [QUESTIONS, *STORIES], "many": []}
MANY = 100_000


def write_many(path: Path) -> None:
    """Write passages of 78 words, as long as the questions' own, of two runs of words from anywhere."""
    words = [word for one in read_passages([QUESTIONS, *STORIES], 100) for word in one.text.split()]
    draw = Random(0)
    with path.open("w", encoding="utf-8") as stream:
        for number in range(MANY):
            starts = [draw.randrange(len(words) - 39) for _ in range(2)]
            text = " ".join(word for start in starts for word in words[start : start + 39])
            stream.write(json.dumps({"id": str(number), "text": text}) + "\n")


def measure(name: str, length: str, folder: Path) -> str:
    """One line for one corpus."""
    paths = CORPORA[name]
    if name == "many":
        paths = [folder / "many.jsonl"]
    corpus = f"&words=100&corpus={','.join(map(str, paths))}" if paths else ""
    began = time.process_time()
    task = named_task(f"helmet/nq?data={QUESTIONS}&length={length}&n=100&depths=1{corpus}").task
    read = time.process_time() - began
    items = task.items(0)
    made = time.process_time() - began - read
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    shown = [int(item.tags["passages"]) for item in items]
    unrelated = sum(int(item.tags["unrelated"]) for item in items) / sum(shown)
    counted = [
        prompt_tokens(task.prompt(item, Showing(spec="full").passages("", item.documents, None, ""))) + task.max_tokens
        for item in items[:: len(items) // 10]
    ]
    questions = read_questions([QUESTIONS])
    library = Library(read_passages(paths, 100) if paths else pool_of(questions), BM25(), CL100K)
    began = time.process_time()
    questions = questions[:100] if name == "many" else questions
    for question in questions:
        library.ranking(question.text)
    ranked = time.process_time() - began
    return (
        f"{name:8} {len(library.texts):,} passages; read {read:.1f} s, {len(items)} items {made:.1f} s, "
        f"{memory:.0f} MB; "
        f"{len(questions):,} rankings with the index {ranked:.1f} s; {min(shown)} to {max(shown)} passages shown, "
        f"{100 * unrelated:.0f} % unrelated; {min(counted):,} to {max(counted):,} tokens"
    )


def main() -> None:
    """Print a line for each corpus."""
    length = sys.argv[1] if len(sys.argv) > 1 else "128k"
    if len(sys.argv) > 2:
        print(measure(sys.argv[2], length, Path(sys.argv[3])))
        return
    with TemporaryDirectory() as folder:
        write_many(Path(folder) / "many.jsonl")
        for name in CORPORA:
            subprocess.run([sys.executable, "-m", "bench.speed.helmet_rag", length, name, folder], check=True)


if __name__ == "__main__":
    main()
