"""Attribution: finds the documents that support a claim, each with a probability and the supporting sentence."""

from hayrick.attribution.attributor import Attribution, Attributor, Support, claim_text, repair
from hayrick.attribution.model import Model, choose, load_model

__all__ = ["Attribution", "Attributor", "Model", "Support", "choose", "claim_text", "load_model", "repair"]
