"""Measure whether the local judge notices edits that make a covering text wrong, and leaves right ones alone.

Insights are edited within the list of their siblings; of recorded summaries the bullet is edited that the recorded
language model calls full coverage and the local judge too. Numbers, dates, names and opposites are changed only where
bullet and insight share them. The judge is right where the label is not "full". The guards were shaped on
`topic_news1` and `topic_news2`; `topic_news4` had no part in it. Edits and guards have one author: expect less on other
wordings. Intervals are Wilson's, 95 %, and take cases as independent, which those of one insight are not.

Usage: python -m bench.judge.edits
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from bench.judge.fit import bullets_of
from bench.places import HAYSTACKS, SUMMHAY, needed
from hayrick.judges.coverage.local import cover
from hayrick.judges.coverage.words.surface import without_citations
from hayrick.numerals import MONTHS, WEEKDAYS, listed
from hayrick.quantities.texts import quantities
from hayrick.quantities.values import DATES, Quantity, restates

PER_CELL = 400
STRANGERS = listed(
    "Harlan_Voss Meridian_Lakes Tarvik Ostrava_Group Delphine_Okoro Quillon Ravensmoor Bexley_Holdings Ingrid_Solheim"
)
NAME = re.compile(r"(?<![.!?:\"“] )(?<!^)\b[A-Z][\w&'’-]+(?: [A-Z][\w&'’-]+)*")
VERB = re.compile(r"\b(is|are|was|were|has|have|had|can|could|will|would|should|may|might|must|does|did)\b(?! not|n't)")
PLAIN_VERB = re.compile(r"\b([a-z]{3,}(?:ed|es))\b")
FUNCTION = frozenset(
    listed(
        "a an the of to in on at by for with from as and or but is are was were be been has have had its their his her "
        "it that this which who will would can could into over than"
    )
)

CONTRARY = dict(
    pair.split("/")
    for pair in listed(
        "increase/decrease increased/decreased increasing/decreasing higher/lower lower/higher more/less less/more "
        "rise/fall growth/decline decline/growth drop/rise strong/weak improved/worsened improving/worsening "
        "first/last early/late before/after after/before positive/negative success/failure gain/loss loss/gain "
        "expand/shrink reduce/raise reduced/raised boost/hamper boosting/hampering support/oppose allow/forbid"
    )
)

Edit = Callable[[str, str, random.Random], str | None]


class Case(NamedTuple):
    """An insight with its siblings and a text that covers it."""

    insights: list[str]
    target: int
    bullets: list[str]
    edited: int


def shared(text: str, insight: str, dates: bool) -> list[Quantity]:
    known = quantities(insight)
    found = [q for q in quantities(text) if (q.kind in DATES) == dates and q.kind != "ordinal"]
    return [q for q in found if any(restates(q, k) for k in known)]


def other_number(q: Quantity, written: str, rng: random.Random) -> str:
    decimals = len(written.partition(".")[2]) if "." in written else 0
    value = round(q.number * rng.choice([0.4, 0.6, 1.3, 1.7, 2.5]), decimals)
    if value == q.number:
        value += 3
    return f"{value:,.{decimals}f}" if "," in written else f"{value:.{decimals}f}"


def number(text: str, insight: str, rng: random.Random) -> str | None:
    """Every occurrence of one shared number becomes another one, in digits."""
    found = shared(text, insight, dates=False)
    if not found:
        return None
    q = rng.choice(found)
    written = re.search(r"\d[\d,]*(?:\.\d+)?", text[q.start : q.end])
    if written:
        return re.sub(rf"(?<![\d.,]){re.escape(written[0])}(?![\d]|[.,]\d)", other_number(q, written[0], rng), text)
    words = text[q.start : q.end].split()
    return (
        text[: q.start] + " ".join([other_number(q, "", rng), *words[1:]]) + text[q.end :] if q.magnitude == 1 else None
    )


def date(text: str, insight: str, rng: random.Random) -> str | None:
    """One shared year, month, weekday or day becomes another one."""
    found = [q for q in shared(text, insight, dates=True) if q.kind != "quarter"]
    if not found:
        return None
    q = rng.choice(found)
    names = list(MONTHS)[:12] if q.kind == "month" else list(WEEKDAYS) if q.kind == "weekday" else None
    if names:
        new = rng.choice([name for name in names if name != names[int(q.value) - 1]])
    else:
        step = rng.choice([-2, -1, 1, 2])
        new = re.sub(r"\d+", lambda m: str(max(1, int(m[0]) + step)), text[q.start : q.end])
    return text[: q.start] + new + text[q.end :]


def entity(text: str, insight: str, rng: random.Random) -> str | None:
    """A shared name becomes a stranger's, everywhere."""
    names = [m[0] for m in NAME.finditer(text) if m[0] in insight and m[0] not in MONTHS | WEEKDAYS and len(m[0]) > 3]
    return text.replace(rng.choice(names), rng.choice(STRANGERS).replace("_", " ")) if names else None


