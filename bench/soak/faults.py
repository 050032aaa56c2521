"""The trouble of a soak (`bench.soak`), drawn by seed: haystacks, what a server does, and the words of a command.

Two kinds of trouble. Lasting trouble depends on the prompt alone, so that a run left alone meets it, too, and results
can be compared. Passing trouble hits a share of the first attempts at a question, and leaves no trace in results.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.speed.llm import make_haystack
from hayrick.records.write_files import write_json

Rule = Mapping[str, object]

SERVICE = "openai-api/bench"
WRITERS, JUDGE = (f"{SERVICE}/writer", f"{SERVICE}/author"), f"{SERVICE}/judge"
CONTEXTS = ("full", "oracle", "bm25")
ATTEMPTS = 3
"""Attempts at a question that passing trouble can hit."""

SECONDS = 12
"""Deadline of an attempt; trouble that is slower than this is never waited for."""

OWN, _CHAT = "/own", "/chat/completions"
_SUMMARY = {"make": "summary", "bullets": 4, "document": "<<[0-9a-f]{8} (?:Article|Document|Conversation) (\\d+)>>"}
_VERDICT = {
    "make": "judge",
    "insight": "insight>>\\n()(.*)\\n",
    "bullet": "Bullet (\\d+): (.*)",
    "labels": {"none": "no", "partial": "partial", "full": "full"},
    "single": True,
    "full": 0.3,
    "partial": 0.15,
}
_CARELESS = ("bullet_words", "bullet_list", "bullet_unknown", "prose", "fence", "trailing_comma", "cut", "no_json")
_LASTING: Mapping[str, Rule] = {
    "refusal": {"do": "null_content", "refusal": "I would rather not."},
    "empty": {"do": "null_content"},
    "filtered": {"do": "content_filter"},
    "cut": {"do": "length"},
    "too long": {"do": "status", "status": 413, "message": "the request is too large"},
}
_GIANT = json.dumps({"choices": [{"message": {"content": "x" * 3_000_000}}]})
_PASSING: Mapping[str, Rule] = {
    **{f"status {code}": {"do": "status", "status": code, "retry_after": 0} for code in (408, 429, 500, 502, 503)},
    **{f"status {code}": {"do": "status", "status": code} for code in (400, 401, 403, 404)},
    "quota": {"do": "status", "status": 429, "code": "insufficient_quota"},
    "redirect": {"do": "status", "status": 307, "headers": {"Location": "/v1/chat/completions?again"}},
    "half": {"do": "half"},
    "drip": {"do": "drip", "seconds": 1.5},
    "endless drip": {"do": "drip", "seconds": SECONDS + 8},
    "hang": {"do": "hang", "seconds": 1.0},
    "long hang": {"do": "hang", "seconds": SECONDS + 8},
    "slow": {"do": "answer", "latency": 2.0},
    "drop": {"do": "drop"},
    "reset": {"do": "reset"},
    "closing": {"do": "close_after"},
    "no choices": {"do": "empty_choices"},
    "malformed": {"do": "malformed"},
    "no object": {"do": "raw", "body": "[1, 2"},
    "giant": {"do": "raw", "body": _GIANT},
    "another model": {"do": "wrong_ids"},
    "no usage": {"do": "no_usage"},
    "negative usage": {"do": "usage", "usage": {"prompt_tokens": -5_000_000}},
    "endless usage": {"do": "usage", "usage": {"completion_tokens": 10**30}},
    "broken usage": {"do": "usage", "usage": {"prompt_tokens": 1.5}},
}

_GIVING = frozenset({"answer", "drip", "close_after", "wrong_ids", "no_usage", "usage"})
_SLOW = ("endless drip", "long hang")
_ANYWHERE = ("status", "redirect", "drop", "reset", "hang", "long hang")
"""Beginnings of the names of trouble that an endpoint of the user's own can make, too."""

