"""Conversations in which one request stands several times with different replies, and which fill a length in tokens.

A document is a turn: its title is what the user says, its text the reply. What is asked at the end is the item's query.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain
from random import Random
from typing import NamedTuple

from hayrick.measures.copying import Copied
from hayrick.prompting import tidy
from hayrick.prompting.fitting import adds_up
from hayrick.protocols import Passage
from hayrick.tasks.helmet import writings
from hayrick.tasks.helmet.writings import LEAST, PIECES, Key, piece
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item, Message, Prompt

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
FORMS = ("chat", "text")
SIGNATURE = "mrcr.v1"
"""Of the wording of what users say; another wording needs another one."""

_LAST = (
    "Repeat the {ordinal} {key} from this conversation, word for word and with all its line breaks, and put {string}"
    " directly before it. Count only pieces that were asked for in exactly these words, in the order in which they were"
    " written. Your reply begins with {string} and holds nothing but it and the piece."
)
_SYMBOLS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


class Turn(NamedTuple):
    """What a user says, and the reply."""

    asked: str
    reply: str


class Places(NamedTuple):
    """Where the rivals stand."""

    turns: tuple[int, ...]
    """Numbers of their turns, from 0."""

    tokens: tuple[tuple[int, int], ...]
    """First token of each rival's turn, and the one after its last, in the rendered prompt."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a conversation is rendered and counted.

    Args:
        name: "chat", a message a turn; or "text", one message with "User:" and "Assistant:" before each turn.
        encoding: what lengths are counted in.
    """

    name: str
    encoding: str

    def prompt(self, turns: Sequence[Turn], query: str) -> Prompt:
        """The turns, and the query as the user's last one."""
        signature = f"{SIGNATURE},{self.name}"
        if self.name == "text":
            text = "".join(f"User: {one.asked}\n\nAssistant: {one.reply}\n\n" for one in turns)
            return Prompt(messages=(Message(role="user", text=tidy(f"{text}User: {query}")),), signature=signature)
        messages = [
            message
            for one in turns
            for message in (Message(role="user", text=tidy(one.asked)), Message(role="assistant", text=tidy(one.reply)))
        ]
        return Prompt(messages=(*messages, Message(role="user", text=tidy(query))), signature=signature)

    def tokens(self, turn: Turn) -> int:
        """Tokens of a turn."""
        asked, reply = turn
        if self.name == "text":
            asked, reply = f"User: {asked}\n\n", f"Assistant: {reply}\n\n"
        return _tokens(asked, self.encoding) + _tokens(reply, self.encoding)

    def last(self, query: str) -> int:
        """Tokens of the last request."""
        return tokenizer(self.encoding).count(f"User: {query}" if self.name == "text" else query)

    @property
    def adds_up(self) -> bool:
        """Whether tokens of turns add up to those of the prompt; messages are always counted one by one."""
        return self.name == "chat" or adds_up(self.encoding)


@lru_cache(maxsize=1 << 17)
def _tokens(text: str, encoding: str) -> int:
    return tokenizer(encoding).count(text)


def prompt_of(form: Form, item: Item[Copied], passages: Sequence[Passage]) -> Prompt:
    """Prompt that shows these passages as turns."""
    turns = [Turn(item.documents[one.position - 1].title or "", one.text) for one in passages]
    return form.prompt(turns, item.query)


def last_request(key: str, ordinal: int, string: str) -> str:
    """What is asked at the end.

    Args:
        key: the piece in words, such as "cheerful letter about kites".
        ordinal: from 1.
        string: to be put before the piece.
    """
    return _LAST.format(ordinal=ORDINALS[ordinal - 1], key=key, string=string)


@dataclass
class Filling:
    """Turns around `n` with one request, drawn until a number of tokens is used up.

    Args:
        key: what the request asks for.
        n: turns with this request; of other requests at most as many.
        form: how turns are counted.
        draw: source of all random choices.
    """

    key: Key
    n: int
    form: Form
    draw: Random

    def turns(self, room: int) -> list[Turn] | None:
        """Other turns of exactly so many tokens, or a few less; None where there are not so many.

        The last turn drawn is cut at the end of a word. Where that leaves too short a reply, the shortest turns make
        room for it.
        """
        others = self._others()
        found: list[Turn] = []
        left = room
        for turn in others:
            if self.form.tokens(turn) > left:
                break
            found.append(turn)
            left -= self.form.tokens(turn)
        else:
            return None
        last = self.cut(turn, left)
        while not last and found:
            shortest = min(found, key=self.form.tokens)
            found.remove(shortest)
            left += self.form.tokens(shortest)
            long = (one for one in chain([turn], others) if self.form.tokens(one) >= left)
            last = self.cut(next(long, turn), left)
        found += last
        self.draw.shuffle(found)
        return found

    def cut(self, turn: Turn, room: int) -> list[Turn]:
        """The turn with as many words of its reply as fit; none where too few do."""
        words = turn.reply.split(" ")
        low, high = 0, len(words) + 1
        while high - low > 1:
            middle = (low + high) // 2
            fits = self.form.tokens(Turn(turn.asked, " ".join(words[:middle]))) <= room
            low, high = (middle, high) if fits else (low, middle)
        reply = " ".join(words[:low]).rstrip()
        return [Turn(turn.asked, reply)] if len(reply) >= LEAST else []

    def _others(self) -> Iterator[Turn]:
        """Turns of other requests; half of them ask for the same format or topic, as long as there are any."""
        every = writings.every_key()
        near = [key for key in every if self.key.is_near(key)]
        far = [key for key in every if key != self.key and not self.key.is_near(key)]
        self.draw.shuffle(near)
        self.draw.shuffle(far)
        n_near = n_far = 0
        more: list[tuple[Key, int]] = []
        while near or far:
            wants_near = near and (not far or n_near <= n_far)
            key = (near if wants_near else far).pop()
            times = self.draw.randint(1, self.n)
            numbers = self.draw.sample(range(PIECES), self.n)
            yield from (Turn(key.request, piece(key, number)) for number in numbers[:times])
            more.extend((key, number) for number in numbers[times:])
            n_near, n_far = (n_near + times, n_far) if wants_near else (n_near, n_far + times)
        self.draw.shuffle(more)
        yield from (Turn(key.request, piece(key, number)) for key, number in more)


