"""The parts of a scenario file that hold texts: subtopics, insights, and the material of the template writer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from hayrick.records.yaml import Node
from hayrick.synthesis.grammar import require_sound
from hayrick.synthesis.scenario import Material, Outdated, PlannedInsight, PlannedSubtopic, Texts, no_texts
from hayrick.types import BadInput

CURE = "See docs/scenarios.md for the format."
MOST_DOCUMENTS = 1_000_000
SAID, CLAUSE = "said", "clause"
_SUBTOPIC = ("id", "title", "query", "insights", "background")
_INSIGHT = (
    *("id", "text", "documents", "realisations", "near_misses", "contradictions", "outdated", "halves"),
    "translations",
)
_TEXTS = ("titles", "openings", "closings", "frames", "background", "references")


class TextReader:
    """Reads lists of texts, by language or without one.

    Args:
        language: of texts without one.
        known: names of slots.
    """

    def __init__(self, language: str, known: frozenset[str]) -> None:
        self.language, self.known = language, known

    def read(self, fields: Mapping[str, Node], name: str, also: Iterable[str] = ()) -> Texts:
        """Texts of a field, nothing where it is absent.

        Raises:
            BadInput: no list of texts, or one whose braces or slots are wrong.
        """
        return self.of(fields[name], name, also) if name in fields else no_texts()

    def of(self, node: Node, name: str, also: Iterable[str] = ()) -> Texts:
        """Texts of a list, or of a mapping from language to list; see `read`."""
        parts = node.value if isinstance(node.value, dict) else {self.language: node}
        slots = self.known | frozenset(also)
        found = {}
        for code, part in parts.items():
            texts = [one.text(name) for one in part.items(name)]
            for one, text in zip(part.items(name), texts, strict=True):
                require_sound(text, slots.__contains__, one.where)
            found[code] = tuple(dict.fromkeys(texts))
        return MappingProxyType({code: texts for code, texts in found.items() if texts})


def material(top: Mapping[str, Node], reader: TextReader, lists: Mapping[str, tuple[str, ...]]) -> Material:
    """What the template writer needs besides the insights.

    Raises:
        BadInput: a text that cannot be used; the line is named.
    """
    given = top["texts"].fields("texts", _TEXTS) if "texts" in top else {}
    frames = reader.read(given, "frames", (SAID, CLAUSE))
    for texts in frames.values():
        for text in texts:
            if text.count(f"{{{SAID}}}") + text.count(f"{{{CLAUSE}}}") != 1:
                where = given["frames"].where
                raise BadInput(where, f"the frame '{text[:60]}'", "{said} or {clause} in it, exactly once")
    return Material(
        titles=reader.read(given, "titles"),
        openings=reader.read(given, "openings"),
        closings=reader.read(given, "closings"),
        frames=frames,
        background=reader.read(given, "background"),
        references=reader.read(given, "references", ("title",)),
        lists=lists,
    )


def subtopics(top: Mapping[str, Node], reader: TextReader) -> tuple[PlannedSubtopic, ...]:
    """Subtopics that are given, with their insights.

    Raises:
        BadInput: one of them is malformed; the line is named.
    """
    if "subtopics" not in top:
        return ()
    found = []
    for number, node in enumerate(top["subtopics"].items("subtopics"), start=1):
        given = node.fields("subtopic", _SUBTOPIC) if isinstance(node.value, dict) else {"title": node}
        if "title" not in given:
            raise BadInput(node.where, "a subtopic without 'title'", "a title", CURE)
        id = given["id"].text("id") if "id" in given else f"s{number}"
        insights = given["insights"].items("insights") if "insights" in given else []
        found.append(
            PlannedSubtopic(
                id=id,
                title=given["title"].text("title"),
                query=given["query"].text("query") if "query" in given else "",
                insights=tuple(_insight(one, f"{id}i{n}", reader) for n, one in enumerate(insights, start=1)),
                background=reader.read(given, "background"),
                where=node.where,
            )
        )
    return tuple(found)


def _insight(node: Node, id: str, reader: TextReader) -> PlannedInsight:
    given = node.fields("insight", _INSIGHT) if isinstance(node.value, dict) else {"text": node}
    if "text" not in given:
        raise BadInput(node.where, "an insight without 'text'", "a text", CURE)
    halves = None
    if "halves" in given:
        both = given["halves"].items("halves")
        if len(both) != 2:
            raise given["halves"].wrong("halves", "two lists of texts, of its first and of its second part")
        halves = (reader.of(both[0], "halves"), reader.of(both[1], "halves"))
        if "realisations" in given:
            raise BadInput(node.where, "'halves' and 'realisations' in one insight", "one of the two")
    documents: int | Literal["all"] | None = None
    if "documents" in given:
        is_all = given["documents"].value == "all"
        documents = "all" if is_all else given["documents"].whole("documents", 1, MOST_DOCUMENTS)
    return PlannedInsight(
        id=given["id"].text("id") if "id" in given else id,
        text=given["text"].text("text"),
        documents=documents,
        realisations=reader.read(given, "realisations"),
        near_misses=reader.read(given, "near_misses"),
        contradictions=reader.read(given, "contradictions"),
        outdated=_outdated(given["outdated"], reader) if "outdated" in given else None,
        halves=halves,
        translations=_translations(given),
        where=node.where,
    )


def _outdated(node: Node, reader: TextReader) -> Outdated:
    given = node.fields("outdated", ("until", "realisations"))
    if given.keys() != {"until", "realisations"}:
        raise BadInput(node.where, f"'outdated' with {', '.join(given) or 'nothing'}", "'until' and 'realisations'")
    return Outdated(until=given["until"].day("until"), realisations=reader.of(given["realisations"], "outdated"))


def _translations(given: Mapping[str, Node]) -> Mapping[str, str]:
    if "translations" not in given:
        return MappingProxyType({})
    node = given["translations"]
    if not isinstance(node.value, dict):
        raise node.wrong("translations", "texts by language, such as {de: ...}")
    return MappingProxyType({code: one.text(f"translations: {code}") for code, one in node.value.items()})
