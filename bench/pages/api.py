"""docs/reference/api.md, made from the docstrings of the public names: python -m bench.pages.api [FILE]."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from pathlib import Path

import hayrick
from bench.places import ROOT
from hayrick import api, testing
from hayrick.asking import Decoding
from hayrick.harness.models.model_options import ModelOptions
from hayrick.harness.naming.names import TaskOptions
from hayrick.harness.running.run_request import RunRequest

PAGE = ROOT / "docs" / "reference" / "api.md"
HEAD = """# Python: every public name

Made from the docstrings by `python -m bench.pages.api`; change those, and run it again.
[python.md](../guide/python.md) shows how the names are used.
"""
VALUES = ("CitedBullet",)
"""Values within those that public functions return."""


def page() -> str:
    """The page as Markdown."""
    names = sorted(set(hayrick.__all__), key=str.swapcase)
    parts = [HEAD, *(_entry(name, getattr(hayrick, name), "hayrick.") for name in names)]
    parts += [_entry(name, getattr(api, name), "hayrick.api.") for name in VALUES]
    parts += [f"## Options: {one.__name__}\n\n{_text(one)}" for one in (RunRequest, TaskOptions, ModelOptions)]
    parts.append(f"## hayrick.asking.Decoding\n\n{_text(Decoding)}")
    parts += _fields(Decoding)
    parts.append(_entry("assert_coverage", testing.assert_coverage, "hayrick.testing."))
    parts.append(_entry("assert_no_loss", testing.assert_no_loss, "hayrick.testing."))
    return "\n".join(parts)


def _entry(name: str, found: Callable[..., object], prefix: str) -> str:
    if not isinstance(found, type):
        return f"## {prefix}{name}\n\n{_called(name, found)}\n{_text(found)}"
    return "\n".join([f"## {prefix}{name}\n\n{_text(found)}", *_fields(found), *_members(found)])


def _fields(found: type) -> Iterator[str]:
    """The fields of a value, where its docstring does not explain them: their own docstrings stand below them."""
    if not is_dataclass(found) or "Args:" in (found.__doc__ or ""):
        return
    body = ast.parse(inspect.cleandoc(inspect.getsource(found))).body[0]
    assert isinstance(body, ast.ClassDef)
    lines = []
    for one, following in zip(body.body, [*body.body[1:], ast.Pass()], strict=True):
        if isinstance(one, ast.AnnAssign):
            told = following.value if isinstance(following, ast.Expr) else None
            text = f": {' '.join(str(told.value).split())}" if isinstance(told, ast.Constant) else ""
            lines.append(f"- `{ast.unparse(one.target)}`{text}")
    yield "\n".join([*lines, ""])


def _members(found: type) -> Iterator[str]:
    """Properties and methods that a class itself defines, in order."""
    for name, one in vars(found).items():
        if name.startswith("_") or (is_dataclass(found) and name in found.__dataclass_fields__):
            continue
        own = getattr(one, "fget", None) or getattr(one, "func", None) or getattr(one, "__func__", one)
        if inspect.isfunction(own):
            is_called = own is one or isinstance(one, classmethod)
            yield f"### {name}\n\n{_called(name, own) if is_called else ''}{_text(own)}"


def _called(name: str, found: Callable[..., object]) -> str:
    """How a function is called, a parameter a line where it is long."""
    signature = inspect.signature(found)
    whole = _plain(f"{name}{signature}")
    if len(whole) > 100:
        returned = "" if signature.return_annotation is signature.empty else f" -> {signature.return_annotation}"
        whole = _plain(f"{name}(\n" + "".join(f"    {one},\n" for one in _parameters(signature)) + f"){returned}")
    return f"```\n{whole}\n```\n"


def _plain(signature: str) -> str:
    """A signature with annotations that are not quoted."""
    return re.sub(r"(: |-> )'([^']*)'", r"\1\2", signature)


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    starred = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not starred:
            starred = True
            yield "*"
        yield str(one)


def _text(found: object) -> str:
    """A docstring as Markdown: its sections are headed lists."""
    lines: list[str] = []
    for line in (inspect.getdoc(found) or "").splitlines():
        section = re.fullmatch(r"(Args|Returns|Raises):", line)
        item = re.fullmatch(r" {4}(\w+): (.*)", line)
        if section:
            lines += [f"**{section[1]}**", ""]
        elif item:
            lines.append(f"- `{item[1]}`: {item[2]}")
        else:
            lines.append(f"  {line.strip()}" if line.startswith(" " * 8) else line.strip())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    to = Path(sys.argv[1]) if len(sys.argv) > 1 else PAGE
    to.write_text(page(), encoding="utf-8")
