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
_SUMMARIES = {
    "s1": "- The contract caps the cost at 212 million pounds. [1, 4]\n- Tide bonds pay 4.25 per cent. [2][9]",
    "s2": "The engineers found:\n\n1. Divers mapped the old wall in spring [3-5].\n2. It is built in sections [77].",
    "s3": "* Fishing boats lose their grounds, and are paid for it (no source)\n* Seals are counted every month [6, x]",
    "s4": "",
    "s5": "- Every household in Pellwick pays a tide levy of 31 pounds a year until 2039 [8; 12]",
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


def _long(low: int, high: int, what: str = "insights?") -> dict[str, str]:
    """A question of the judge whose (first) insight has so many characters."""
    return {"role": "judge", "matches": rf"<<[0-9a-f]{{8}} {what}>>\n(?:Insight 1: )?[^\n]{{{low},{high}}}\n"}


_WAYS = (
    ("prose",),
    ("fence", "bullet_words"),
    ("no_json",),
    ("bullet_list", "upper"),
    ("bullet_unknown",),
    ("trailing_comma", "bullet_text"),
    ("cut",),
    ("bullet_zero_based",),
    ("single_quotes",),
)
_SPOILED = [
    {**verdict, "when": _long(85 + 5 * n, 89 + 5 * n, what), "careless": list(ways)}
    for n, ways in enumerate(_WAYS)
    for verdict, what in ((_ONE, "insight"), (_ALL, "insights"))
]
TROUBLES: Mapping[str, Any] = {
    "answers": [
        *_SPOILED,
        _ALL,
        _ONE,
        {
            **_SUMMARY,
            "when": {"contains": "How do the works change tourism"},
            "before": ["Here is a summary:", "## Tourism"],
            "line": "* {text} [{number}, 3] [412]",
        },
        _SUMMARY,
    ],
    "rules": [
        {"do": "status", "status": 429, "when": {"contains": "How is the tidal power station paid for", "first": 1}},
        {"do": "content_filter", "when": {"contains": "How is the tidal power station being built"}},
        {"do": "null_content", "when": {"contains": "What does the tidal power station mean for fishing"}},
        {"do": "length", "share": 0.4, "when": {"contains": "How much electricity will the station yield"}},
        {"do": "malformed", "when": {"contains": "What work, pay and training"}},
        {"do": "half", "when": {"contains": "How does the project protect Pellwick", "first": 1}},
        {"do": "status", "status": 400, "when": {"contains": "Which permits does the tidal power station have"}},
        {"do": "content_filter", "when": _long(130, 134)},
        {"do": "drop", "when": {**_long(135, 139), "first": 1}},
    ],
}
"""A provider that fails by the query, and a judge that is careless by the length of the insight."""

CARELESS: Mapping[str, Any] = {
    "answers": [{"make": "careless", "faults": {"forget": [1], "leak": [2], "number": [3]}, "later": True}],
}
"""An author of haystacks that plants faults, and a checker."""
