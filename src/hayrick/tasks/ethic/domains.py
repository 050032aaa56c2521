"""The four domains: how their texts are read, and what is said of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from hayrick.records.parameters import Parameters
from hayrick.tasks.ethic import law, medicine
from hayrick.tasks.ethic.books import read_books
from hayrick.tasks.ethic.corpus import Text
from hayrick.tasks.ethic.debates import read_debates
from hayrick.types import BadInput

Read = Callable[[list[Path], str], list[Text]]


class Domain(NamedTuple):
    """A kind of texts."""

    name: str
    read: Read
    files: str
    """What `data` names, in words."""

    structure: str
    """"single" document or "multi"."""

    noun: str = "Section"
    """What a part of a text is called in prompts."""


DOMAINS: Mapping[str, Domain] = MappingProxyType(
    {
        one.name: one
        for one in (
            Domain("books", read_books, "Project Gutenberg's text files, or stories in JSONL", "single"),
            Domain("debates", read_debates, "Hansard's XML files, or TheyWorkForYou's", "single"),
            Domain(
                "medicine",
                lambda paths, where: medicine.texts_of(medicine.read_reviews(paths, where)),
                "MS^2's reviews in JSON",
                "multi",
            ),
            Domain(
                "law",
                lambda paths, where: law.texts_of(law.read_groups(paths, where)),
                "CourtListener's clusters and opinions in JSON",
                "multi",
                "Segment",
            ),
        )
    }
)


RELATED: Mapping[str, str] = MappingProxyType(
    {"books": "one book", "debates": "one debate", "medicine": "of one review", "law": "citing one case"}
)
"""Domain -> how the documents of a text belong together."""


def told(domain: Domain, process: str) -> Mapping[str, str]:
    """What a task says of itself, as ETHIC's tables 1 and 2 do.

    Args:
        domain: of its texts.
        process: cognitive process, after Anderson et al. (2000).
    """
    return {
        "process": process,
        "domain": domain.name,
        "documents": domain.structure,
        "related": RELATED[domain.name],
        "newly curated": "yes",
    }


def domain_of(parameters: Parameters) -> Domain:
    """The domain that the name of a task ends in (`ethic/recalling_books`).

    Raises:
        BadInput: it ends in none.
    """
    name = parameters.spec.partition("?")[0].rpartition("_")[2]
    if name not in DOMAINS:
        raise BadInput(parameters.where, f"domain '{name}'", f"one of {', '.join(DOMAINS)}")
    return DOMAINS[name]
