"""Cases of `bench.faults`: a command that once lost data, money or time, and what came of it."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from bench.faults.runs import SECONDS, Here
from bench.soak.faults import SERVICE
from bench.speed.llm import WRITER, loopback, make_haystack

Case = Callable[[Here], str]


def _stored(path: Path) -> int:
    try:
        return sum(len(one["summaries"]) for one in json.loads(path.read_text())["subtopics"])
    except (ValueError, LookupError, OSError):
        return 0


def _export_over_input(here: Here) -> str:
    path = here.haystack()
    # The export names its file after the topic.
    path = path.rename(here.home / f"{json.loads(path.read_text())['topic_id']}.json")
    before = _stored(path)
    here.hayrick("run", path, "--system", "extractive", "--judge", "local", "--out", "r")
    here.hayrick("export", "r", "--format", "summhay", "--out", ".")
    return f"summaries stored in the input {before} -> {_stored(path)}"


def _rows_over_input(here: Here) -> str:
    path = here.haystack()
    here.hayrick("run", path, "--system", "lead", "--judge", "local", "--out", "r")
    before = _stored(path)
    here.hayrick("export", "r", "--format", "jsonl", "--out", path)
    return f"summaries stored in the input {before} -> {_stored(path)}"


def _scores_over_input(here: Here) -> str:
    path = here.haystack()
    before = path.read_bytes()
    here.hayrick("retrieve", path, "--retriever", "bm25", "--store", "--out", ".")
    return f"input {'as it was' if path.read_bytes() == before else 'written over'}"


def _negative_usage(here: Here) -> str:
    prices(here)
    rules = [{"do": "usage", "usage": {"prompt_tokens": -5_000_000}}]
    log = here.asking(rules, "--prices", "p.json", "--budget-usd", "0.5")
    return f"{len(log)} calls, ${spent(here)}"


def _lines(path: Path) -> list[dict[str, object]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]


def prices(here: Here, dollars: float = 10.0) -> None:
    """Write p.json: what a million tokens of the server's models cost."""
    price = {"in": dollars, "out": dollars, "window": 100_000}
    prices = {"schema": 1, "date": "2026-01-01", "models": {f"{SERVICE}/*": price}}
    (here.home / "p.json").write_text(json.dumps(prices))


