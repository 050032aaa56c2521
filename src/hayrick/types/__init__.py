"""The data types that every other module uses, as frozen, keyword-only values.

`results`: `Item`, `Response`, `Judgement` and `Score` serve every task. `haystack`: `Haystack`, `Subtopic`, `Insight`,
`Bullet` and `Summary` serve tasks that plant, find or cite insights. `prompts`: `Prompt`, `Question` and `Reply` go to
models and come back. `hayrick.protocols` defines what a task consists of.
"""

from hayrick.types.errors import BadInput, HayrickError
from hayrick.types.haystack import (
    Bullet,
    Document,
    Haystack,
    Insight,
    Lookalike,
    Subtopic,
    Summary,
    WithHolders,
    WithInsights,
    WithLookalikes,
)
from hayrick.types.mappings import NOTHING
from hayrick.types.prompts import Alternative, Message, Prompt, Question, Reply, Source
from hayrick.types.results import (
    DOCUMENTS_SHOWN,
    LABEL_VALUES,
    NO_TAGS,
    OWN,
    Basis,
    Estimate,
    Item,
    Judgement,
    Label,
    Response,
    Score,
    Tag,
    Tags,
    Unparsed,
)

__all__ = [
    "DOCUMENTS_SHOWN",
    "LABEL_VALUES",
    "NOTHING",
    "NO_TAGS",
    "OWN",
    "Alternative",
    "BadInput",
    "Basis",
    "Bullet",
    "Document",
    "Estimate",
    "HayrickError",
    "Haystack",
    "Insight",
    "Item",
    "Judgement",
    "Label",
    "Lookalike",
    "Message",
    "Prompt",
    "Question",
    "Reply",
    "Response",
    "Score",
    "Source",
    "Subtopic",
    "Summary",
    "Tag",
    "Tags",
    "Unparsed",
    "WithHolders",
    "WithInsights",
    "WithLookalikes",
]
