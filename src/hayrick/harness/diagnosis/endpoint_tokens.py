"""The tokens that a server makes of a chat, where it shows them: llama.cpp's server and vLLM do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hayrick.harness.transport.addresses import address_of, key_variable
from hayrick.harness.transport.http import NoReply, Poster
from hayrick.types import BadInput

_SECONDS = 20.0


class ServerTokens(NamedTuple):
    """Token ids of a chat's prompt, and the id that the tokeniser puts before texts, None if it puts none."""

    ids: Sequence[int]
    bos: int | None


def server_tokens(model: str, messages: Sequence[tuple[str, str]]) -> ServerTokens | None:
    """Ask the server of a model for the tokens of a chat; None where it shows none.

    Only a server at an address of the user's own is asked, beside the address of its chats.
    """
    address = address_of(model)
    if not address:
        return None
    root, name = address.rstrip("/").removesuffix("/v1"), model.split("/", 2)[-1]
    ask = _Asker(Poster(key_env=key_variable(model), seconds=_SECONDS, tries=1), f"{root}/tokenize")
    chat = [{"role": role, "content": text} for role, text in messages]
    ids = ask.ids({"model": name, "messages": chat, "add_generation_prompt": True})
    if not ids:
        rendered = ask.value(f"{root}/apply-template", {"messages": chat}).get("prompt")
        if not isinstance(rendered, str):
            return None
        ids = ask.ids({"content": rendered, "add_special": True, "parse_special": True})
    if not ids:
        return None
    # llama.cpp wants "content" and "add_special", vLLM "prompt" and "add_special_tokens".
    text = {"model": name, "content": "a", "prompt": "a"}
    bare = ask.ids({**text, "add_special": False, "add_special_tokens": False})
    whole = ask.ids({**text, "add_special": True, "add_special_tokens": True})
    return ServerTokens(ids, whole[0] if whole and bare and whole[0] != bare[0] else None)


class _Asker(NamedTuple):
    post: Poster
    tokenize: str

    def value(self, url: str, what: Mapping[str, object]) -> Mapping[str, object]:
        try:
            found = self.post(url, what)
        except (NoReply, BadInput):
            return {}
        return found if isinstance(found, dict) else {}

    def ids(self, what: Mapping[str, object]) -> list[int]:
        found = self.value(self.tokenize, what).get("tokens")
        return [one for one in found if isinstance(one, int)] if isinstance(found, list) else []
