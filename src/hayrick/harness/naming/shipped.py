"""The tasks, suites and scenarios that ship: name -> module and description."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_ATTRIBUTING = "hayrick.tasks.ethic.attributing"
_FOCUSING = "hayrick.tasks.ethic.focusing"
_ORGANIZING = "hayrick.tasks.ethic.organizing"
_QUESTIONS = "hayrick.tasks.ethic.questions"
_RECALLING = "hayrick.tasks.ethic.recalling_labels"
_SUMMARIZING = "hayrick.tasks.ethic.summarizing"
_LOW = {"books": "a book", "debates": "a debate", "medicine": "a review's studies", "law": "court opinions"}
_GRAPHWALKS = "hayrick.tasks.helmet.graphwalks"
_INFBENCH = "hayrick.tasks.helmet.infbench"
_LATENT = "hayrick.tasks.helmet.latent"
_MRCR = "hayrick.tasks.helmet.mrcr"
_ALCE = "hayrick.tasks.helmet.alce"
_ICL = "hayrick.tasks.helmet.icl"
_SUMMARIES = "hayrick.tasks.helmet.summaries"
_NIAH = "hayrick.tasks.helmet.niah"
_RAG = "hayrick.tasks.helmet.rag"
TASKS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "helmet/json_kv": ("hayrick.tasks.helmet.json_kv", "HELMET: the value of a key in a long JSON dictionary"),
        "helmet/niah_single_1": (_NIAH, "HELMET: a number in a text of repeated sentences"),
        "helmet/niah_single_2": (_NIAH, "HELMET: a number in essays"),
        "helmet/niah_single_3": (_NIAH, "HELMET: a UUID in essays"),
        "helmet/niah_mk_essay": (_NIAH, "HELMET: a number in essays, beside other keys with numbers"),
        "helmet/niah_mk_needle": (_NIAH, "HELMET: a number among thousands of keys with numbers"),
        "helmet/niah_mk_uuid": (_NIAH, "HELMET: a UUID among thousands of UUIDs with UUIDs"),
        "helmet/niah_mv": (_NIAH, "HELMET: all numbers of a key in essays"),
        "helmet/niah_mq": (_NIAH, "HELMET: the numbers of several keys in essays"),
        "helmet/niah_latent": (_LATENT, "HELMET's needles whose question shares no word with them (as in NoLiMa)"),
        "helmet/niah_latent_direct": (_LATENT, "the same needles, asked about in their own words"),
        "helmet/vt": ("hayrick.tasks.helmet.vt", "HELMET: variable tracking, all names of a value"),
        "helmet/cwe": ("hayrick.tasks.helmet.cwe", "HELMET: the ten common words of a list"),
        "helmet/fwe": ("hayrick.tasks.helmet.fwe", "HELMET: the three most frequent words of a coded text"),
        "helmet/graphwalks_bfs": (_GRAPHWALKS, "GraphWalks: nodes so many edges away from a node of a long graph"),
        "helmet/graphwalks_parents": (_GRAPHWALKS, "GraphWalks: nodes with an edge to a node of a long graph"),
        "helmet/mrcr_2": (_MRCR, "MRCR: one of two replies to one request in a long conversation, word for word"),
        "helmet/mrcr_4": (_MRCR, "MRCR: one of four replies to one request in a long conversation, word for word"),
        "helmet/mrcr_8": (_MRCR, "MRCR: one of eight replies to one request in a long conversation, word for word"),
        "helmet/icl_trec_coarse": (_ICL, "HELMET: the class of a question (6) by labelled examples; ?data=FOLDER"),
        "helmet/icl_trec_fine": (_ICL, "HELMET: the class of a question (50) by labelled examples; ?data=FOLDER"),
        "helmet/icl_banking77": (_ICL, "HELMET: the class of a bank's query (77) by labelled examples; ?data=FOLDER"),
        "helmet/icl_clinc150": (_ICL, "HELMET: the class of a request (151) by labelled examples; ?data=FOLDER"),
        "helmet/icl_nlu": (_ICL, "HELMET: the intent of a command by labelled examples; ?data=FOLDER"),
        "helmet/nq": (_RAG, "HELMET: Natural Questions over retrieved passages; ?data=FILE&corpus=PATH"),
        "helmet/triviaqa": (_RAG, "HELMET: TriviaQA over retrieved passages; ?data=FILE&corpus=PATH"),
        "helmet/hotpotqa": (_RAG, "HELMET: HotpotQA, two gold passages among retrieved ones; ?data=FILE&corpus=PATH"),
        "helmet/popqa": (_RAG, "HELMET: PopQA, rare subjects, over retrieved passages; ?data=FILE&corpus=PATH"),
        "helmet/qa_squad": (_RAG, "HELMET (RULER): SQuAD over retrieved passages; ?data=FILE&retriever=bm25|random"),
        "helmet/qa_hotpot": (
            _RAG,
            "HELMET (RULER): HotpotQA over retrieved passages; ?data=FILE&retriever=bm25|random",
        ),
        "helmet/rerank": (
            "hayrick.tasks.helmet.rerank",
            "HELMET: the passages that answer a query best, out of many; ?data=FILE",
        ),
        "helmet/narrativeqa": (
            "hayrick.tasks.helmet.narrativeqa",
            "HELMET: a question about a book or film script, rated by a judge; ?path=FILE or FOLDER",
        ),
        "helmet/infbench_qa": (_INFBENCH, "HELMET: a question about a book (InfiniteBench); ?path=FILE"),
        "helmet/infbench_choice": (_INFBENCH, "HELMET: a question about a book, with options; ?path=FILE"),
        "helmet/multi_lexsum": (_SUMMARIES, "HELMET: a summary of the papers of a lawsuit (Multi-LexSum); ?data=FILE"),
        "helmet/infbench_sum": (_SUMMARIES, "HELMET: a summary of a book (InfiniteBench); ?data=FILE"),
        "helmet/longbench_v2": (
            "hayrick.tasks.helmet.longbench_v2",
            "LongBench v2: a multiple-choice question about a long text; ?path=FILE",
        ),
        "helmet/babilong": (
            "hayrick.tasks.helmet.babilong",
            "BABILong: a question about facts scattered in a long text; ?path=FILES",
        ),
        "helmet/alce_asqa": (_ALCE, "HELMET (ALCE): all answers to a question in a text with citations; ?data=FILE"),
        "helmet/alce_qampari": (_ALCE, "HELMET (ALCE): a list of answers, each with citations; ?data=FILE"),
        "texts": ("hayrick.tasks.texts", "your own rows of context, query and answer; ?path=FILE"),
        "ethic/recalling": (
            "hayrick.tasks.ethic.recalling",
            "ETHIC: the numbers of people in a book, section by section",
        ),
        **{
            f"ethic/recalling_{domain}": (_RECALLING, f"ETHIC: {what}, in one list; ?data=PATH{more}")
            for domain, what, more in (
                ("books", "names of characters in books", "&labels=RUN"),
                ("debates", "names of people in debates", "&labels=RUN"),
                ("medicine", "numbers of people in the studies of a review", ""),
                ("law", "numbers in legal citations of court opinions", ""),
            )
        },
        **{
            f"ethic/summarizing_{domain}": (_SUMMARIZING, f"ETHIC: a summary of every section of {what}; ?data=PATH")
            for domain, what in (
                ("books", "books"),
                ("debates", "debates"),
                ("medicine", "the studies of a review"),
                ("law", "court opinions"),
            )
        },
        "ethic/organizing_books": (_ORGANIZING, "ETHIC: summaries of a book's sections put in order; ?data=PATH"),
        "ethic/organizing_debates": (_ORGANIZING, "ETHIC: summaries of a debate's sections put in order; ?data=PATH"),
        "ethic/attributing_medicine": (
            _ATTRIBUTING,
            "ETHIC: which studies another review includes, by its background; ?data=PATH",
        ),
        "ethic/attributing_law": (
            _ATTRIBUTING,
            "ETHIC: which segments of opinions cite a target case; ?data=PATH&spans=RUN",
        ),
        **{
            f"ethic/single_qa_{domain}": (
                _QUESTIONS,
                f"ETHIC, low coverage: a question on a drawn part of {what}; ?data=PATH",
            )
            for domain, what in _LOW.items()
        },
        **{
            f"ethic/multi_qa_{domain}": (
                _QUESTIONS,
                f"ETHIC, low coverage: a question on parts of two of {what}; ?data=PATH",
            )
            for domain, what in (("medicine", "a review's studies"), ("law", "the opinions that cite a case"))
        },
        **{
            f"ethic/focused_summary_{domain}": (
                _FOCUSING,
                f"ETHIC, low coverage: what a drawn part of {what} says; ?data=PATH",
            )
            for domain, what in _LOW.items()
        },
    }
)
"""Name -> module, and a description. The module has `task`, a Task or a function of `Parameters` that makes one, and
`MEASURES`; `JUDGES` and `SYSTEMS` where the task brings any along. A haystack file is a task, too: SummHay."""

INFORMATION = "hayrick.tasks.information.task"
"""What `hayrick coverage` makes of every task."""

_SUITE = "hayrick.tasks.helmet.suite"
SUITES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "helmet": (_SUITE, "HELMET: all its tasks of a length, averaged by category and over categories"),
        "helmet_synthetic": (_SUITE, "HELMET's nine later tasks whose texts are made here, to 1M tokens, averaged"),
        "ruler": (_SUITE, "RULER: its 13 tasks, averaged; ?data=FOLDER for the two that ask about passages"),
        "ruler_synthetic": (_SUITE, "RULER: the 11 tasks whose texts are made here, averaged"),
        "ethic": ("hayrick.tasks.ethic.suite", "ETHIC: its tasks in four domains, each averaged; ?data=FOLDER"),
    }
)
"""Name -> module, and a description. The module has `expanded`, a function of `Parameters`."""

SCENARIOS: Mapping[str, str] = MappingProxyType(
    {
        "tidewall": "news: a town builds a tidal power station in its old sea wall",
        "airline": "news: the collapse and rescue of a regional airline",
        "housing": "conversation: neighbours turn an empty factory into co-operative housing",
        "overwinter": "conversation: the crew of a polar station talks through the winter; documents of any length",
    }
)
