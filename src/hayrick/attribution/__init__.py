"""Claim -> documents that support it, each with a probability and the sentence that says so."""

from hayrick.attribution.attributor import Attribution, Attributor, Support, claim_text, repair
from hayrick.attribution.model import Model, choose, load_model

__all__ = ["Attribution", "Attributor", "Model", "Support", "choose", "claim_text", "load_model", "repair"]
