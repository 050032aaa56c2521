"""What judges of summaries ask and cost with the whole source and with extracts, as planned and as sent.

Runs `hayrick meta` on the 40 scored PubMed summaries (LongEval) with two judges that ask a model, `faithfulness:MODEL`
and `support:MODEL`, against the scripted server of tests/loopback, in each context. The server's answers are scripted
and its ratings mean nothing: calls, tokens and dollars are what is measured. Prints a row for each judge and context:

calls: planned, and sent. Prompts that arrived are compared with the planned ones by their digests; the benchmark stops
    where they differ. Equal ones (a sentence of two summaries of one source) are planned and sent once.
tokens in: of the planned prompts, cl100k, a summary.
USD: a summary, at $0.03 for 1,000 tokens in and nothing for replies, as the paper counts; as planned, and as the run
    says. The server gives no counts, so that the run takes ours, with 8 tokens a message and a call, and 5 %.

Usage: python -m bench.judge.context
Data: HAYRICK_SHARED (default: `../shared` beside the checkout).
"""

from __future__ import annotations

import importlib
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from bench.places import DATA, needed
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.validating.meta import MetaRequest, corpus_of, meta, plan_meta
from hayrick.harness.validating.meta_contexts import context_of
from hayrick.harness.validating.metrics import counted, ready_metrics
from hayrick.records.write_files import write_json
from hayrick.types import Prompt

loopback: Callable[..., AbstractContextManager[Any]] = importlib.import_module("tests.loopback").loopback
digest: Callable[[str, object], str] = importlib.import_module("tests.loopback.rules").digest

MODEL = "openai-api/bench/judge"
JUDGES = (f"faithfulness:{MODEL}", f"support:{MODEL}")
CONTEXTS = ("", *(f"extract:rouge1+2@{budget}" for budget in (2048, 1024, 512)))
USD_A_MILLION = 30
PATH = "/v1/chat/completions"
SCRIPT = {
    "answers": [{"make": "fixed", "text": '{"supported": "yes"} Rating: 5'}],
    "rules": [{"do": "no_usage"}],
}


def sent(prompt: Prompt) -> list[dict[str, str]]:
    """The messages of a request."""
    return [{"role": one.role, "content": one.text} for one in prompt.messages]


def prompts(request: MetaRequest) -> Counter[str]:
    """Digests of the prompts that a run would send, as the server takes them."""
    scores = corpus_of(request)
    context = context_of(request.context, scores)
    return Counter(
        digest(PATH, {"model": MODEL.rpartition("/")[2], "messages": sent(asked.question.prompt)})
        for one in ready_metrics(request.metrics, scores, request.models).values()
        for asking in counted(one, scores, context)
        for asked in asking
    )


def row(judge: str, context: str, folder: Path, log: Callable[[], list[dict[str, Any]]]) -> str:
    """Plan and run one judge in one context."""
    models = ModelOptions(prices=folder / "prices.json", judge_tokens=8)
    request = MetaRequest(
        path=needed(DATA / "longeval_pubmed"), metrics=(judge,), context=context or None, models=models
    )
    (planned,) = plan_meta(request)
    found = meta(request, folder / f"{judge}{context}".replace("/", "_"))
    arrived = Counter(one["digest"] for one in log())
    if arrived != Counter(set(prompts(request))):
        raise SystemExit(f"{judge} {context}: the prompts that arrived are not those that were planned")
    n = len(found.scores.summaries)
    spent = found.rows[0]["usd"]
    name = judge.partition(":")[0]
    return (
        f"{name:13} {context or 'full':24} {planned.calls:6} {arrived.total():6} {planned.tokens_in / n:9,.0f} "
        f"{(planned.usd or 0) / n:9.4f} {spent:9.4f}\n"
    )


def main() -> None:
    """Print all rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        price = {"in": USD_A_MILLION, "out": 0}
        write_json(folder / "prices.json", {"schema": 1, "date": "none", "models": {"openai-api/bench/*": price}})
        os.environ |= {"BENCH_API_KEY": "unused", "NO_PROXY": "*", "XDG_DATA_HOME": name, "XDG_CACHE_HOME": name}
        sys.stdout.write("judge         context                  planned   sent tokens in   planned       run\n")
        for judge in JUDGES:
            for context in CONTEXTS:
                with loopback(SCRIPT) as server:
                    os.environ["BENCH_BASE_URL"] = server.url
                    sys.stdout.write(row(judge, context, folder, server.log))


if __name__ == "__main__":
    main()
