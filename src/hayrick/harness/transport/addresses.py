"""Addresses of models, from the environment."""

from __future__ import annotations

import os

from hayrick.records.web_addresses import shown


def address_of(model: str) -> str:
    """Base address of a model from the environment; "" for the provider's default.

    Reads `PROVIDER_BASE_URL` (`NAME_BASE_URL` for `openai-api/NAME/MODEL`) and `INSPECT_EVAL_MODEL_BASE_URL`; parts
    that may be secret are removed.
    """
    found = os.environ.get(f"{_service(model)}_BASE_URL") or os.environ.get("INSPECT_EVAL_MODEL_BASE_URL") or ""
    return shown(found) if found else ""


def key_variable(model: str) -> str:
    """Environment variable with the key of a model's provider."""
    return f"{_service(model)}_API_KEY"


def _service(model: str) -> str:
    """Beginning of the environment variables of a model's provider."""
    parts = model.split("/")
    service = parts[1] if parts[0] == "openai-api" and len(parts) > 2 else parts[0]
    return service.upper().replace("-", "_").replace(".", "_")
