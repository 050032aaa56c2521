"""A summary about a weir, and what a model is asked about it."""

from __future__ import annotations

import re
from typing import Any

from hayrick.judges.coverage.model import Case, CoverageJudge
from hayrick.prompting import Template
from hayrick.protocols import JudgeOptions
from hayrick.types import Bullet, Insight

INSIGHTS = ("The weir was rebuilt in 1931.", "Eels pass it in autumn.", "The lock has two gates.")
BULLETS = (
    Bullet(id=2, text="Builders renewed the weir in 1931.", cites=frozenset({"d3"})),
    Bullet(id=3, text="Eels swim over it [4, 5].", cites=frozenset({"d4"}), unknown=frozenset({"99"})),
    Bullet(id=5, text="A lock stands beside it."),
)


def insights_of(texts: tuple[str, ...] = INSIGHTS) -> tuple[Insight, ...]:
    return tuple(Insight(id=f"i{n}", text=text) for n, text in enumerate(texts, start=1))


def judge_of(variant: str | None = None, template: Template | None = None, **more: Any) -> CoverageJudge:
    return CoverageJudge(JudgeOptions(name="a/model", variant=variant, template=template, **more))


def cases_of(
    judge: CoverageJudge, texts: tuple[str, ...] = INSIGHTS, bullets: tuple[Bullet, ...] = BULLETS
) -> list[Case]:
    return judge.cases(insights_of(texts), bullets)


def case_of(variant: str = "single") -> tuple[CoverageJudge, Case]:
    judge = judge_of(variant)
    return judge, cases_of(judge)[0]


def user_text(case: Case) -> str:
    return case.prompt.messages[-1].text


def marked_lines(case: Case) -> list[str]:
    """Lines between the fences, by what opens them; fails where fences do not alternate."""
    text = user_text(case)
    mark = text.split("<<")[1][:8]
    blocks = re.findall(rf"^<<{mark} (bullets|insights?)>>\n(.*?)\n<<{mark} end>>$", text, re.DOTALL | re.MULTILINE)
    assert [name.rstrip("s") for name, _ in blocks] == ["bullet", "insight"]
    # Each block's opening and closing, and the sentence that explains them.
    assert text.count(mark) == 2 * len(blocks) + 2
    return [line for _, block in blocks for line in block.split("\n")]
