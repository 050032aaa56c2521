"""Small faults that can be planted in Python source, each as the text of the whole file with one place changed.

Operators: a comparison at its border or turned round, another arithmetic operator, `and` for `or`, a condition negated,
a constant (whole numbers plus 1, others doubled, truth values turned), None in place of what is returned, a statement
left out, the first two arguments exchanged. Texts are left alone: most are messages, which tests need not repeat.
Nothing is planted in annotations, decorators, docstrings, imports, f-strings and blocks for type checkers.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
LEFT_OUT = (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A place, what stands there and what would.

    Attributes:
        operator: What kind of fault.
        line: Where it begins, from 1.
        statement: First line of the statement that it is in.
        at_import: Whether the place runs when the module is imported, not when a function of it is called.
        start: First byte of what is replaced.
        end: Byte after it.
        before: What stands there.
        after: What replaces it.
    """

    operator: str
    line: int
    statement: int
    at_import: bool
    start: int
    end: int
    before: str
    after: str

    def planted(self, source: str) -> str:
        """The file with this fault."""
        data = source.encode()
        return (data[: self.start] + self.after.encode() + data[self.end :]).decode()


def mutants(source: str) -> list[Mutant]:
    """Every mutant of a file, in the order of its places."""
    return sorted(_Planter(source).all(), key=lambda one: (one.start, one.end, one.operator))


class _Planter:
    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self.tree = ast.parse(source)
        lines = self.data.split(b"\n")
        self.starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines))]

    def all(self) -> Iterator[Mutant]:
        yield from self._walk(self.tree, 1, True)

    def _walk(self, node: ast.AST, statement: int, at_import: bool) -> Iterator[Mutant]:
        if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom) or _for_type_checkers(node):
            return
        if isinstance(node, ast.stmt):
            statement = node.lineno
        if isinstance(node, ast.expr | ast.stmt):
            for operator, place, after in _faults(node):
                if not (at_import and isinstance(place, ast.BinOp) and isinstance(place.op, ast.BitOr)):  # A type.
                    yield self._mutant(operator, place, after, statement, at_import)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list") or (
                isinstance(node, ast.AnnAssign) and name == "target"
            ):
                continue
            inside = at_import and not (isinstance(node, _FUNCTIONS) and name == "body")
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from self._walk(child, statement, inside)

    def _mutant(self, operator: str, place: ast.expr | ast.stmt, after: str, statement: int, at_import: bool) -> Mutant:
        assert place.end_lineno is not None
        assert place.end_col_offset is not None
        start = self.starts[place.lineno - 1] + place.col_offset
        end = self.starts[place.end_lineno - 1] + place.end_col_offset
        before = self.data[start:end].decode()
        return Mutant(operator, place.lineno, statement, at_import, start, end, before, after)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _for_type_checkers(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def _faults(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
    """Operator, what is replaced, and by what."""
    if isinstance(node, ast.expr):
        for operator, changed in _expressions(node):
            yield operator, node, f"({ast.unparse(changed)})"
    for test in _conditions(node):
        if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield "condition", test, f"(not {ast.unparse(test)})"
    if isinstance(node, ast.Return) and node.value is not None and ast.unparse(node.value) != "None":
        yield "returned", node.value, "None"
    if isinstance(node, LEFT_OUT) or _acts(node):
        yield "left out", node, "pass"


def _acts(node: ast.AST) -> bool:
    """Whether a statement calls something, or sets an attribute or an element."""
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Call | ast.Await)


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield node.test
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
        for part in node.generators:
            yield from part.ifs


def _expressions(node: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    changed = copy.deepcopy(node)
    if isinstance(changed, ast.Compare):
        for number, operator in enumerate(changed.ops):
            other = copy.deepcopy(changed)
            other.ops[number] = COMPARISONS[type(operator)]()
            yield "comparison", other
    elif isinstance(changed, ast.BinOp) and type(changed.op) in ARITHMETIC and not _text(changed.left):
        changed.op = ARITHMETIC[type(changed.op)]()
        yield "arithmetic", changed
    elif isinstance(changed, ast.BoolOp):
        changed.op = ast.Or() if isinstance(changed.op, ast.And) else ast.And()
        yield "boolean", changed
    elif isinstance(changed, ast.UnaryOp) and isinstance(changed.op, ast.Not | ast.USub):
        yield "boolean" if isinstance(changed.op, ast.Not) else "arithmetic", changed.operand
    elif isinstance(changed, ast.Constant) and isinstance(changed.value, int | float):
        value = changed.value
        changed.value = (
            not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else value * 2 or 1.0
        )
        yield "constant", changed
    elif isinstance(changed, ast.Call) and len(changed.args) > 1 and ast.unparse(changed.func) not in ("max", "min"):
        first, second = changed.args[:2]
        if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
            changed.args[:2] = [second, first]
            yield "exchanged", changed


def _text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
