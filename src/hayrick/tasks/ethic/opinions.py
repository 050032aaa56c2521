"""Court opinions as CourtListener's API returns them: clusters (cases) and opinions, in JSON.

Source: ETHIC, section 3.1; CourtListener's API, versions 3 and 4, whose field names these are.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from hayrick.records.read_files import read_json, read_jsonl
from hayrick.tasks.ethic.corpus import files_of
from hayrick.types import BadInput

ENDINGS = (".json", ".jsonl")
LINK, TEXT, END = "\ue000", "\ue001", "\ue002"
"""Marks of a link to another case in a page: LINK, the number of its cluster, TEXT, the words of the link, END."""

_HTML = ("html_with_citations", "xml_harvard", "html_columbia", "html_lawbox", "html_anon_2020", "html")
_ID = re.compile(r"/(?:opinions?|clusters?)/(\d{1,12})/")
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9-]{0,20})((?:\s[^<>]{0,2000})?)/?>|<!--[^<>]{0,2000}-->")
_HREF = re.compile(r"href=[\"']?[^\"'\s>]{0,200}?/opinion/(\d{1,12})/")
_BLOCK_NAMES = "p div br blockquote center h1 h2 h3 h4 h5 li ol ul pre table tr footnote section"
_BLOCKS = frozenset(_BLOCK_NAMES.split())
_PRIVATE = re.compile("[\ue000-\ue002\f]")
_MOST_CHARACTERS = 20_000_000


class Case(NamedTuple):
    """A case with all its opinions."""

    id: str
    """Number of its cluster."""

    name: str
    short: str
    """Short name, such as "Roe"; empty where there is none."""

    date: str
    citations: tuple[str, ...]
    """Where it is reported: "410 U.S. 113"."""

    summary: str
    """What the file says of it: summary, syllabus or headnotes."""

    pages: tuple[str, ...]
    """Text of all its opinions, page by page, with links marked."""

    cites: frozenset[str]
    """Numbers of clusters and of opinions that it cites."""

    opinions: frozenset[str]
    """Numbers of its own opinions."""


def read_cases(paths: list[Path], where: str) -> list[Case]:
    """Read clusters and opinions of a folder: a file each, lists, pages of results, or lines; joined by their numbers.

    Raises:
        BadInput: a file holds neither, an opinion has no cluster, or there is no case with a text.
    """
    clusters: dict[str, Mapping[str, object]] = {}
    opinions: dict[str, tuple[str, dict[str, Mapping[str, object]]]] = {}
    for place, row in _rows(files_of(paths, ENDINGS, where)):
        if "case_name" in row:
            clusters[_cluster_of(row, place)] = row
        if "case_name" not in row or any(isinstance(row.get(name), str) for name in ("plain_text", *_HTML)):
            if not any(name in row for name in ("plain_text", *_HTML)):
                raise BadInput(place, f"fields {', '.join(list(row)[:5])}", "a cluster or an opinion of CourtListener")
            id = _cluster_of(row, place)
            opinions.setdefault(id, (place, {}))[1].setdefault(str(row.get("id", place)), row)
    for id, (place, _) in opinions.items():
        if id not in clusters:
            raise BadInput(place, f"an opinion of cluster {id}", "the cluster in the folder, too", "Fetch it.")
    cases = [_case(id, row, list(opinions[id][1].values())) for id, row in clusters.items() if id in opinions]
    cases = [one for one in cases if one.pages]
    if not cases:
        raise BadInput(where, "no opinion with a text", "opinions and clusters as CourtListener's API returns them")
    return sorted(cases, key=lambda one: (one.date, one.id))


def plain(page: str) -> str:
    """A page without the marks of links."""
    return re.sub(f"{LINK}\\d{{1,12}}{TEXT}|{END}", "", page)


def _rows(files: Sequence[Path]) -> Iterator[tuple[str, Mapping[str, object]]]:
    for path in files:
        if path.suffix.lower() == ".jsonl":
            yield from read_jsonl(path)
            continue
        value = read_json(path)
        results = value.get("results") if isinstance(value, dict) else value
        for number, row in enumerate(results if isinstance(results, list) else [value], start=1):
            where = f"{path}: [{number}]" if isinstance(results, list) else str(path)
            if not isinstance(row, dict):
                raise BadInput(where, "no object", "a cluster or an opinion of CourtListener")
            yield where, row


def _cluster_of(row: Mapping[str, object], where: str) -> str:
    """Number of a row's cluster."""
    for name in ("cluster_id", "cluster", *(("id",) if "case_name" in row else ())):
        value = row.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        if isinstance(value, str) and (found := _ID.search(value) or re.fullmatch(r"(\d{1,12})", value)):
            return found[1]
    raise BadInput(where, "no number of a cluster", "'cluster_id' or 'cluster' of an opinion, 'id' of a cluster")


