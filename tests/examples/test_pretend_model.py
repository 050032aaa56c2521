"""The pretended model of docs/examples: what it quotes, and whom it cites."""

from __future__ import annotations

from typing import Any

from conftest import ROOT
from hayrick.records.user_code import load_function

PROMPT = """<<1a Document 1>>
The mill is old. It stands by the river, and the river is wide.
<<1a end>>
<<1a Document 2>>
- Bran costs four pounds. The river is cold.
<<1a end>>
What the reader wants to know:
<<1a query>>
What costs bran?
<<1a end>>

Summarise this.
Reply with bullets.
Cite documents."""


def test_the_sentence_with_the_question_s_rarest_words_comes_first_and_cites_its_document() -> None:
    generate: Any = load_function(f"python:{ROOT / 'docs' / 'examples' / 'pretend_model.py'}:generate", "test")
    text, read, written = generate([{"role": "system", "content": "-"}, {"role": "user", "content": PROMPT}], 100)
    assert text.splitlines()[0] == "- Bran costs four pounds. [2]"
    assert "<<" not in text
    assert (read, written) == (None, None)
