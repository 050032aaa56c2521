"""The prompt that asks for a summary with citations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hayrick.prompting import Fence, Template, filled, load, one_line
from hayrick.prompting.passages import numbered_documents, require_distinct, texts_of
from hayrick.protocols import Passage
from hayrick.types import BadInput, Haystack, Prompt, Subtopic

MAX_WORDS = 300
"""Summary length that is asked for, in words. Source: SummHay, section 3.3 and the released prompts."""

FREE = "as many as there are distinct findings"
"""Replaces the number of bullets in the prompt if none is given."""


class _Domain(NamedTuple):
    template: str
    heading: str


_DOMAINS = {
    "news": _Domain("summary-news", "Article"),
    "conversation": _Domain("summary-conversation", "Conversation"),
}
_OTHER = _Domain("summary-documents", "Document")
_DOMAIN_OF_PLACEHOLDER = {"[ARTICLES]": "news", "[CONVERSATIONS]": "conversation"}


def summary_prompt(
    haystack: Haystack,
    subtopic: Subtopic,
    passages: Sequence[Passage],
    *,
    n_bullets: int | None,
    domain: str | None = None,
    template: Template | None = None,
) -> Prompt:
    """Make the prompt for a summary that answers a subtopic's query, in bullets that cite documents by stored position.

    Documents come before the query, so that prompts with the same passages share a prefix. Each document is headed by
    its stored position ("Article 14"), in any order. If the template has a fence placeholder, all untrusted text is put
    between fences that it cannot close. Otherwise, as in SummHay's released templates, each document follows a plain
    "Article 14:", and a line of a document can be mistaken for a heading.

    Args:
        haystack: supplies topic and domain.
        subtopic: supplies the query.
        passages: documents to show, in displayed order, at most one passage per document.
        n_bullets: number of bullets to ask for, > 0 (see `SubtopicGold.wanted_bullets`), or None to leave it open.
        domain: "news", "conversation" or another word (shown as "documents"); the haystack's by default.
        template: by default the newest bundled template for the domain.

    Returns:
        The prompt. Its signature is the same for every subtopic.

    Raises:
        BadInput: no passage, two passages of one document, a number that is not positive, or a template that does not
            show the documents, does not state the query, or needs a number of bullets that is not given.

    Source: SummHay, section 3.3; the wording is ours.
    """
    domain = domain or haystack.domain or _domain_of(template)
    kind = _DOMAINS.get(domain or "", _OTHER)
    template = template or load(kind.template)
    _require(haystack, subtopic, passages, n_bullets, template)
    facts = {
        "topic": one_line(haystack.topic),
        "query": one_line(subtopic.query),
        "subtopic": one_line(subtopic.title),
        "participants": one_line(_participants(haystack)),
    }
    facts = {name: text for name, text in facts.items() if name in template.values}
    fence = Fence.around(texts_of(passages), facts.values()) if "fence" in template.values else None
    documents = numbered_documents(passages, kind.heading, fence)
    offered = {
        **facts,
        "documents": documents.text,
        "fence": fence.mark if fence else "",
        "n_documents": str(len(passages)),
        "max_words": str(MAX_WORDS),
        "bullets_wanted": FREE if n_bullets is None else f"exactly {n_bullets}",
        **({} if n_bullets is None else {"n_bullets": str(n_bullets)}),
    }
    made = filled(template, {name: text for name, text in offered.items() if name in template.values})
    given = "free" if n_bullets is None else "given"
    words = MAX_WORDS if "max_words" in template.values else "of-the-template"
    return Prompt(
        messages=made.messages,
        signature=f"{template.signature};domain={one_line(domain or 'none')},bullets={given},max_words={words}",
        sources=documents.at(made.starts["documents"]),
    )


def _domain_of(template: Template | None) -> str | None:
    tokens = template.placeholders if template else {}
    return next((domain for token, domain in _DOMAIN_OF_PLACEHOLDER.items() if token in tokens), None)


def _require(
    haystack: Haystack,
    subtopic: Subtopic,
    passages: Sequence[Passage],
    n_bullets: int | None,
    template: Template,
) -> None:
    where = f"{haystack.id}: prompt for subtopic '{subtopic.id}'"
    require_distinct(passages, where)
    if n_bullets is not None and n_bullets <= 0:
        raise BadInput(where, f"{n_bullets} bullets", "a number above 0")
    if n_bullets is None and "n_bullets" in template.values:
        cure = "Give the number, or use a prompt that leaves it open."
        raise BadInput(where, f"prompt {template.name} needs a number of bullets", "one", cure)
    last = template.text.rpartition("## user\n")[2] if template.has_roles else template.text
    if sum(last.count(token) for token, name in template.placeholders.items() if name == "documents") != 1:
        raise BadInput(f"prompt {template.name}", "documents not shown once in its last message", "exactly once")
    if template.values.isdisjoint({"query", "subtopic"}):
        raise BadInput(f"prompt {template.name}", "no placeholder for query or subtopic", "one of them")


def _participants(haystack: Haystack) -> str:
    """Participants of a released conversation, if the file names them."""
    metadata = haystack.extra.get("topic_metadata")
    found = metadata.get("participants") if isinstance(metadata, dict) else None
    if isinstance(found, list):
        return ", ".join(str(one) for one in found)
    return str(found) if found else "not stated"