def _case(id: str, row: Mapping[str, object], opinions: Sequence[Mapping[str, object]]) -> Case:
    summaries = (_string(row, name) for name in ("summary", "syllabus", "headnotes"))
    cited = [one for opinion in opinions for one in _strings(opinion.get("opinions_cited"))]
    pages = tuple(page for opinion in opinions for page in _pages_of(opinion))
    links = re.findall(f"{LINK}(\\d{{1,12}}){TEXT}", "".join(pages))
    numbers = (found[1] for one in cited if (found := _ID.search(one) or re.fullmatch(r"(\d{1,12})", one)))
    return Case(
        id=id,
        name=_string(row, "case_name") or _string(row, "case_name_full") or f"case {id}",
        short=_string(row, "case_name_short"),
        date=_string(row, "date_filed"),
        citations=tuple(_citations(row.get("citations"))),
        summary=next((plain(_text_of(one)) for one in summaries if one), ""),
        pages=pages,
        cites=frozenset((*numbers, *links)),
        opinions=frozenset(str(one["id"]) for one in opinions if "id" in one),
    )


def _pages_of(opinion: Mapping[str, object]) -> list[str]:
    """Pages of an opinion: where its star pages or form feeds are; else one."""
    written = next((text for name in _HTML if (text := _string(opinion, name))), "")
    text = _text_of(written) if written else _PRIVATE.sub(_kept_page, _string(opinion, "plain_text"))
    lines = re.sub(r"[ \t]{0,200}\n[ \t]{0,200}", "\n", re.sub(r"[^\S\n\f]+", " ", text))
    return [page for one in lines.split("\f") if (page := re.sub(r"\n{2,}", "\n\n", one).strip())]


def _kept_page(found: re.Match[str]) -> str:
    return "\f" if found[0] == "\f" else ""


def _text_of(written: str) -> str:
    """Text of HTML, with links to cases marked, and a form feed before every star page; in linear time."""
    pieces: list[str] = []
    linked = skipped = False
    end = 0
    written = _PRIVATE.sub("", written[:_MOST_CHARACTERS])
    for tag in _TAG.finditer(written):
        pieces.append("" if skipped else html.unescape(written[end : tag.start()]))
        end = tag.end()
        name, closing = (tag[2] or "").lower(), bool(tag[1])
        if "star-pagination" in (tag[3] or "") or name == "page-number":
            skipped = not closing
            pieces.append("" if closing else "\f")
        elif skipped and closing:
            skipped = False
        elif name == "a" and not closing and (found := _HREF.search(tag[3] or "")):
            pieces.append(f"{END if linked else ''}{LINK}{found[1]}{TEXT}")
            linked = True
        elif name == "a" and closing and linked:
            pieces.append(END)
            linked = False
        elif name in _BLOCKS:
            pieces.append("\n\n" if name not in ("br", "tr", "li") else "\n")
    return "".join((*pieces, html.unescape(written[end:]), END if linked else ""))


def _citations(value: object) -> Iterator[str]:
    """Citations as text: CourtListener has strings, or objects with volume, reporter and page."""
    for one in value if isinstance(value, list) else []:
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            yield f"{one.get('volume', '')} {one.get('reporter', '')} {one.get('page', '')}".strip()


def _string(row: Mapping[str, object], name: str) -> str:
    value = row.get(name)
    return value.strip() if isinstance(value, str) else ""


def _strings(value: object) -> list[str]:
    return [str(one) for one in value if isinstance(one, str | int)] if isinstance(value, list) else []
