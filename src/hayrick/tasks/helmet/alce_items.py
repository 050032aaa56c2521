"""Items of generation with citations: a question, and the first passages found for it that fill a length exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

import numpy as np

from hayrick.measures.wanted import Wanted
from hayrick.prompting import Template, load, prompt_tokens, showing
from hayrick.prompting.fitting import number_that_fits, told
from hayrick.protocols import Passage, Retriever
from hayrick.records.parameters import Parameters, size_name
from hayrick.records.read_files import fingerprint_file
from hayrick.retrieval.catalogue import retriever
from hayrick.retrieval.scoring import ranking
from hayrick.tasks.helmet.alce_rows import Asked, ReadWanted, read_asked
from hayrick.tasks.helmet.passages import Text, files_in, read_passages
from hayrick.text import seeded
from hayrick.tokens import tokenizer
from hayrick.types import BadInput, Document, Item, Prompt

REPLY_TOKENS = 300


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class Plan:
    """What the parameters come to.

    `sizes` are lengths in tokens, or a single number of passages if `counted`. `corpus` is empty where the passages are
    those of the questions.
    """

    name: str
    asked: Sequence[Asked]
    sizes: Sequence[int]
    counted: bool
    n: int
    corpus: tuple[Document, ...]
    retriever: Retriever
    template: Template
    encoding: str
    fingerprint: str

    @classmethod
    def of(cls, parameters: Parameters, template: str, wanted: ReadWanted) -> Plan:
        """Read the parameters.

        Args:
            parameters: of the task.
            template: name of the prompt.
            wanted: reads the wanted answers of a row.

        Raises:
            BadInput: a parameter or a file is not what it must be.
        """
        name, where = parameters.spec.partition("?")[0], parameters.where
        if "docs" in parameters.left and "length" in parameters.left:
            raise BadInput(where, "length and docs", "one of them", "Passages fill a length, or there are so many.")
        n_docs = parameters.whole("docs", 0, least=0)
        sizes = [n_docs] if n_docs else parameters.sizes("length", "8k")
        data, folders = parameters.paths("data"), parameters.paths("corpus", optional=True)
        if len(data) > 1:
            raise BadInput(where, f"{len(data)} files", "one file", "Join them, or run each alone.")
        given, words = parameters.text("retriever", ""), parameters.whole("words", 0, least=0)
        if (given or words) and not folders:
            raise BadInput(where, "a retriever or words without corpus", "&corpus=FILE", "Name what is searched.")
        files = files_in(folders)
        parameters.files[:] = [*data, *files]
        texts = read_passages(files, words) if files else []
        encoding, n = parameters.encoding(), parameters.whole("n", 100, least=1)
        return cls(
            name=name,
            asked=read_asked(data[0], wanted),
            sizes=sizes,
            counted=n_docs > 0,
            n=n,
            corpus=tuple(Document(id=one.id, title=one.title or None, text=one.shown) for one in texts),
            retriever=retriever(given or "bm25"),
            template=load(template),
            encoding=encoding,
            fingerprint="+".join(map(fingerprint_file, (*data, *files))),
        )

    @property
    def signature(self) -> str:
        """Everything that the items and their scores depend on, besides the files."""
        sizes = "+".join(map(str, self.sizes))
        found = f"retriever:{self.retriever.signature},passages:{len(self.corpus)}" if self.corpus else "of the file"
        size = f"{'docs' if self.counted else 'lengths'}:{sizes},n:{self.n},passages {found}"
        return f"{size}{told(self.encoding)},{self.template.signature}"

    @property
    def datasets(self) -> list[str]:
        """Names of the strata."""
        return [self._dataset(size) for size in self.sizes]

    def _dataset(self, size: int) -> str:
        return f"{self.name.rpartition('/')[2]}@{f'{size}docs' if self.counted else size_name(size)}"

    def items(self, seed: int) -> list[Item[Wanted]]:
        """All items, sizes one after the other, questions in the file's order."""
        chosen = seeded(f"{self.name}/{seed}").sample(range(len(self.asked)), min(self.n, len(self.asked)))
        questions = [self.asked[place] for place in sorted(chosen)]
        by_question = [[*self._sized(one)] for one in questions]
        return [found[number] for number in range(len(self.sizes)) for found in by_question]

    def prompt(self, question: str, passages: Sequence[Passage]) -> Prompt:
        """Prompt that shows passages and a question."""
        return showing(self.template, passages, {"question": question}, heading="Document")

    def _sized(self, asked: Asked) -> Iterator[Item[Wanted]]:
        """The item of a question for each size."""
        filling = _Filling(self, asked, self._found(asked))
        for size in self.sizes:
            n = filling.counted(size) if self.counted else filling.filled(size)
            tags = {"passages": n} if self.counted else {"length": size, "passages": n}
            yield Item(
                dataset=self._dataset(size),
                group=asked.id,
                id=f"{self._dataset(size).partition('@')[2]}-{asked.id}",
                query=asked.question,
                gold=asked.wanted,
                documents=tuple(islice(filling.documents, n)),
                tags=tags,
            )

    def _found(self, asked: Asked) -> tuple[Document, ...]:
        """Passages for a question, best first; their ids are numbers, as lists may hold a passage twice."""
        if not self.corpus:
            texts: Sequence[Text | Document] = asked.passages
        else:
            scores = self.retriever.scores(asked.question, self.corpus)
            texts = [self.corpus[place] for place in ranking(scores)]
        shown = ((one.title, one.shown if isinstance(one, Text) else one.text) for one in texts)
        return tuple(
            Document(id=str(number), title=title or None, text=text) for number, (title, text) in enumerate(shown, 1)
        )


