"""Tables that describe haystacks, by counts and lengths of their parts, and tasks, by what they say of themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean

from hayrick.report.tables import ABSENT, Table, percent
from hayrick.tokens import count_tokens
from hayrick.types import Haystack
from hayrick.wording import counted

_HEADS = ("part", "count", "words (mean)", "tokens (mean)", "tokens (min)", "tokens (max)", "tokens (all)")


def description_table(haystack: Haystack) -> Table:
    """Count documents, subtopics, queries, insights and stored summaries, with their lengths in words and tokens."""
    insights = [insight for subtopic in haystack.subtopics for insight in subtopic.insights]
    stored = [
        "\n".join(map(str, lines)) if isinstance(lines, list) else str(lines)
        for subtopic in haystack.subtopics
        for lines in _values(subtopic.extra.get("summaries"))
    ]
    holders = [len(haystack.held_by.get(insight.id, ())) for insight in insights]
    held = {document for documents in haystack.held_by.values() for document in documents}
    rows = [
        _row("documents", [document.text for document in haystack.documents]),
        _row("subtopics", [subtopic.title for subtopic in haystack.subtopics]),
        _row("queries", [subtopic.query for subtopic in haystack.subtopics]),
        _row("insights", [insight.text for insight in insights]),
        *([_row("summaries", stored)] if stored else []),
    ]
    per_document = [0] * len(haystack.documents)
    place = {document.id: number for number, document in enumerate(haystack.documents)}
    for documents in haystack.held_by.values():
        for document in documents:
            per_document[place[document]] += 1
    facts = (
        f"{fmean(holders):.1f} documents hold an insight (min {min(holders)}, max {max(holders)}); "
        f"{fmean(per_document):.1f} insights in a document (min {min(per_document)}, max {max(per_document)}); "
        f"{counted(len(haystack.documents) - len(held), 'document holds', 'documents hold')} none; "
        f"{len(insights) / len(haystack.subtopics):.1f} insights a subtopic"
    )
    return Table(f"{haystack.id}: {haystack.topic}\n{facts}", _HEADS, rows, range(1, len(_HEADS))).with_main(
        "count", "words (mean)", "tokens (mean)", "tokens (all)"
    )


def tasks_table(
    rows: Sequence[tuple[str, str, Mapping[str, str], int, float, float | None]], encoding: str, sample: int
) -> Table:
    """Table with one row per dataset of a task, as ETHIC's tables 1 and 2.

    Args:
        rows: (task, dataset, what the task says of itself, instances, mean tokens of a prompt, information coverage).
        encoding: in which tokens were counted.
        sample: instances of each dataset that were counted; 0 for all.
    """
    about = list(dict.fromkeys(name for row in rows for name in row[2]))
    body = [
        [task, dataset, *(said.get(name, ABSENT) for name in about), str(n), f"{tokens:,.0f}", percent(coverage)]
        for task, dataset, said, n, tokens, coverage in rows
    ]
    heads = ["task", "dataset", *about, "instances", "mean tokens", "information coverage %"]
    counted = f", of {sample} drawn instances where there are more" if sample else ""
    title = f"tasks; tokens of the whole prompt in {encoding}{counted}"
    return Table(title, heads, body, range(len(heads) - 3, len(heads)))


def _values(stored: object) -> Sequence[object]:
    return list(stored.values()) if isinstance(stored, dict) else []


def _row(part: str, texts: Sequence[str]) -> list[str]:
    counts = [count_tokens(text) for text in texts]
    tokens = [count.n for count in counts]
    about = "" if all(count.exact for count in counts) else "~"
    words = fmean(len(text.split()) for text in texts)
    numbers = (f"{fmean(tokens):.1f}", str(min(tokens)), str(max(tokens)), str(sum(tokens)))
    return [part, str(len(texts)), f"{words:.1f}", *(about + number for number in numbers)]
