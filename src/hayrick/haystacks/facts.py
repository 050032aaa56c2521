"""Reads the facts that answers on one's own documents should tell; docs/guide/own_documents.md has the format."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from hayrick.records.read_files import fingerprint_bytes, read_limited, text_of
from hayrick.records.yaml import LARGEST, Node, parse_yaml
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput

CURE = "See docs/guide/own_documents.md for the format."
_KEYS = ("schema", "topic", "domain", "questions")
_QUESTION = ("id", "question", "facts")
_FACT = ("id", "text", "documents")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One fact that answers should tell.

    `documents` are the ids of those that state it, none if a person says that none does; None if nobody has said it.
    """

    id: str
    text: str
    documents: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactQuestion:
    """A question, and the facts that answer it."""

    id: str
    text: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a file of facts says, its name and its fingerprint."""

    name: str
    topic: str
    domain: str | None
    questions: tuple[FactQuestion, ...]
    fingerprint: str


def read_facts(path: Path, known: Collection[str]) -> Facts:
    """Read a YAML file of facts.

    Args:
        path: the file.
        known: ids of the documents.

    Raises:
        BadInput: the file is invalid, or names an unknown document; the message names the line.
    """
    content = read_limited(path, LARGEST)
    return facts_of(text_of(path, content), str(path), known)


def facts_of(text: str, where: str, known: Collection[str]) -> Facts:
    """Read the facts of a YAML text, which JSON is, too; see `read_facts`.

    Raises:
        BadInput: the text is invalid, or names an unknown document; the message names `where` and the line.
    """
    root = parse_yaml(text, where, CURE)
    top = root.fields("facts", _KEYS)
    for name in ("schema", "topic", "questions"):
        if name not in top:
            found = f"'{name}' is missing"
            raise BadInput(root.where, found, "'schema', 'topic' and 'questions'", CURE)
    top["schema"].whole("schema", 1, 1)
    seen = _Seen({})
    nodes = top["questions"].items("questions")
    if not nodes:
        raise top["questions"].wrong("questions", "at least one question")
    return Facts(
        name=Path(where).name,
        topic=_line(top["topic"], "topic"),
        domain=_line(top["domain"], "domain") if "domain" in top else None,
        questions=tuple(_question(node, f"q{number}", known, seen) for number, node in enumerate(nodes, start=1)),
        fingerprint=fingerprint_bytes(text.encode("utf-8", "backslashreplace")),
    )


@dataclass(frozen=True, slots=True)
class _Seen:
    """Ids and texts of questions and facts, each of which may occur once, with the line of the first."""

    lines: dict[tuple[str, str], str]

    def require_new(self, noun: str, value: str, node: Node) -> str:
        """The value.

        Raises:
            BadInput: another one has it.
        """
        key = noun, value.casefold()
        if first := self.lines.get(key):
            short = value if len(value) <= 60 else f"{value[:60]}..."
            raise BadInput(node.where, f"the {noun} '{short}' again, as in {first}", "each once", "Drop or change one.")
        self.lines[key] = node.where
        return value


def _question(node: Node, id: str, known: Collection[str], seen: _Seen) -> FactQuestion:
    given = node.fields("question", _QUESTION)
    for name in ("question", "facts"):
        if name not in given:
            raise BadInput(node.where, f"a question without '{name}'", "'question' and 'facts'", CURE)
    id, at = _id(given, id, node)
    text = _line(given["question"], "question")
    seen.require_new("question", text, given["question"])
    facts = given["facts"].items("facts")
    if not facts:
        raise given["facts"].wrong("facts", "at least one fact")
    return FactQuestion(
        id=seen.require_new("id of a question", id, at),
        text=text,
        facts=tuple(_fact(one, f"{id}.{number}", known, seen) for number, one in enumerate(facts, start=1)),
    )


def _fact(node: Node, id: str, known: Collection[str], seen: _Seen) -> Fact:
    given: Mapping[str, Node] = node.fields("fact", _FACT) if isinstance(node.value, dict) else {"text": node}
    if "text" not in given:
        raise BadInput(node.where, "a fact without 'text'", "a text", CURE)
    id, at = _id(given, id, node)
    return Fact(
        id=seen.require_new("id of a fact", id, at),
        text=seen.require_new("fact", _line(given["text"], "text"), given["text"]),
        documents=_documents(given["documents"], known) if "documents" in given else None,
    )


def _documents(node: Node, known: Collection[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for one in node.items("documents"):
        id = one.text("documents")
        if id not in known:
            cure = did_you_mean(id, known, "An id is a file's path in its folder, without the ending.")
            raise BadInput(one.where, f"the unknown document '{id[:80]}'", "the id of a document", cure)
        if id in found:
            raise BadInput(one.where, f"the document '{id[:80]}' again", "each document once", "Drop one.")
        found[id] = None
    return tuple(found)


def _id(given: Mapping[str, Node], otherwise: str, node: Node) -> tuple[str, Node]:
    """The id that is given, else another one; and the place of either."""
    return (_line(given["id"], "id"), given["id"]) if "id" in given else (otherwise, node)


def _line(node: Node, name: str) -> str:
    """A text on one line."""
    return " ".join(node.text(name).split())
