"""Questions with answers and gold passages, from the layouts in which data sets for question answering are published.

Layouts: HELMET's, FiD's and lost-in-the-middle's (`question`, `answers`, `ctxs` with `isgold`, `positive_ctxs`), KILT's
(`input`, `output`), SQuAD's, HotpotQA's, PopQA's (`possible_answers`, `s_pop`), and questions with answers alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from hayrick.measures.answers import References, references_of
from hayrick.prompting import one_line
from hayrick.records.read_files import a_type
from hayrick.tasks.helmet.passages import Text, id_of, passage_of, rows_of, title_of
from hayrick.types import BadInput

Object = Mapping[str, object]


class Question(NamedTuple):
    """A question, and what its file says of it.

    `where` is its place in the file. `gold` are passages that answer it, `others` passages that were found for it,
    `titles` those of articles that answer it. `popularity` is of the entity that it asks about, `depth` where its gold
    passage stood in a file that has every question at several.
    """

    where: str
    id: str
    text: str
    answers: References
    gold: tuple[Text, ...] = ()
    others: tuple[Text, ...] = ()
    titles: tuple[str, ...] = ()
    popularity: float | None = None
    depth: object = None

    @property
    def key(self) -> str:
        """What makes two rows the same question: the id, else the text."""
        return self.id or self.text.casefold()


def read_questions(paths: Iterable[Path]) -> list[Question]:
    """Read questions; a file may hold a question once for each depth of its gold passage, which then counts once.

    SQuAD 2.0's questions without an answer are left out.

    Raises:
        BadInput: a row is laid out otherwise or has no answer, or a question occurs more often than it may.
    """
    found: dict[str, Question] = {}
    depths: dict[str, list[object]] = {}
    for path in paths:
        for where, row in rows_of(path):
            for one in _questions(row, where):
                first = found.setdefault(one.key, one)
                held = depths.setdefault(one.key, [])
                if first is not one and (one.depth is None or one.depth in held or first.answers != one.answers):
                    cure = "Leave one out, or give each its own id."
                    raise BadInput(one.where, f"question '{one.key[:60]}' again, after {first.where}", "it once", cure)
                held.append(one.depth)
    if not found:
        raise BadInput(", ".join(map(str, paths)), "no question with an answer", "at least one")
    return [one._replace(id=one.id or str(number)) for number, one in enumerate(found.values(), start=1)]


def _questions(row: Object, where: str) -> Iterator[Question]:
    if "paragraphs" in row:
        yield from _squad_article(row, where)
    elif "supporting_facts" in row:
        yield _hotpot(row, where)
    elif "input" in row and "output" in row:
        yield _kilt(row, where)
    elif isinstance(row.get("context"), str):
        yield from _squad(row, passage_of({"title": row.get("title"), "text": row["context"]}, where), where)
    else:
        yield _open(row, where)


def _open(row: Object, where: str) -> Question:
    """A question with answers and perhaps passages."""
    passages = [*_objects(row, "ctxs", where)]
    texts = [passage_of(one, where) for one in passages]
    gold = [passage_of(one, where) for one in _objects(row, "positive_ctxs", where)]
    negatives = [
        passage_of(one, where) for name in ("negative_ctxs", "hard_negative_ctxs") for one in _objects(row, name, where)
    ]
    gold += [text for one, text in zip(passages, texts, strict=True) if one.get("isgold") is True and text not in gold]
    name = next((name for name in ("answers", "answer", "possible_answers") if name in row), "answers")
    return Question(
        where=where,
        id=id_of(row),
        text=_text(row, ("question", "query"), where),
        answers=_answers(row.get(name), where),
        gold=tuple(gold),
        others=tuple(one for one in (*texts, *negatives) if one not in gold),
        popularity=_popularity(row, where),
        depth=row.get("depth"),
    )


def _kilt(row: Object, where: str) -> Question:
    outputs = [*_objects(row, "output", where)]
    sources = [one for output in outputs for one in _objects(output, "provenance", where)]
    given = [output["answer"] for output in outputs if output.get("answer") not in (None, "")]
    return Question(
        where=where,
        id=id_of(row),
        text=_text(row, ("input",), where),
        answers=references_of(given, where),
        gold=tuple(dict.fromkeys(passage_of(one, where) for one in sources if "text" in one)),
        others=tuple(passage_of(one, where) for one in _objects(row, "ctxs", where)),
        titles=tuple(dict.fromkeys(title for one in sources if (title := title_of(one.get("title"), where)))),
    )


def _squad_article(row: Object, where: str) -> Iterator[Question]:
    for paragraph in _objects(row, "paragraphs", where):
        passage = passage_of({"title": row.get("title"), "text": paragraph.get("context")}, where)
        for one in _objects(paragraph, "qas", where):
            yield from _squad(one, passage, where)


def _squad(row: Object, passage: Text, where: str) -> Iterator[Question]:
    given = row.get("answers")
    if isinstance(given, list):
        given = [one.get("text") if isinstance(one, Mapping) else one for one in given]
    if row.get("is_impossible") is not True:
        text = _text(row, ("question",), where)
        yield Question(where, id_of(row), text, _answers(given, f"{where}: '{text[:40]}'"), (passage,))


def _hotpot(row: Object, where: str) -> Question:
    texts = [*_paragraphs(row, where)]
    facts = row["supporting_facts"]
    if isinstance(facts, Mapping):
        wanted = _list(facts, "title", where)
    else:
        wanted = [_pair(one, where)[0] for one in _list(row, "supporting_facts", where)]
    titles = {title_of(title, where) for title in wanted}
    missing = titles - {text.title for text in texts}
    if missing:
        raise BadInput(where, f"no passage '{min(missing)[:60]}' of the supporting facts", "it in the context")
    return Question(
        where=where,
        id=id_of(row),
        text=_text(row, ("question",), where),
        answers=_answers(row.get("answer"), where),
        gold=tuple(text for text in texts if text.title in titles),
        others=tuple(text for text in texts if text.title not in titles),
    )


def _paragraphs(row: Object, where: str) -> Iterator[Text]:
    """Passages of HotpotQA's context: pairs of a title and sentences, or a list of each."""
    context = row.get("context")
    pairs: list[object]
    if isinstance(context, Mapping):
        titles, sentences = _list(context, "title", where), _list(context, "sentences", where)
        if len(titles) != len(sentences):
            found = f"{len(titles)} titles and {len(sentences)} lists of sentences in context"
            raise BadInput(where, found, "a list of sentences for each title")
        pairs = [*zip(titles, sentences, strict=True)]
    else:
        pairs = _list(row, "context", where)
    for title, lines in (_pair(one, where) for one in pairs):
        yield passage_of({"title": title, "text": _joined(lines, where) if isinstance(lines, list) else lines}, where)


