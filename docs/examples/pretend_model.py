"""A pretended model behind a real server, to try runs with models where there is no key and no model.

    python docs/examples/pretend_model.py          # serves on 127.0.0.1:8000 until interrupted

It quotes sentences of its prompt that share rare words with the prompt's end, where the question stands, and cites the
document that each stands in. It understands nothing: scores say how a run works, not how models do.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
from chat_endpoint import serve

END = 8
"""Lines at the end of a prompt that are read as the question."""

QUOTED = 5
_HEADING = re.compile(r"<<.* (\d+)>>")


def words(text: str) -> set[str]:
    """Words and numbers, in lower case."""
    return set(re.findall(r"[\w-]+", text.casefold()))


def generate(messages: Sequence[Mapping[str, str]], max_tokens: int) -> tuple[str, int | None, int | None]:
    """The sentences that fit the question best, as bullets; tokens are not counted."""
    lines = messages[-1]["content"].splitlines()
    asked = words(" ".join(lines[-END:]))
    times = Counter(word for line in lines for word in words(line))
    found, number = list[tuple[float, str]](), ""
    for line in lines[:-END]:
        if heading := _HEADING.match(line):
            number = f" [{heading[1]}]"
        if line.startswith("<<"):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+", line):
            fit = sum(1 / times[word] for word in words(sentence) & asked)
            found.append((fit, f"- {sentence.lstrip('-*#| ')}{number}"))
    best = sorted(found, key=lambda one: -one[0])[:QUOTED]
    return "\n".join(bullet for _, bullet in best), None, None


if __name__ == "__main__":
    serve(generate, port=8000)
