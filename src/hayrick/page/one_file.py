"""A page as one file that loads nothing: template, style and program put together, and a policy that admits no more."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path

import jinja2

from hayrick import __version__
from hayrick.charts.drawing import clean

HERE = Path(__file__).parent


def one_file(template: str, styles: Sequence[str], programs: Sequence[str], **values: object) -> str:
    """HTML text of a page.

    The content policy of the template forbids everything but this style and this program, by their hashes.

    Args:
        template: file of the template.
        styles: files of the style, in order.
        programs: files of the program, in order.
        values: what the template shows besides; texts are escaped.
    """
    style, script = (
        "\n".join((HERE / name).read_text(encoding="utf-8") for name in names) for names in (styles, programs)
    )
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE), autoescape=True, undefined=jinja2.StrictUndefined
    )
    written = environment.get_template(template).render(
        style=style,
        style_hash=_hash_of(style),
        script=script,
        script_hash=_hash_of(script),
        version=__version__,
        **values,
    )
    return clean(written)


def _hash_of(text: str) -> str:
    """Hash of a style or a program, by which a content policy admits it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}"
