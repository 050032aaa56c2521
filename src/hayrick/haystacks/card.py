"""The card of a folder of haystacks: what the datasets library must know of its tables, and what people should."""

from __future__ import annotations

from collections.abc import Sequence

from hayrick.records.yaml import to_yaml
from hayrick.types import Haystack
from hayrick.wording import counted

_KINDS = ("haystacks", "documents", "insights")


def card(haystacks: Sequence[Haystack]) -> str:
    """Text of `README.md`: configurations in front, then the haystacks, the columns, and how to read them."""
    configs: list[dict[str, object]] = [
        {"config_name": kind, "data_files": [{"split": "train", "path": f"{kind}.parquet"}]} for kind in _KINDS
    ]
    configs[0]["default"] = True
    lines = [_line(one) for one in haystacks]
    return f"---\n{to_yaml({'configs': configs})}---\n{_TEXT.format(haystacks=chr(10).join(lines))}"


def _line(haystack: Haystack) -> str:
    insights = sum(len(one.insights) for one in haystack.subtopics)
    parts = {"document": len(haystack.documents), "subtopic": len(haystack.subtopics), "insight": insights}
    counts = ", ".join(counted(n, noun) for noun, n in parts.items())
    return f"- {_plain(haystack.id)}: {_plain(haystack.topic)} ({counts})"


def _plain(text: str) -> str:
    """A text on one line, in which nothing is markup."""
    one_line = " ".join(text.encode("utf-8", "backslashreplace").decode().split())
    return "".join(f"\\{c}" if c in "\\`*_[]<>#|&" else c for c in one_line)


_TEXT = """# Haystacks

A haystack is a set of documents in which facts ("insights") are planted. It is recorded which documents state which
insight, so one can check whether a model finds an insight and cites the right documents.

{haystacks}

The licence is that of the texts, which this card does not know.

## Tables

- `haystacks` (the default): a row for each haystack. `documents`, `subtopics` with their `insights`, and `held_by`,
  which lists the documents that state each insight. `fields` holds all further fields of a part as JSON.
- `documents`: a row for each document. `position` counts from 1, as citations do.
- `insights`: a row for each insight, with its subtopic, the query, and the ids of the documents that state it.

## Reading them

```python
from datasets import load_dataset

haystacks = load_dataset("FOLDER", split="train")
insights = load_dataset("FOLDER", "insights", split="train")
```

`hayrick run FOLDER --system SYSTEM` scores systems on them.
"""
