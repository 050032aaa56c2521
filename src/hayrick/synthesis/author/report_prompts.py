"""Prompts for reports, and the parser that turns a reply into a document."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hayrick.asking import drawn, numbered, question, shown
from hayrick.prompting import one_line, tidy
from hayrick.replies.json import excerpt
from hayrick.synthesis.planning.questions import kind_of
from hayrick.synthesis.scenario import DocumentPlan, Scenario
from hayrick.text import words
from hayrick.types import Question, Unparsed

FORMS: Mapping[str, tuple[str, ...]] = {
    "news": (
        "a news report with the most important thing first",
        "an interview in questions and answers, with an introduction",
        "a column by an author with an opinion",
        "a background piece for readers who come new to the matter",
        "a portrait of one person whose life the topic touches",
        "a report from the spot, scene by scene",
        "a letter from a reader who knows the matter well",
        "a look back at the past weeks",
        "a piece for the local page, close to the neighbours it is about",
        "a dispatch in short, plain paragraphs",
        "a feature that begins with a small incident and widens from there",
        "the record of a public meeting",
    ),
    "": (
        "a plain account",
        "a letter to a colleague",
        "notes of a meeting, written out",
        "an entry in a long diary",
        "a talk, written down",
        "a report to a committee",
        "a piece for a newsletter",
        "an answer to a question that somebody sent in",
    ),
}
"""Forms of documents, by domain; "" is for all other domains."""

SHORTEST = 0.25
"""Minimum length of a first version, as a share of the words asked for."""

KEPT = 0.5
"""Minimum length of a revision, as a share of the document's words."""

_TITLE = re.compile(r"^(?:#{1,6}\s+|\*\*|title\s*:\s*)+", re.IGNORECASE)
_FENCED = re.compile(r"\A```[\w-]{0,20}\n(.*?)\n?```\Z", re.DOTALL)
_AROUND = re.compile(r"\A<<[0-9a-f]{8} [^<>\n]{1,80}>>\n|\n<<[0-9a-f]{8} [^<>\n]{1,80}>>\Z")
_COPIED = re.compile(r"<<[0-9a-f]{8} |^\W{0,9}(?:Insight|Add|Remove|Avoid) \d{1,6}:", re.MULTILINE)
_LONGEST_TITLE = 300


class Draft(NamedTuple):
    """Title and text of a document."""

    title: str
    text: str

    @property
    def whole(self) -> str:
        """Title and text as shown to a model; only the text is checked."""
        return f"{self.title}\n\n{self.text}"


class BriefedDocument(NamedTuple):
    """A written document with the insights found in the last check and their evidence, if any."""

    title: str
    text: str
    present: Mapping[str, str | None]


def reply_tokens(n_words: int) -> int:
    """Token limit for a text of this many words in any language."""
    return 4 * n_words + 500


def report_question(scenario: Scenario, plan: DocumentPlan, insights: Sequence[str], repeat: int = 0) -> Question:
    """Ask for the first version of a report.

    Args:
        scenario: supplies topic, wishes, and the seed that draws the form.
        plan: plan of the document.
        insights: texts that it should state.
        repeat: number of the try.
    """
    forms = FORMS.get(scenario.domain, FORMS[""])
    values = {
        "kind": kind_of(scenario),
        "topic": scenario.topic,
        "wishes": shown(scenario.guidance),
        "insights": numbered("Insight", insights),
        "form": forms[drawn(len(forms), scenario.seed, "form", plan.id)],
        "words": str(plan.words),
        "language": plan.language,
        "dated": plan.date.isoformat() if plan.date else "none",
        **which(scenario, plan),
    }
    return question("write-report", "writer", values, max_tokens=reply_tokens(plan.words), repeat=repeat)


def revision_question(
    scenario: Scenario,
    plan: DocumentPlan,
    draft: Draft,
    add: Sequence[str],
    remove: Sequence[str],
    *,
    is_repeated: bool,
    repeat: int,
) -> Question:
    """Ask for a revision of a report without certain faults.

    Args:
        scenario: supplies the kind of documents.
        plan: plan of the document.
        draft: the current version.
        add: texts that it lacks.
        remove: texts that it must not state.
        is_repeated: whether it repeats another document.
        repeat: number of the revision.
    """
    values = {
        "kind": kind_of(scenario),
        "document": draft.whole,
        "add": numbered("Add", add),
        "remove": numbered("Remove", remove),
        "repeats": "Yes: write it anew" if is_repeated else "No",
        "language": plan.language,
    }
    room = reply_tokens(max(plan.words, len(words(draft.text))))
    return question("revise-report", "writer", values, max_tokens=room, repeat=repeat)


def read_report(reply: str, least_words: float) -> Draft | Unparsed:
    """Read the document of a reply: a title on the first line, then paragraphs.

    Heading marks are removed. A reply of one paragraph has no title.

    Args:
        reply: the model's reply, unchanged.
        least_words: minimum number of words.
    """
    text = unwrapped(reply)
    if is_copied(text):
        return Unparsed(reason="it copies the prompt", reply=excerpt(reply))
    head, _, body = text.partition("\n")
    title = one_line(_TITLE.sub("", head.strip()).strip("*\"' "))
    paragraphs = _paragraphs(body)
    if not paragraphs or len(title) > _LONGEST_TITLE:
        title, paragraphs = "", _paragraphs(text)
    draft = Draft(title, "\n\n".join(paragraphs))
    size = len(words(draft.text))
    if size == 0:
        return Unparsed(reason="an empty reply", reply="")
    if size < least_words:
        return Unparsed(reason=f"{size} words where at least {least_words:.0f} were needed", reply=excerpt(reply))
    return draft


def _paragraphs(text: str) -> list[str]:
    """Parts separated by empty lines; without empty lines, the lines."""
    parts = re.split(r"\n[ \t]*\n", text.strip())
    return [line for part in (parts if len(parts) > 1 else text.split("\n")) if (line := one_line(part))]


def unwrapped(reply: str) -> str:
    """A tidied reply without a surrounding code fence or our own marks."""
    text = tidy(reply).strip()
    found = _FENCED.match(text)
    return _AROUND.sub("", (found[1] if found else text).strip()).strip()


def is_copied(text: str) -> bool:
    """Whether a text repeats marks or numbered lines of its prompt."""
    return _COPIED.search(text) is not None


def which(scenario: Scenario, plan: DocumentPlan) -> dict[str, str]:
    """Values that make the prompt of each document unique: equal prompts would get equal texts."""
    return {"number": plan.id, "n_documents": str(scenario.documents)}
