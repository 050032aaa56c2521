"""Arguments of a user's own function that stand in its name: `python:rag.py:answer?k=5` passes `k=5`."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from hayrick.records.parameters import cut, given_in
from hayrick.records.signatures import takes
from hayrick.suggestions import did_you_mean
from hayrick.types import BadInput

_WORDS: Mapping[str, bool] = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_REQUEST = "a dict with 'query' and 'documents' (each with 'number', 'id', 'title' and 'text')"
_GIVE = "Give other arguments a default, or a value in the name, as ?NAME=VALUE."
_MOST = 5
"""Arguments that an error shows."""

_KINDS = (bool, int, float, str)


def with_arguments(function: Callable[..., object], spec: str, where: str) -> Callable[..., object]:
    """The function with the keyword arguments that its name gives; the function itself where there are none.

    A value has the type of the argument's annotation, else of its default: int, float, bool or str. With neither, what
    can be read as a number or as true or false is one.

    Args:
        function: takes a request as its first argument.
        spec: its name, with the arguments behind a "?".
        where: what the user gave, for error messages.

    Raises:
        BadInput: the function takes no such argument, or a value is not of its type.
    """
    given = given_in(spec.partition("?")[2], where)
    if not given:
        return function
    try:
        known = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise BadInput(where, f"arguments {', '.join(given)}", "a function that tells its arguments") from None
    takes_any = any(one.kind is one.VAR_KEYWORD for one in known)
    named = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    # The request is the first argument by its place.
    first = next((one for one in known if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)), None)
    arguments = {one.name: one for one in known if one.kind in named and one is not first}
    values = {}
    for name, text in given.items():
        if name not in arguments and not takes_any:
            expected = " or ".join(f"'{one}'" for one in arguments) or "none: the function takes only a request"
            cure = did_you_mean(name, arguments)
            raise BadInput(where, f"unknown argument '{cut(name)}'", expected, cure)
        kind = _kind_of(function, arguments[name]) if name in arguments else None
        try:
            values[name] = _value(text, kind)
        except ValueError:
            expected = "true or false" if kind is bool else f"of type {kind.__name__}" if kind else "a value"
            raise BadInput(where, f"{cut(name)} '{cut(text)}'", expected) from None
    return partial(function, **values)


def require_request(function: Callable[..., object], where: str) -> None:
    """Refuse a function as a system that cannot be called with a request alone.

    Args:
        function: with the arguments that its name gives.
        where: what the user gave, for error messages.

    Raises:
        BadInput: it takes none, or needs more; the line shows how to wrap it.
    """
    if takes(function, 1):
        return
    inner = function.func if isinstance(function, partial) else function
    name = cut(str(getattr(inner, "__name__", type(inner).__name__)))
    names = [cut(one) for one in inspect.signature(inner).parameters]
    wrapped = f'def hayrick_answer(request): return {name}(request["query"], request["documents"])'
    cure = f"Add to its file, and name as the system: {wrapped}" if takes(function, 2) else _GIVE
    raise BadInput(where, f"{name}({', '.join(names[:_MOST])})", f"a function of one argument, {_REQUEST}", cure)


def _kind_of(function: Callable[..., object], argument: inspect.Parameter) -> type | None:
    """Type of an argument by its annotation, which may be a union or a text, else by its default."""
    hints: Mapping[str, object] = {}
    with suppress(Exception):  # An annotation may name what is only imported for type checkers.
        hints = typing.get_type_hints(function if inspect.isroutine(function) else type(function).__call__)
    hint = hints.get(argument.name, argument.annotation)
    options = typing.get_args(hint) if isinstance(hint, types.UnionType) or typing.get_origin(hint) else (hint,)
    kinds = [kind for kind in _KINDS if kind in options or kind.__name__ in options]
    if kinds:
        return kinds[0]
    return type(argument.default) if type(argument.default) in _KINDS else None


def _value(text: str, kind: type | None) -> object:
    """The value that a text stands for.

    Raises:
        ValueError: it is none of this type.
    """
    if kind is bool:
        if text.casefold() not in _WORDS:
            raise ValueError
        return _WORDS[text.casefold()]
    if kind is not None:
        found: object = kind(text)
        return found
    for read in (int, float):
        with suppress(ValueError):
            return read(text)
    return {"true": True, "false": False}.get(text.casefold(), text)