KEPT = frozenset(
    {"answer", "drip", "close_after", "wrong_ids", "no_usage", "null_content", "content_filter", "length", "raw"}
)
"""What a server does that gives a reply to be kept; `raw` only at an endpoint of the user's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What a round of a soak meets.

    Args:
        calm: script of the server for runs that are left alone.
        storm: script of the server for runs that are killed.
        names: the trouble drawn, for a reader.
    """

    calm: Mapping[str, object]
    storm: Mapping[str, object]
    names: Sequence[str]


def drawn_round(draw: random.Random, seeds: Sequence[int]) -> Round:
    """Trouble for the haystacks of some seeds; each question meets some of it."""
    lasting = [
        {**_LASTING[name], "when": {"path": _CHAT, **_some(draw, seeds, draw.choice(["judge", "system"]))}}
        for name in draw.sample(sorted(_LASTING), 3)
    ]
    names = draw.sample(sorted(_PASSING), 7)
    passing = [
        {**_PASSING[name], "when": {"rate": _rate(draw, name), "first": ATTEMPTS, "path": path}}
        for name in names
        for path in (_CHAT, OWN)
        if path == _CHAT or name.startswith(_ANYWHERE)
    ]
    # Lasting trouble comes before passing trouble that gives a reply, which would be another one than without it.
    barring, giving = ([one for one in passing if (one["do"] in _GIVING) is gives] for gives in (False, True))
    careless = {**_VERDICT, "careless": [draw.choice(_CARELESS)], "when": _some(draw, seeds, "judge")}
    huge = {"make": "fixed", "text": "- Harps. [1]\n" * 40_000, "when": _some(draw, seeds, "system")}
    shared = {
        "seed": draw.randrange(10**6),
        "roles": {"judge": r"\Ajudge", "system": r"\A(?!judge)"},
        "answers": [
            careless,
            {**_VERDICT, "when": {"role": "judge"}},
            *([huge] if draw.random() < 0.3 else []),
            _SUMMARY,
        ],
    }
    own = {"do": "raw", "body": json.dumps({"reply": "- Harps were repaired. [1]"}), "when": {"path": OWN}}
    latency = {"low": 0.0, "high": draw.choice([0.02, 0.2, 0.6])}
    return Round(
        calm={**shared, "rules": [own, *lasting]},
        storm={**shared, "rules": [*barring, own, *lasting, *giving], "latency": latency},
        names=names,
    )


def _rate(draw: random.Random, name: str) -> float:
    """Share of attempts; small where each costs a deadline."""
    return draw.uniform(0.002, 0.01) if name in _SLOW else draw.uniform(0.02, 0.1)


def _some(draw: random.Random, seeds: Sequence[int], role: str) -> Rule:
    """A condition that holds for a system's questions on one subtopic, or a judge's on insights of one."""
    subtopic = draw.randrange(6)
    if role == "system":
        return {"role": role, "contains": f"the orchestra {subtopic}?"}
    return {"role": role, "matches": f"insight>>\\n.*orchestra {draw.choice(seeds)}-{subtopic}\\."}


def drawn_haystack(draw: random.Random, path: Path, seed: int) -> None:
    """Write a haystack whose prompts no other seed has; its documents state its insights."""
    make_haystack(path, draw.randint(6, 12), draw.randint(3, 7), 8, draw.choice([30, 300]), seed)
    value = json.loads(path.read_text(encoding="utf-8"))
    texts = {one["id"]: one["text"] for subtopic in value["subtopics"] for one in subtopic["insights"]}
    for insight, documents in value["held_by"].items():
        for document in value["documents"]:
            if document["id"] in documents:
                document["text"] = f"{texts[insight]} {document['text']}"
    write_json(path, value)


def drawn_systems(draw: random.Random, base_url: str) -> list[str]:
    """Names of systems: one or two models, and in some rounds an endpoint."""
    pairs = [f"{writer}+{context}" for writer in WRITERS for context in CONTEXTS]
    own = [f"{base_url.removesuffix('/v1')}{OWN}"] if draw.random() < 0.3 else []
    return [*draw.sample(pairs, draw.randint(1, 2)), *own]


def drawn_options(draw: random.Random) -> list[object]:
    """Options that change no result, but for `--jobs`."""
    return ["--retries", draw.choice([0, 1, 3]), "--seconds", SECONDS]
