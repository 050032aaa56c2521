"""Prompts for conversations, and the parser that turns a reply into turns of the speakers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hayrick.asking import numbered, question, shown
from hayrick.prompting import one_line
from hayrick.replies.json import excerpt
from hayrick.synthesis.author.report_prompts import is_copied, reply_tokens, unwrapped, which
from hayrick.synthesis.scenario import DocumentPlan, Scenario
from hayrick.types import Question, Unparsed

SHORTEST_CHAPTER = 40
"""Minimum number of words to ask for."""

_LONGEST_NAME = 80


def chapter_question(
    scenario: Scenario,
    plan: DocumentPlan,
    speakers: Sequence[str],
    so_far: str,
    insight: str,
    avoid: Sequence[str],
    place: tuple[int, int],
    tries: int,
    fault: str,
) -> Question:
    """Ask for one part of a conversation.

    Args:
        scenario: supplies topic and wishes.
        plan: plan of the document.
        speakers: names of the speakers.
        so_far: the parts before this one.
        insight: what it should state; "" for nothing in particular.
        avoid: what it must not state.
        place: its number from 1, and the number of parts.
        tries: number of earlier tries.
        fault: what was wrong with the last try, "" for the first.
    """
    number, n_parts = place
    n_words = max(SHORTEST_CHAPTER, plan.words // n_parts)
    where = "the whole of the conversation" if n_parts == 1 else _PLACES.get((number == 1, number == n_parts), "")
    values = {
        "topic": scenario.topic,
        "wishes": shown(scenario.guidance),
        "speakers": "\n".join(map(one_line, speakers)),
        "so_far": shown(so_far),
        "insight": one_line(insight) or "Nothing in particular: the speakers chat, and state no fact.",
        "avoid": numbered("Avoid", avoid),
        "words": str(n_words),
        "place": where,
        "language": plan.language,
        **which(scenario, plan),
        "attempt": f"An earlier version was refused: {fault}. Write another one." if fault else "",
    }
    shared = ("topic", "wishes", "speakers")
    return question("write-chapter", "writer", values, shared=shared, max_tokens=reply_tokens(n_words), repeat=tries)


_PLACES: Mapping[tuple[bool, bool], str] = {
    (True, False): "the first part: the speakers meet and begin to talk",
    (False, False): "a middle part: the speakers are in the midst of their talk, and it goes on afterwards",
    (False, True): "the last part: the speakers take leave of each other at its end",
}


def read_chapter(reply: str, speakers: Sequence[str]) -> str | Unparsed:
    """Read the turns of a reply, one per line, by the given speakers only.

    A line without a speaker continues the turn before; text before the first turn is dropped. Names are accepted with
    marks around them and in any letter case.
    """
    known = {name.casefold(): name for name in map(one_line, speakers)}
    turns: list[str] = []
    text = unwrapped(reply)
    if is_copied(text):
        return Unparsed(reason="it copies the prompt", reply=excerpt(reply))
    for line in map(one_line, text.splitlines()):
        head, colon, said = line.replace("：", ":", 1).partition(":")
        name = known.get(head.strip("*_-# ").casefold()) if colon and len(head) <= _LONGEST_NAME else None
        said = said.strip("*_ ")
        if name and said:
            turns.append(f"{name}: {said}")
        elif line and not name and turns:
            turns[-1] += f" {line}"
    if not turns:
        return Unparsed(reason="no turn by a speaker", reply=excerpt(reply))
    return "\n".join(turns)
