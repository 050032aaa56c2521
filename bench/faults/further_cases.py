"""Further cases of `bench.faults`: faults that were found when all of the first ones had been mended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from bench.faults.cases import Case, prices
from bench.faults.runs import Here
from bench.speed.llm import JUDGE, SUMMARY

_BUDGET = ("--prices", "p.json", "--budget-usd", "0.3", "--retries", 1)
_CODE = "def answer(request):\n    return '- One claim. [1]'\n"
_JUDGE = """
from hayrick.types import Judgement


class Mine:
    name = signature = "mine"
    asks = False

    def judge(self, item, response, ask):
        return [Judgement(unit=one.id, rater="mine", label="full", value=1.0, link=1) for one in item.gold.insights]
"""


def _reply(usage: str = '{"prompt_tokens": 900, "completion_tokens": 90}', **message: str) -> str:
    """A chat completion as text, so that its counts can have any number of digits."""
    said = json.dumps({"role": "assistant", "content": SUMMARY, **message})
    choice = f'{{"index": 0, "finish_reason": "stop", "message": {said}}}'
    head = '"id": "1", "object": "chat.completion", "created": 0, "model": "w"'
    return f'{{{head}, "choices": [{choice}], "usage": {usage}}}'


def _no_refusal(here: Here) -> str:
    here.asking([{"do": "raw", "body": _reply(refusal="")}], judge="local")
    return here.seen()


def _half(here: Here) -> str:
    prices(here, 100.0)
    log = here.asking([{"do": "half"}], *_BUDGET, judge="local")
    return f"requests: {len(log)}; counted: {_counted(here)}"


def _digits(here: Here) -> str:
    prices(here, 100.0)
    usage = f'{{"prompt_tokens": 9{"0" * 400}, "completion_tokens": 90}}'
    log = here.asking([{"do": "raw", "body": _reply(usage)}], *_BUDGET, judge="local")
    return f"requests: {len(log)}; counted: {_counted(here)}"


def _counted(here: Here) -> str:
    path = here.home / "r" / "calls.jsonl"
    lines = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    return f"${max((one.get('paid') or 0 for one in lines), default=0):.2f}"


def _second(here: Here) -> str:
    refused = {"do": "status", "status": 401, "when": {"role": "other"}}
    systems = ("--system", "openai-api/bench/writer+full", "--system", "openai-api/bench/stranger+full")
    found = Counter(str(row["role"]) for row in here.asking([refused], *systems, subtopics=24))
    return f"{found['system']} system calls, {found['judge']} judge calls, {found['other']} refused"


def _second_judge(here: Here) -> str:
    refused = {"do": "status", "status": 401, "when": {"role": "other"}}
    log = here.asking([refused], judge=f"ensemble:{JUDGE}+openai-api/bench/stranger", subtopics=24)
    found = Counter(str(row["role"]) for row in log)
    return f"{found['system']} system calls, {found['judge']} calls of the first judge, {found['other']} refused"


def _long(here: Here) -> str:
    body = json.dumps({"reply": "- Harps were repaired. [1]\n" * 800_000})
    own = ("--system", "URL/v1/chat/completions", "--retries", 0, "--limit", 1)
    here.asking([{"do": "raw", "body": body}], *own, judge="local")
    return f"peak {here.last.peak:,.0f} MB; {here.seen()}"


def _module(here: Here) -> str:
    path = here.haystack()
    here.hayrick("run", path, "--system", "lead", "--judge", "local", "--limit", 1, "--out", "other")
    (here.home / "r").mkdir()
    code = here.home / "r" / "mine.py"
    code.write_text(_CODE)
    here.hayrick("run", path, "--system", "python:r/mine.py:answer", "--judge", "local", "--limit", 1, "--out", "r")
    here.hayrick("export", "other", "--format", "jsonl", "--out", code, "--overwrite")
    return f"the module is {'as it was' if code.read_text() == _CODE else 'written over'}"


def _judge(here: Here) -> str:
    path = here.haystack()
    (here.home / "mine.py").write_text(_JUDGE)
    here.hayrick("run", path, "--system", "lead", "--judge", "python:mine.py:Mine", "--limit", 1, "--out", "r")
    return here.seen()


LATER_CASES: Mapping[str, Case] = {
    'a reply with `"refusal": ""`': _no_refusal,
    "half of each reply, `--budget-usd 0.3`": _half,
    "a token count of 400 digits, `--budget-usd 0.3`": _digits,
    "a second system whose key is refused, 24 questions": _second,
    "a second judge of an ensemble whose key is refused, 24 questions": _second_judge,
    "an endpoint of one's own answers 22 MB": _long,
    "`export OTHER --overwrite` over the module of a run": _module,
    "a judge of one's own with a plain `def judge`": _judge,
}
"""What happens -> what shows how it ended."""
