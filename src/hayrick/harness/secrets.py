"""Masks keys and passwords in texts that are told, kept or logged."""

from __future__ import annotations

import base64
import os
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from urllib.parse import unquote, urlsplit

_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_SHORTEST = 6
_KEY_NAMES = ("KEY", "TOKEN", "SECRET", "PASSWORD")
"""How names of keys end, in capital letters."""

_SHORTEST_KEY = 12
_LIKE_A_KEY = re.compile(r"(?<![\w-])(?:sk-|gsk_|hf_|xai-|AIza|Bearer )[\w.-]{12,}")
"""Keys by how providers let them begin: a server may repeat one that it holds itself."""


def without_secrets(text: str) -> str:
    """Mask keys and passwords from the environment in a text; servers repeat them in error messages.

    Secrets are the values, of at least 6 characters, of variables with a name like KEY or TOKEN, and of each address
    with a user and a password: the password, and both as the header of basic authentication holds them; and whatever
    begins like a provider's key.
    """
    values = [(name, value.strip()) for name, value in os.environ.items()]
    secrets = [value for name, value in values if _NAME.search(name) and len(value) >= _SHORTEST]
    secrets += chain.from_iterable(_of_address(value) for _, value in values)
    return _LIKE_A_KEY.sub("***", without_keys(text, secrets))


def keys() -> list[str]:
    """Keys from the environment which a server that was sent one may repeat in a reply.

    Less is masked in replies than in messages, so that no word of an answer is: values of at least 12 characters, of
    variables whose names end in KEY, TOKEN, SECRET or PASSWORD.
    """
    # Values are not read of other names: this is called for every reply.
    named = (os.environ.get(name, "").strip() for name in os.environ if name.upper().endswith(_KEY_NAMES))
    return [secret for secret in named if len(secret) >= _SHORTEST_KEY]


def without_keys(text: str, keys: Iterable[str]) -> str:
    """Mask keys in a text; one may hold another one."""
    for key in sorted(keys, key=len, reverse=True):
        text = text.replace(key, "***")
    return text


def _of_address(value: str) -> Iterator[str]:
    """Secrets of a web address, the longest first."""
    if "://" not in value or "@" not in value:
        return
    try:
        parts = urlsplit(value)
    except ValueError:
        return
    user, password = parts.username or "", parts.password or ""
    for pair in (f"{unquote(user)}:{unquote(password)}", f"{user}:{password}"):
        if password:
            yield base64.b64encode(pair.encode()).decode()
            yield pair
    yield from (one for one in (password, unquote(password)) if len(one) >= _SHORTEST)