def _one_key(here: Here) -> str:
    path = here.haystack()
    first = json.loads(path.read_text())["subtopics"][0]["subtopic_id"]
    names = (("c", "a_b"), ("b_c", "a"))
    rows = [{"subtopic": first, "system": a, "context": b, "summary": "- A claim. [3]"} for a, b in names]
    (here.home / "mine.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    here.hayrick("run", path, "--system", "file:mine.jsonl", "--judge", "local", "--out", "r")
    here.hayrick("export", "r", "--format", "summhay", "--out", "s")
    found = [one for path in (here.home / "s").rglob("*.json") for one in json.loads(path.read_text())["subtopics"]]
    return f"of 18 summaries {sum(key.endswith('a_b_c') for one in found for key in one['summaries'])} exported"


def _dripping(here: Here) -> str:
    own = ("--system", "URL/v1/chat/completions", "--seconds", 3, "--retries", 0, "--limit", 1)
    here.asking([{"do": "drip", "seconds": 30}], *own, judge="local")
    return f"{here.last.seconds:.0f} s with --seconds 3"


def _chat(text: str) -> str:
    message = {"role": "assistant", "content": text}
    choices = [{"index": 0, "finish_reason": "stop", "message": message}]
    return json.dumps({"id": "1", "object": "chat.completion", "created": 0, "model": "writer", "choices": choices})


def _giant(here: Here) -> str:
    reply = _chat("- Harps were repaired. [1]\n" * 1_800_000)
    here.asking([{"do": "raw", "body": reply}], "--retries", 0, "--limit", 1, judge="local")
    return f"peak {here.last.peak:,.0f} MB; {here.seen()}"


def _bomb(here: Here) -> str:
    here.asking([{"do": "bomb", "megabytes": 300}], "--retries", 0, "--limit", 1, judge="local")
    return f"peak {here.last.peak:,.0f} MB; {here.seen()}"


def _reranker(here: Here) -> str:
    path = here.haystack()
    with loopback({"rules": [{"do": "drip", "seconds": 2 * SECONDS}]}) as server:
        words = ["retrieve", path, "--retriever", f"rerank:{server.url.removesuffix('/v1')}/v1/rerank"]
        here.hayrick(*words, "--seconds", 3, "--retries", 0)
        if "No such option" in here.last.said:
            here.hayrick(*words)
    return f"{here.last.seconds:.0f} s"


def _zero(here: Here) -> str:
    here.hayrick("describe", "/dev/zero")
    return f"{here.last.seconds:.0f} s"


def _full(here: Here) -> str:
    path = here.haystack()
    here.hayrick("run", path, "--system", "lead", "--judge", "local", "--out", "r")
    # A link, since code that puts a new file in the place of the old one would replace the device.
    (here.home / "full").symlink_to("/dev/full")
    here.hayrick("export", "r", "--format", "jsonl", "--out", "full")
    return f"{here.last.seconds:.0f} s"


def _fifo(here: Here) -> str:
    os.mkfifo(here.home / "f.json")
    here.hayrick("describe", "f.json")
    return f"{here.last.seconds:.0f} s"


def _substitution(here: Here) -> str:
    path = here.haystack()
    (here.home / "h.json.gz").write_bytes(gzip.compress(path.read_bytes()))
    here.shell("hayrick run <(zcat h.json.gz) --system lead --judge local --out r | cat")
    return f"{len(_lines(here.home / 'r' / 'summaries.jsonl'))} summaries"


def _head(here: Here) -> str:
    here.haystack()
    here.shell("hayrick run h.json --system lead --judge local --out r | head -c 1")
    return f"{len(here.last.printed)} byte read"


def _refusal(here: Here) -> str:
    refused = {"do": "null_content", "refusal": "I would rather not.", "when": {"role": "system"}}
    here.asking([refused], "--retries", 0)
    return here.seen()


def _damaged(here: Here) -> str:
    def damage() -> None:
        path = here.home / "r" / "calls.jsonl"
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join([*lines[:2], lines[2][:40] + "\n", *lines[3:]]))

    log = here.asking([], between=damage)
    n_again = sum(int(str(row["attempt"])) > 1 for row in log)
    return f"of {len(log) - n_again} calls {n_again} asked again"


def _helper(here: Here) -> str:
    here.haystack()
    (here.home / "helper.py").write_text("TEXT = '- One claim. [1]'\n")
    (here.home / "mine.py").write_text("import helper\n\ndef answer(request):\n    return helper.TEXT\n")
    words = ("run", "h.json", "--system", "python:mine:answer", "--judge", "local", "--limit", 1, "--out", "r")
    here.hayrick(*words)
    (here.home / "helper.py").write_text("TEXT = '- Another claim. [2]'\n")
    here.hayrick(*words)
    text = (here.home / "r" / "summaries.jsonl").read_text() if (here.home / "r" / "summaries.jsonl").exists() else ""
    return f"the answer is {'the new one' if 'Another' in text else 'the old one'}"


def _fresh(here: Here) -> str:
    # The second time the server says something else, as a model behind an address can.
    other = {"do": "raw", "body": _chat("- Other harps. [1]"), "when": {"from": 4}}
    log = here.asking([other], "--fresh", judge="local", between=lambda: None)
    answers = [str(row["reply"]) for row in _lines(here.home / "r" / "summaries.jsonl")]
    new = sum("Other harps" in text for text in answers)
    return f"{len(log)} calls of 3 questions, given twice; {new} new answers"


