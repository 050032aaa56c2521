"""What the oracle's cases are given: summaries, a system, a scenario, and what the scripted server says.

Replies depend on the prompt alone, never on the order or the number of calls, so that a run gives the same rows however
it is organised.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

_SYSTEM = '''
"""A system of one's own: the sentences that share most long words with the query."""

import re


def answer(request):
    wanted = set(re.findall(r"[a-z]{5,}", request["query"].lower()))
    found = [
        (-len(wanted & set(re.findall(r"[a-z]{5,}", sentence.lower()))), one["number"], sentence.strip())
        for one in request["documents"]
        for sentence in re.split(r"(?<=[.!?])\\s+", one["text"])
    ]
    lines = [f"- {text} [{number}]" for _, number, text in sorted(found)[: request["n_bullets"] or 5]]
    return {"summary": "\\n".join(["Here is what I found:", *lines])}
'''
_THINGS = ("bells", "harps", "drums", "flutes", "organs", "kites", "lamps", "clocks", "boats")
_KINDS = (
    "Workshop {place} repaired {n} {thing} for the orchestra in spring.",
    "The town council pays {n} crowns a year for the {thing}, half of it from the levy that was voted in March.",
    "Visitors to the museum of {thing} rose to {n} on one weekend of October, more than the old hall can hold.",
    "A fire destroyed {n} {thing} in the depot behind the station.",
    "Children of {n} schools may borrow {thing} for a week, if a teacher signs for them at the Millbrook library.",
)
_DOCUMENTS = 18
_SUMMARIES = {
    "s1": "- Workshop 10 repaired 30 bells in spring. [1, 4]\n- The town pays for the bells from a levy [2][9]",
    "s2": "I found:\n\n1. The town council pays 237 crowns a year for the harps [3-5].\n2. A fire burned harps [77].",
    "s3": "* Visitors rose to 344 on one weekend of October (no source)\n* A fire destroyed 451 drums [6, x]",
    "s4": "",
    "s5": "- Children of 558 schools may borrow organs for a week [8; 12]",
}


def _haystack() -> dict[str, object]:
    """Documents each of which begins with another insight, which is all that the scripted writer reads of them."""
    facts = {
        f"s{1 + s}i{1 + k}": kind.format(place=10 + s, n=30 + 107 * (s + k), thing=thing)
        for s, thing in enumerate(_THINGS)
        for k, kind in enumerate(_KINDS)
    }
    texts: list[list[str]] = [[] for _ in range(_DOCUMENTS)]
    held: dict[str, list[str]] = {}
    for order, (id, fact) in enumerate(facts.items()):
        places = sorted({(7 * order + step * step) % _DOCUMENTS for step in range(1, 3 + order % 3)})
        held[id] = [f"d{place:02}" for place in places]
        for place in places:
            texts[place].insert(order % (len(texts[place]) + 1), fact)
    return {
        "schema": 1,
        "topic": "Millbrook",
        "domain": "news",
        "documents": [
            {"id": f"d{place:02}", "title": f"Report {place}", "text": " ".join([*parts, "It rained. " * 30])}
            for place, parts in enumerate(texts)
        ],
        "subtopics": [
            {
                "id": f"s{1 + s}",
                "title": thing,
                "query": f"What happened to the {thing} of Millbrook?",
                "insights": [
                    {"id": f"s{1 + s}i{1 + k}", "text": facts[f"s{1 + s}i{1 + k}"]} for k in range(len(_KINDS))
                ],
            }
            for s, thing in enumerate(_THINGS)
        ],
        "held_by": held,
    }


_SCENARIO = """\
schema: 1
topic: The town of Quill
documents: 8
words: 400
insights_per_document: [3, 4]
minimum_documents: 1
wanted_subtopics: 4
wanted_insights: 4
seed: 5
"""
GIVEN: Mapping[str, str] = {
    "mine.py": _SYSTEM,
    "mine.jsonl": "".join(f"{json.dumps({'subtopic': id, 'summary': text})}\n" for id, text in _SUMMARIES.items()),
    "quill.yaml": _SCENARIO,
    "harps.json": json.dumps(_haystack()),
}
"""File in the folder `given` of every case -> its text."""

_SUMMARY = {
    "make": "summary",
    "bullets": 9,
    "document": r"<<[0-9a-f]{8} (?:Article|Document|Conversation) (\d+)>>",
    "query": r"query>>\n(.*)\n",
}
# The last material of a prompt is what is judged; before it stands a worked example with the same words.
_LAST_BULLETS = r"^Bullet (\d+): (.*)$(?![\s\S]*<<[0-9a-f]{8} bullets>>\n)"
_LAST_INSIGHTS = r"^Insight (\d+): (.*)$(?![\s\S]*<<[0-9a-f]{8} insights>>\n)"
_VERDICT = {
    "make": "judge",
    "bullet": _LAST_BULLETS,
    "labels": {"none": "no", "partial": "partial", "full": "full"},
    "full": 0.35,
    "partial": 0.2,
}
_ONE = {**_VERDICT, "when": {"role": "judge"}, "insight": r"insight>>\n()(.*)\n", "single": True}
_ALL = {
    **_VERDICT,
    "when": {"role": "judge", "matches": r"<<[0-9a-f]{8} insights>>"},
    "insight": _LAST_INSIGHTS,
    "under": "answers",
}
ANSWERS: Mapping[str, Any] = {"answers": [_ALL, _ONE, _SUMMARY]}
"""A writer and a judge that behave."""

_WAYS: tuple[tuple[str, ...], ...] = (
    (),
    ("prose",),
    ("no_json",),
    ("fence", "bullet_words"),
    ("bullet_list", "upper"),
    ("trailing_comma", "bullet_text"),
    ("bullet_unknown",),
    ("cut",),
    ("bullet_zero_based",),
    ("twice",),
    ("single_quotes",),
)


def _about(thing: str, kind: int, material: str) -> dict[str, str]:
    """A question of the judge whose (first) insight is this one."""
    start = _KINDS[kind].split()[0]
    return {"role": "judge", "matches": rf"<<[0-9a-f]{{8}} {material}>>\n(?:Insight 1: )?{start} [^\n]*{thing}"}


_SPOILED = [
    {**verdict, "when": _about(thing, kind, material), "careless": list(_WAYS[(2 * s + 5 * kind) % len(_WAYS)])}
    for s, thing in enumerate(_THINGS)
    for kind in range(len(_KINDS))
    for verdict, material in ((_ONE, "insight"), (_ALL, "insights"))
]


def _asked(number: int) -> str:
    """The query about one of the things."""
    return f"What happened to the {_THINGS[number - 1]} of Millbrook?"


TROUBLES: Mapping[str, Any] = {
    "answers": [
        *_SPOILED,
        {
            **_SUMMARY,
            "when": {"contains": _asked(8)},
            "before": ["Here is a summary:", "## Clocks"],
            "line": "* {text} [{number}, 3] [412]",
        },
        {**_SUMMARY, "when": {"contains": _asked(9)}, "cite": "wrong"},
        _SUMMARY,
    ],
    "rules": [
        {"do": "status", "status": 429, "when": {"contains": _asked(1), "first": 1}},
        {"do": "content_filter", "when": {"contains": _asked(2)}},
        {"do": "null_content", "when": {"contains": _asked(3)}},
        {"do": "length", "share": 0.4, "when": {"contains": _asked(4)}},
        {"do": "malformed", "when": {"contains": _asked(5)}},
        {"do": "half", "when": {"contains": _asked(6), "first": 1}},
        {"do": "status", "status": 400, "when": {"contains": _asked(7)}},
        {"do": "content_filter", "when": _about("bells", 3, "insight")},
        {"do": "status", "status": 400, "when": _about("lamps", 0, "insights")},
        {"do": "drop", "when": {**_about("kites", 1, "insight"), "first": 1}},
    ],
}
"""A provider that fails by the query, and a judge that is careless by the insight."""

CARELESS: Mapping[str, Any] = {
    "answers": [{"make": "careless", "faults": {"forget": [1], "leak": [2], "number": [3]}, "later": True}],
}
"""An author of haystacks that plants faults, and a checker."""