def negated(text: str, insight: str, rng: random.Random) -> str | None:
    """The first auxiliary, else the first finite-looking verb, is negated."""
    if VERB.search(text):
        return VERB.sub(r"\1 not", text, count=1)
    return PLAIN_VERB.sub(r"did not \1", text, count=1) if PLAIN_VERB.search(text) else None


def never(text: str, insight: str, rng: random.Random) -> str | None:
    return VERB.sub(r"\1 never", text, count=1) if VERB.search(text) else None


def failed(text: str, insight: str, rng: random.Random) -> str | None:
    return re.sub(r"\b(will|can|could|would|to) (?!not\b)([a-z]{3,})", r"\1 refuse to \2", text, count=1)


def denied(text: str, insight: str, rng: random.Random) -> str | None:
    opening = rng.choice(
        ["It is untrue that", "It is not the case that", "There is no sign that", "It was denied that"]
    )
    return opening + " " + re.sub(r"^[-*• \d.]+", "", text)


def keywords(text: str, insight: str, rng: random.Random) -> str | None:
    """Content words alone, in their order."""
    return " ".join(w for w in text.split() if w.lower().strip(",.;") not in FUNCTION)


def shuffled_keywords(text: str, insight: str, rng: random.Random) -> str | None:
    words = (keywords(text, insight, rng) or "").split()
    rng.shuffle(words)
    return ", ".join(word.strip(",.;") for word in words)


def shuffled(text: str, insight: str, rng: random.Random) -> str | None:
    """All words in random order."""
    words = text.split()
    rng.shuffle(words)
    return " ".join(words)


def exchanged(text: str, insight: str, rng: random.Random) -> str | None:
    """Two numbers of one kind change places."""
    found = [q for q in quantities(text) if q.kind not in {"ordinal", "model"} and text[q.end - 1].isdecimal()]
    pairs = [(a, b) for a in found for b in found if a.end <= b.start and a.kind == b.kind and not restates(b, a)]
    if not pairs:
        return None
    a, b = rng.choice(pairs)
    first, second = text[a.start : a.end], text[b.start : b.end]
    return text[: a.start] + second + text[a.end : b.start] + first + text[b.end :]


def opposite(text: str, insight: str, rng: random.Random) -> str | None:
    """One word that the insight has too becomes its opposite, from a list of its own."""
    found = [word for word in CONTRARY if re.search(rf"\b{word}\b", text) and re.search(rf"\b{word}\b", insight)]
    return re.sub(rf"\b{(word := rng.choice(found))}\b", CONTRARY[word], text) if found else None