class _Filling(NamedTuple):
    """The passages of one question, and how many of them fit."""

    plan: Plan
    asked: Asked
    documents: tuple[Document, ...]

    @property
    def _where(self) -> str:
        return f"{self.asked.where}: question '{self.asked.id[:60]}'"

    def counted(self, n: int) -> int:
        """Return a number of passages, if the corpus has that many."""
        if len(self.documents) < n:
            cure = "Give fewer docs, or a corpus with &corpus=."
            raise BadInput(self._where, f"{len(self.documents)} passages", f"{n}", cure)
        return n

    def filled(self, length: int) -> int:
        """As many passages as fit with the question and the reply, the first ones.

        Raises:
            BadInput: not even one fits, or all do.
        """
        plan, sums = self.plan, [self._around()]
        for number, one in enumerate(self.documents, start=1):
            if sums[-1] > length:
                break
            sums.append(sums[-1] + _tokens(plan.encoding, number, one.text))
        n = number_that_fits(np.array(sums), length, plan.encoding, self._tokens_with)
        if n == len(self.documents):
            found = f"only {sums[-1]:,} tokens with all {n} passages"
            cure = "Give a smaller length, or a corpus with &corpus=."
            raise BadInput(self._where, found, f"more than {length:,}", cure)
        if n < 1:
            needed = f"room for the question and a passage ({sums[min(1, len(sums) - 1)]:,} tokens or more)"
            raise BadInput(self._where, f"length {length}", needed, "Give a greater length.")
        return n

    def _around(self) -> int:
        """Tokens of a prompt without its passages, and of the reply."""
        only = Passage(document="1", position=1, text="x")
        around = prompt_tokens(self.plan.prompt(self.asked.question, [only]), self.plan.encoding)
        return around - _tokens(self.plan.encoding, 1, "x") + REPLY_TOKENS

    def _tokens_with(self, n: int) -> int:
        shown = [Passage(document=one.id, position=int(one.id), text=one.text) for one in self.documents[:n]]
        return prompt_tokens(self.plan.prompt(self.asked.question, shown), self.plan.encoding) + REPLY_TOKENS


@lru_cache(maxsize=1 << 16)
def _tokens(encoding: str, number: int, text: str) -> int:
    """Tokens of a passage as a prompt shows it; in cl100k no token reaches from one passage into the next."""
    return tokenizer(encoding).count(f"Document {number}:\n{text}\n\n")
