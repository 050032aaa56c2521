"""Web addresses that users give: which can be asked, and how they are shown without what may be secret."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from hayrick.types import BadInput


def shown(url: str) -> str:
    """Address without user, password, query and fragment, any of which may be secret."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "?"
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def is_web_address(url: str) -> bool:
    """Whether a URL begins with http:// or https://, and has a host and a path that can be sent."""
    return _parts(url) is not None


def require_plain_address(url: str, option: str, key_env: str) -> None:
    """Reject an address that cannot be asked, or contains secrets, since rows, file names and manifests contain it.

    Args:
        url: the address.
        option: what it was given for, for the error.
        key_env: environment variable that a key belongs in.

    Raises:
        BadInput: it is no web address, or has a user, a password or a query.
    """
    where = f"{option} {shown(url)}" if shown(url) != "?" else option
    parts = _parts(url)
    if parts is None:
        cure = "" if url.isascii() else "Write other characters of a path as %XX."
        raise BadInput(where, "no web address", "http:// or https://, a host, and a path in ASCII", cure)
    if "@" in parts.netloc:
        raise BadInput(where, "an address with a user or a password", "one without", f"Set {key_env}.")
    if parts.query:
        cure = (
            f"Serve each setting at a path of its own, such as {shown(url).rstrip('/')}/5; a key belongs in {key_env}."
        )
        raise BadInput(where, "an address with a query ('?'), which rows and files would name", "one without", cure)


def _parts(url: str) -> SplitResult | None:
    """Parts of a web address; None if it is none. Names of hosts may be in any script, as IDNA has them."""
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna")
        is_sent = all("!" <= character <= "~" for character in parts.path + parts.query)
        return parts if parts.scheme in ("http", "https") and host and is_sent and (parts.port or 1) > 0 else None
    except ValueError:
        return None