class Conversation(NamedTuple):
    """A conversation with its last request."""

    turns: tuple[Turn, ...]
    query: str
    gold: Copied
    ordinal: int
    places: Places
    content_tokens: int
    """Tokens of all messages' texts and of the wanted reply, without marks of turns: what OpenAI sorts by."""

    prompt_tokens: int
    """Tokens as rendered."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """A document a turn."""
        return tuple(
            Document(id=f"turn-{number}", title=turn.asked, text=turn.reply)
            for number, turn in enumerate(self.turns, start=1)
        )


def conversation(n: int, ordinal: int, form: Form, room: int, draw: Random) -> Conversation | None:
    """Make a conversation of at most `room` tokens, not many less; None where too few turns fit, or there are too few.

    Args:
        n: turns with one request, 2 to 8.
        ordinal: which of their replies is to be repeated, from 1.
        form: how it is rendered.
        room: tokens of the prompt.
        draw: source of all random choices.
    """
    key = draw.choice(writings.every_key())
    needles = [Turn(key.request, piece(key, number)) for number in draw.sample(range(PIECES), n)]
    string = "".join(draw.choices(_SYMBOLS, k=10))
    query = last_request(key.noun, ordinal, string)
    left = room - form.last(query) - sum(map(form.tokens, needles))
    filling = Filling(key, n, form, draw)
    others = filling.turns(left) if left > 0 else None
    if not others:
        return None
    turns = _with_needles(others, needles, sorted(draw.choices(range(len(others) + 1), k=n)))
    while not form.adds_up and (excess := _excess(form, turns, query, room)) > 0:
        own = [number for number, turn in enumerate(turns) if turn.asked != key.request]
        if not own:
            return None
        longest = max(own, key=lambda number: len(turns[number].reply))
        turns[longest : longest + 1] = filling.cut(turns[longest], form.tokens(turns[longest]) - excess)
    places = tuple(number for number, turn in enumerate(turns) if turn.asked == key.request)
    starts = [0, *accumulate(map(form.tokens, turns))]
    gold = Copied(string, needles[ordinal - 1].reply, tuple(one.reply for one in needles))
    plain = Form("chat", form.encoding)
    return Conversation(
        turns=tuple(turns),
        query=query,
        gold=gold,
        ordinal=ordinal,
        places=Places(places, tuple((starts[place], starts[place + 1]) for place in places)),
        content_tokens=sum(map(plain.tokens, turns)) + plain.last(query) + plain.last(gold.wanted),
        prompt_tokens=starts[-1] + form.last(query),
    )


def _excess(form: Form, turns: Sequence[Turn], query: str, room: int) -> int:
    (message,) = form.prompt(turns, query).messages
    return tokenizer(form.encoding).count(message.text) - room


def _with_needles(others: Sequence[Turn], needles: Sequence[Turn], before: Sequence[int]) -> list[Turn]:
    """Other turns, with each needle before the one of its number."""
    found: list[Turn] = []
    done = 0
    for needle, place in zip(needles, before, strict=True):
        found += [*others[done:place], needle]
        done = place
    return [*found, *others[done:]]


def require_sound(where: str, turns: Sequence[Turn], query: str, gold: Copied, n: int) -> None:
    """Reject a conversation whose answer is not one, as several of the first published ones had.

    Args:
        where: for errors.
        turns: all but the last request.
        query: the last request.
        gold: what it asks for.
        n: how often the request should stand among the turns.

    Raises:
        BadInput: the text is the reply to no turn or to several, its request stands more or less than `n` times, two
            replies to it are equal, or the string stands in a turn, or not in the last request.
    """
    cure = "Leave the conversation out, or read all as they are with flawed=keep."
    askings = {turn.asked for turn in turns if turn.reply == gold.text}
    if len(askings) != 1:
        raise BadInput(where, f"{len(askings)} requests whose reply is the wanted text", "one", cure)
    replies = [turn.reply for turn in turns if turn.asked in askings]
    if len(replies) != n:
        raise BadInput(where, f"{len(replies)} turns with the request that is asked about", f"{n}", cure)
    if len(set(replies)) < n:
        raise BadInput(where, "two equal replies to the request that is asked about", "different ones", cure)
    if any(gold.string in turn.reply or gold.string in turn.asked for turn in turns):
        raise BadInput(where, f"the string '{gold.string[:20]}' in a turn", "a string found nowhere else", cure)
    if gold.string not in query:
        raise BadInput(where, f"a last request without the string '{gold.string[:20]}'", "the string in it", cure)