def halved(text: str, insight: str, rng: random.Random) -> str | None:
    """The second half of the words is cut off."""
    words = text.split()
    return " ".join(words[: len(words) // 2])


EDITS: dict[str, Edit] = {
    "number": number,
    "date": date,
    "entity": entity,
    "negation": negated,
    "negation, never": never,
    "negation, denied": denied,
    "negation, refuse to": failed,
    "opposite": opposite,
    "numbers exchanged": exchanged,
    "keywords": keywords,
    "keywords shuffled": shuffled_keywords,
    "words shuffled": shuffled,
    "half cut off": halved,
}


def insight_cases(haystack: dict[str, list[dict[str, list[dict[str, str]]]]]) -> list[Case]:
    cases = []
    for subtopic in haystack["subtopics"]:
        texts = [insight["insight"] for insight in subtopic["insights"]]
        cases += [Case(texts, i, texts, i) for i in range(len(texts))]
    return cases


def bullet_cases(haystack: dict[str, list[dict[str, object]]]) -> list[Case]:
    """Recorded bullets that the recorded model calls full coverage, each alone."""
    cases = []
    for subtopic in json.loads(json.dumps(haystack["subtopics"])):
        texts = [insight["insight"] for insight in subtopic["insights"]]
        ids = [insight["insight_id"] for insight in subtopic["insights"]]
        for system, summary in subtopic["summaries"].items():
            bullets = bullets_of(summary)
            for label in subtopic["eval_summaries"][system]:
                bullet = label["bullet_id"]
                if label["coverage"] == "FULL_COVERAGE" and isinstance(bullet, int) and 1 <= bullet <= len(bullets):
                    text = without_citations(bullets[bullet - 1])
                    cases.append(Case(texts, ids.index(label["insight_id"]), [text], 0))
    return cases


def share(right: int, n: int) -> str:
    """A share with Wilson's interval."""
    if not n:
        return "no cases"
    z, p = 1.96, right / n
    middle, half = p + z * z / (2 * n), z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    return f"{p:.3f} [{low:.3f}, {high:.3f}]  n {n}"


def without_guards(cases: list[Case]) -> None:
    """Covering bullets that are full by words alone, and the share of them that the guards push below."""
    words = [case for case in cases if cover(case.insights, case.bullets, guards=())[case.target].label == "full"]
    pushed = sum(not full(case, case.bullets[case.edited]) for case in words)
    print(f"  {'unedited':24s} pushed   {share(pushed, len(words))}  by the guards, of those full without")


def full(case: Case, text: str) -> bool:
    bullets = [*case.bullets[: case.edited], text, *case.bullets[case.edited + 1 :]]
    return cover(case.insights, bullets)[case.target].label == "full"


def measure(cases: list[Case], seed: int) -> None:
    rng = random.Random(seed)
    kept = [case for case in cases if full(case, case.bullets[case.edited])]
    print(f"  {'unedited':24s} full     {share(len(kept), len(cases))}")
    for name, edit in EDITS.items():
        right = tried = 0
        for case in rng.sample(kept, len(kept)):
            insight, text = case.insights[case.target], case.bullets[case.edited]
            changed = edit(text, insight, rng)
            if changed is not None and changed != text and tried < PER_CELL:
                tried += 1
                right += not full(case, changed)
        print(f"  {name:24s} not full {share(right, tried)}")


def siblings(cases: list[Case]) -> None:
    """Insights joined to the next sibling (right: full), and crossed with it (right: not full)."""
    joined = crossed = tried = 0
    for case in cases:
        own, other = case.insights[case.target], case.insights[(case.target + 1) % len(case.insights)]
        if own != other:
            tried += 1
            both = f"{own.rstrip('.')}, and {other[0].lower()}{other[1:]}"
            mixed = " ".join(own.split()[: len(own.split()) // 2] + other.split()[len(other.split()) // 2 :])
            joined += cover(case.insights, [both])[case.target].label == "full"
            crossed += cover(case.insights, [mixed])[case.target].label != "full"
    print(f"  {'joined to a sibling':24s} full     {share(joined, tried)}")
    print(f"  {'crossed with a sibling':24s} not full {share(crossed, tried)}")


def main() -> None:
    folder: Path = needed(SUMMHAY)
    for names in (HAYSTACKS[:2], HAYSTACKS[2:]):
        haystacks = [json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in names]
        print(" + ".join(names), "insights")
        cases = [case for haystack in haystacks for case in insight_cases(haystack)]
        measure(cases, seed=1)
        siblings(cases)
        print(" + ".join(names), "recorded bullets")
        cases = [case for haystack in haystacks for case in bullet_cases(haystack)]
        without_guards(cases)
        measure(cases, seed=2)


if __name__ == "__main__":
    main()
