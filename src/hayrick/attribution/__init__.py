"""Attribution: finds the documents that support a claim, each with a probability and the supporting sentence."""

from hayrick.attribution.attributor import Attribution, Attributor, Support, claim_text, repair
from hayrick.attribution.choice import DEFAULT, InTurn, load_model, names, parts
from hayrick.attribution.model import Model, choose

__all__ = [
    "DEFAULT",
    "Attribution",
    "Attributor",
    "InTurn",
    "Model",
    "Support",
    "choose",
    "claim_text",
    "load_model",
    "names",
    "parts",
    "repair",
]
