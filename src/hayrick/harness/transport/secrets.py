"""Masks keys and passwords in texts that are told, kept or logged."""

from __future__ import annotations

import base64
import json
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from urllib.parse import unquote, urlsplit

from hayrick.types import BadInput

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
    with a user or a password: the password, and both as the header of basic authentication holds them; and whatever
    begins like a provider's key. Of a value of several lines each line is one.
    """
    values = [(name, value.strip()) for name, value in os.environ.items()]
    secrets = [value for name, value in values if _NAME.search(name) and len(value) >= _SHORTEST]
    secrets += [line for one in secrets for line in _lines(one, _SHORTEST)]
    secrets += chain.from_iterable(_of_address(value, _SHORTEST) for _, value in values)
    return _LIKE_A_KEY.sub("***", without_keys(text, secrets))


def keys() -> list[str]:
    """Keys and passwords from the environment which a server that was sent one may repeat in a reply.

    Less is masked in replies than in messages, so that no word of an answer is: values of at least 12 characters, of
    variables whose names end in KEY, TOKEN, SECRET or PASSWORD, and passwords of as many in addresses. User and
    password together, and the header of basic authentication, are no word of an answer at any length.
    """
    found, addressed = list[str](), list[str]()
    for name, value in os.environ.items():
        if name.upper().endswith(_KEY_NAMES) and len(secret := value.strip()) >= _SHORTEST_KEY:
            found.append(secret)
        if "@" in value:
            addressed += _of_address(value.strip(), _SHORTEST_KEY)
    return [*found, *(line for one in found for line in _lines(one, _SHORTEST_KEY)), *addressed]


def _lines(key: str, shortest: int) -> list[str]:
    """Lines of a key that has several: a server or a message may repeat one alone."""
    lines = [line.strip() for line in key.splitlines()]
    return [line for line in lines if len(line) >= shortest] if len(lines) > 1 else []


def without_keys(text: str, keys: Iterable[str]) -> str:
    """Mask keys in a text, also as Python and JSON write them; one may hold another one."""
    for form in sorted({form for key in keys for form in _forms(key)}, key=len, reverse=True):
        text = text.replace(form, "***")
    return text


def without_keys_in(value: object, keys: Sequence[str]) -> object:
    """Mask keys in every string of a JSON value, names included."""
    if isinstance(value, str):
        return without_keys(value, keys)
    if isinstance(value, list):
        return [without_keys_in(one, keys) for one in value]
    if isinstance(value, dict):
        return {without_keys(name, keys): without_keys_in(one, keys) for name, one in value.items()}
    return value


def _forms(key: str) -> set[str]:
    """How texts may repeat a key: a message may have escaped what is no printable ASCII."""
    if _is_sendable(key):
        return {key}
    return {key, repr(key)[1:-1], ascii(key)[1:-1], json.dumps(key)[1:-1], repr(key.encode("utf-8", "replace"))[2:-1]}


def _is_sendable(key: str) -> bool:
    """Whether a header of a request can hold a key."""
    return all(" " <= character <= "~" for character in key)


def sendable_key(variable: str) -> str:
    """The key in an environment variable, without space around it; "" for none.

    Raises:
        BadInput: it has a character that no request can hold; the line repeats nothing of it.
    """
    key = os.environ.get(variable, "").strip()
    require_sendable(key, variable)
    return key


def require_sendable(key: str, variable: str) -> None:
    """Reject a key that a header of a request cannot hold.

    Raises:
        BadInput: it has a line break, or another character that is no printable ASCII; the line repeats nothing of it.
    """
    if not _is_sendable(key):
        has = "a line break" if {"\n", "\r"} & set(key) else "a character that is no printable ASCII"
        raise BadInput(f"environment variable {variable}", f"a key with {has}", "one line of ASCII", "Set it again.")


def _of_address(value: str, shortest: int) -> Iterator[str]:
    """Secrets of a web address, the longest first: passwords of so many characters, and users without a password."""
    if "://" not in value or "@" not in value:
        return
    try:
        parts = urlsplit(value)
    except ValueError:
        return
    user, password = parts.username or "", parts.password or ""
    for name, secret in ((unquote(user), unquote(password)), (user, password)):
        if name or secret:
            yield base64.b64encode(f"{name}:{secret}".encode()).decode()
        if secret and len(pair := f"{name}:{secret}") >= _SHORTEST:
            yield pair
    alone = password or (user if len(user) >= _SHORTEST_KEY else "")
    yield from (one for one in (alone, unquote(alone)) if len(one) >= shortest)