def _who(here: Here) -> str:
    here.asking([{"do": "wrong_ids"}])
    named = {str(line.get("answered_by")) for line in _lines(here.home / "r" / "calls.jsonl")} - {"None"}
    return f"{len(named)} model name{'s' * (len(named) != 1)} kept"


def _refused(here: Here) -> str:
    log = here.asking([{"do": "status", "status": 401, "when": {"role": "judge"}}], subtopics=30)
    found = Counter(str(row["role"]) for row in log)
    return f"{found['system']} system calls, {found['judge']} judge calls"


def _circle(here: Here) -> str:
    moved = {"do": "status", "status": 307, "headers": {"Location": "/v1/chat/completions?again"}}
    return f"{len(here.asking([moved], '--retries', 1))} requests"


def _once_more(here: Here) -> str:
    log = here.asking([{"do": "status", "status": 500}], "--retries", 1, "--limit", 1, judge="local")
    return f"{len(log)} requests for one question with --retries 1"


def _terminated(here: Here) -> str:
    path = here.home / "m.json"
    make_haystack(path, 3, 3, 6, 40, 0)
    with loopback({"rules": [{"do": "hang", "seconds": 60}]}) as server:
        here.environment |= {"BENCH_API_KEY": "unused", "BENCH_BASE_URL": server.url}
        here.hayrick("run", path, "--system", f"{WRITER}+full", "--judge", "local", "--out", "r", after=8)
    return f"ended {here.last.seconds - 8:.0f} s after SIGTERM"


def _echoed(here: Here) -> str:
    encoded = "dXNlcjpzZWNyZXRzZWNyZXQ"
    rules = [{"do": "status", "status": 500, "message": f"Authorization: Basic {encoded}="}]
    here.asking(rules, "--retries", 0, "--limit", 1, judge="local", user="user:secretsecret@")
    kept = "".join(one.read_text(errors="replace") for one in here.home.rglob("*") if one.is_file())
    return f"password {'shown' if encoded in kept or 'secretsecret' in kept else 'nowhere'}"


def _repriced(here: Here) -> str:
    told = []

    def dearer() -> None:
        told.append(spent(here))
        prices(here, 20.0)

    prices(here)
    here.asking([], "--prices", "p.json", between=dearer)
    return f"dollars {told[0]} -> {spent(here)} at twice the price"


def spent(here: Here) -> str:
    """Dollars that the last command printed."""
    found = re.findall(r"\$(-?[\d,.]+\d)", here.last.printed)
    return found[-1] if found else "-"


CASES: Mapping[str, Case] = {
    "`export --format summhay --out .` beside the input": _export_over_input,
    "`export --format jsonl --out HAYSTACK`": _rows_over_input,
    "`retrieve --store --out` into the input's folder": _scores_over_input,
    "a provider counts negative tokens, `--budget-usd`": _negative_usage,
    "systems (c, a_b) and (b_c, a) exported to SummHay": _one_key,
    "an endpoint drips bytes for half a minute": _dripping,
    "a reranker drips bytes for more than a minute, `--seconds 3` where it is known": _reranker,
    "a reply of 49 MB": _giant,
    "a packed reply that unpacks to 300 MB": _bomb,
    "`describe /dev/zero`": _zero,
    "`export --out` to a link to `/dev/full`": _full,
    "a pipe to which nobody writes": _fifo,
    "`run <(zcat h.json.gz)`": _substitution,
    "`run ... | head -c 1`": _head,
    "replies that refuse, without content": _refusal,
    "a damaged line of the journal": _damaged,
    "a module that a `python:` system imports is changed": _helper,
    "another answer from the same address, `--fresh`": _fresh,
    "the provider names other models than asked for": _who,
    "a judge whose key is refused, 30 questions": _refused,
    "a server that redirects in a circle": _circle,
    "a server that fails, `--retries 1`": _once_more,
    "SIGTERM while replies are awaited": _terminated,
    "a server repeats credentials": _echoed,
    "prices change after a run": _repriced,
}
"""What happens -> what shows how it ended."""
