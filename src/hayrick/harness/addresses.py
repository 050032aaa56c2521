"""Addresses of models and endpoints: from the environment, and as they may be shown."""

from __future__ import annotations

import os
from urllib.parse import urlsplit


def shown(url: str) -> str:
    """Address without user, password, query and fragment, any of which may be secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "?"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


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


def is_web_address(url: str) -> bool:
    """Whether a URL begins with http:// or https:// and has a host."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False