def _joined(lines: Iterable[object], where: str) -> str:
    texts = []
    for line in lines:
        if not isinstance(line, str):
            raise BadInput(where, f"{a_type(line)} among the sentences of context", "texts")
        texts.append(line)
    return "".join(texts)


def _answers(given: object, where: str) -> References:
    """Answers as a list, one text, a list that is written as JSON, or an object of a value and its aliases."""
    if isinstance(given, str) and given.lstrip().startswith("["):
        try:
            given = json.loads(given)
        except ValueError:
            raise BadInput(where, f"answers {given!r}"[:60], "a list of texts") from None
    if isinstance(given, Mapping):
        value = [one for one in (given.get("value"), given.get("text")) if one]
        given = [*value, *_aliases(given.get("aliases"), where)]
    return references_of(given, where)


def _aliases(given: object, where: str) -> list[object]:
    """Further names of an answer: a list, or one text."""
    if given is not None and not isinstance(given, list | str):
        raise BadInput(where, f"aliases {a_type(given)}", "a list of texts, or one text")
    return [given] if isinstance(given, str) and given.strip() else [*(given or ())]


def _popularity(row: Object, where: str) -> float | None:
    given = row.get("s_pop")
    if given is None:
        return None
    try:
        found = float(str(given))
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise BadInput(where, f"s_pop {given!r}"[:60], "a number")
    return found


def _text(row: Object, names: Iterable[str], where: str) -> str:
    given = next((row[name] for name in names if name in row), None)
    if not isinstance(given, str) or not (text := one_line(given)):
        raise BadInput(where, f"question {given!r}"[:60], f"a text in {' or '.join(names)} that is not empty")
    return text


def _objects(row: Object, name: str, where: str) -> Iterator[Object]:
    for one in _list(row, name, where):
        if not isinstance(one, Mapping):
            raise BadInput(where, f"{a_type(one)} in {name}", "objects")
        yield one


def _list(row: Object, name: str, where: str) -> list[object]:
    given = row.get(name)
    if given is not None and not isinstance(given, list):
        raise BadInput(where, f"{name} {a_type(given)}", "a list")
    return given or []


def _pair(given: object, where: str) -> tuple[object, object]:
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise BadInput(where, f"{given!r}"[:60], "two members: a title, and sentences or their number")
    return given[0], given[1]
