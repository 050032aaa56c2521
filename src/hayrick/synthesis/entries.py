"""Reads the parts of a scenario file with texts: subtopics, insights, and the material of the template writer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Literal

from hayrick.ranges import WHOLE
from hayrick.records.yaml import Node
from hayrick.synthesis.grammar import GrammarSlot, parse, require_sound, slots
from hayrick.synthesis.scenario import Material, Outdated, PlannedInsight, PlannedSubtopic, Texts, no_texts
from hayrick.types import BadInput

CURE = "See docs/guide/scenarios.md for the format."
MOST_DOCUMENTS = WHOLE["documents"].most
SAID, CLAUSE = "said", "clause"
_SUBTOPIC = ("id", "title", "query", "insights", "background")
_INSIGHT = (
    *("id", "text", "documents", "realisations", "near_misses", "contradictions", "outdated", "halves"),
    "translations",
)
_TEXTS = ("titles", "openings", "closings", "frames", "background", "references")


_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}")


def require_language(code: str, node: Node) -> None:
    """Require a language code such as `en` or `pt-BR`.

    Raises:
        BadInput: the code is invalid; the message names the line.
    """
    if not _LANGUAGE.fullmatch(code):
        raise BadInput(node.where, f"the language '{code[:40]}'", "a code such as en or pt-BR")


class TextReader:
    """Reads lists of texts, by language or in the default language.

    Args:
        language: language of texts without one.
        known: names of known slots.
    """

    def __init__(self, language: str, known: frozenset[str]) -> None:
        self.language, self.known = language, known
        self.used: dict[str, str] = {}
        """Name of every slot read -> place of its first use."""

    def read(self, fields: Mapping[str, Node], name: str, also: Iterable[str] = (), *, lines: bool = False) -> Texts:
        """Read the texts of a field, none if it is absent; each is put on one line unless `lines` is set.

        Raises:
            BadInput: not a list of texts, or a text with invalid braces or unknown slots.
        """
        return self.of(fields[name], name, also, lines=lines) if name in fields else no_texts()

    def of(self, node: Node, name: str, also: Iterable[str] = (), *, lines: bool = False) -> Texts:
        """Read the texts of a list, or of a mapping from language to list; see `read`."""
        parts = node.value if isinstance(node.value, dict) else {self.language: node}
        known = self.known | frozenset(also)
        found = {}
        for code, part in parts.items():
            require_language(code, part)
            texts = [one.text(name) if lines else " ".join(one.text(name).split()) for one in part.items(name)]
            for one, text in zip(part.items(name), texts, strict=True):
                for slot in require_sound(text, known.__contains__, one.where):
                    self.used.setdefault(slot, one.where)
            found[code] = tuple(dict.fromkeys(texts))
        return MappingProxyType({code: texts for code, texts in found.items() if texts})


def material(top: Mapping[str, Node], reader: TextReader, lists: Mapping[str, tuple[str, ...]]) -> Material:
    """Read the template writer's material besides the insights.

    Raises:
        BadInput: a text is invalid; the message names the line.
    """
    given = top["texts"].fields("texts", _TEXTS) if "texts" in top else {}
    frames = reader.read(given, "frames", (SAID, CLAUSE), lines=True)
    for texts in frames.values():
        for text in texts:
            once = [part for part in parse(text) if part in (GrammarSlot(SAID), GrammarSlot(CLAUSE))]
            if len(once) != 1 or sum(name in (SAID, CLAUSE) for name in slots(text)) != 1:
                where = given["frames"].where
                raise BadInput(where, f"the frame '{text[:60]}'", "{said} or {clause} once, in no choice")
    return Material(
        titles=reader.read(given, "titles"),
        openings=reader.read(given, "openings", lines=True),
        closings=reader.read(given, "closings", lines=True),
        frames=frames,
        background=reader.read(given, "background", lines=True),
        references=reader.read(given, "references", ("title",)),
        lists=lists,
    )


def subtopics(top: Mapping[str, Node], reader: TextReader) -> tuple[PlannedSubtopic, ...]:
    """Read the given subtopics with their insights.

    Raises:
        BadInput: one of them is malformed; the message names the line.
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
                background=reader.read(given, "background", lines=True),
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
        for text in (text for half in halves for texts in half.values() for text in texts):
            if any(slots(text)):
                raise BadInput(given["halves"].where, "a slot in 'halves'", "texts without slots: a checker reads them")
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
