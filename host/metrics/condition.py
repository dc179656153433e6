"""Conditions on dungeons, such as `rooms > 20 and items.base.axe >= 1`, in the words of Python."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.metrics.contents import KINDS
from host.metrics.measurement import METRICS
from host.metrics.occurrence import OPTION, SEPARATOR

_LONGEST = 1000
# Parts in each other: readers of a text call themselves for each.
_DEEPEST = 100
_EXAMPLE = 'an example: "rooms > 20 and items.base.axe >= 1"'
# First part of a name -> kind of contents.
_PLURALS = {**{f"{kind}s": kind for kind in KINDS}, "options": OPTION}
_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_SUMS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: a / b if b else math.nan,
}


class _Expression:
    """A text about a dungeon, and the metrics that it needs."""

    def __init__(self, text: str, what: str) -> None:
        """Read a text, which messages call `what`. Raises RequestError, which shows what cannot be read."""
        self.text = text
        self._what = what
        # Id of a metric -> its name in the text, in the order of the text.
        self._metrics: dict[str, str] = {}
        if len(text) > _LONGEST:
            raise RequestError(f"the {what} has {len(text)} characters: must have at most {_LONGEST}")
        try:
            self._tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            rest = text.strip()[(getattr(error, "offset", None) or 1) - 1 :]
            where = f'cannot be read from "{rest}" on' if rest and rest != text.strip() else "cannot be read"
            raise RequestError(f'the {what} "{text}" {where}', hint=_EXAMPLE) from None
        if _is_deep(self._tree):
            raise RequestError(f"the {what} is nested, or joined, more than {_DEEPEST} times: must be simpler")

    @property
    def metrics(self) -> tuple[str, ...]:
        """The ids of the metrics whose values are needed, each once."""
        return tuple(self._metrics)

    @property
    def names(self) -> Mapping[str, str]:
        """The name in the text of each metric, by id."""
        return self._metrics

    def _read_number(self, node: ast.expr) -> Callable[[Mapping[str, float]], float]:
        match node:
            case ast.Constant(value=bool() | int() | float() as constant):
                try:
                    number = float(constant)
                except OverflowError:
                    raise self._problem(node, "is a huge number", "compare with a smaller one") from None
                return lambda _: number
            case ast.UnaryOp(op=ast.USub(), operand=part):
                value = self._read_number(part)
                return lambda values: -value(values)
            case ast.BinOp(op=ast.Div(), right=ast.Constant(value=0)):
                raise self._problem(node, "divides by 0", "divide by another number")
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SUMS:
                combine, first, second = _SUMS[type(op)], self._read_number(left), self._read_number(right)
                return lambda values: combine(first(values), second(values))
            case ast.Name() | ast.Attribute() | ast.Subscript():
                name = self._add(self._name_of(node), node)
                return lambda values: values[name]
        raise self._problem(node, "is no number", "numbers, names, + - * / and brackets are allowed")

    def _name_of(self, node: ast.expr) -> str:
        """Return the id of the metric that a name stands for."""
        match node:
            case ast.Subscript(value=ast.Name(id=plural), slice=ast.Constant(value=str(name))) if plural in _PLURALS:
                return f"{_PLURALS[plural]}{SEPARATOR}{name}"
        parts: list[str] = []
        inner = node
        while isinstance(inner, ast.Attribute):
            parts.insert(0, inner.attr)
            inner = inner.value
        if not isinstance(inner, ast.Name):
            raise self._problem(node, "is no name", "names are metrics, items.ID, monsters.ID, segments.ID, options.ID")
        kind = _PLURALS.get(inner.id)
        if kind is not None and (parts or kind != OPTION):
            return f"{kind}{SEPARATOR}{'.'.join(parts) or '*'}"
        if len(parts) > 1:
            hint = did_you_mean(inner.id, _PLURALS)
            raise self._problem(
                node, "has too many parts", hint or "names of contents begin with items, monsters or segments"
            )
        if not parts and inner.id not in METRICS:
            return f"{OPTION}{SEPARATOR}{inner.id}"
        return ".".join([inner.id, *parts])

    def _add(self, name: str, node: ast.expr) -> str:
        self._metrics[name] = ast.unparse(node)
        return name

    def _problem(self, node: ast.expr, problem: str, advice: str) -> RequestError:
        return RequestError(f'in the {self._what}, "{ast.unparse(node)}" {problem}', hint=advice)


def _is_deep(tree: ast.AST) -> bool:
    """Return whether a tree has more than `_DEEPEST` levels, without a call for each."""
    level, depth = [tree], 0
    while level and depth <= _DEEPEST:
        level, depth = [child for node in level for child in ast.iter_child_nodes(node)], depth + 1
    return bool(level)


class Score(_Expression):
    """A number of a dungeon, such as `rooms`, `-density` or `items.base.axe + items.base.bow`."""

    def __init__(self, text: str) -> None:
        """Read a number. Raises RequestError, which shows what cannot be read."""
        super().__init__(text, "number")
        self._number = self._read_number(self._tree)

    def of(self, values: Mapping[str, float]) -> float:
        """Return the number of a dungeon, of whose metrics these are the values; NaN when one has no value."""
        return self._number(values)


class Condition(_Expression):
    """A condition on the metrics, contents and options of a dungeon.

    Names are metrics (`rooms`, `my_mod.metric`), numbers of contents (`items.base.axe`; `monsters` counts all), and
    options (`width`, or `options.width` where a metric has this name). They are compared with numbers, and options also
    with texts; `and`, `or` and `not` join comparisons. A comparison with a metric that has no value does not hold.
    """

    def __init__(self, text: str) -> None:
        """Read a condition. Raises RequestError, which shows what cannot be read."""
        super().__init__(text, "condition")
        self._test = self._read_test(self._tree)

    def holds(self, values: Mapping[str, float]) -> bool:
        """Return whether the condition holds for a dungeon, of whose metrics these are the values."""
        return self._test(values)

    def find_failing_option(self, values: Mapping[str, float]) -> str | None:
        """Return a part that is about options alone and that does not hold, so that the whole does not; else None."""
        match self._tree:
            case ast.BoolOp(op=ast.And(), values=nodes):
                parts = [Condition(ast.unparse(node)) for node in nodes]
            case _:
                parts = [self]
        for part in parts:
            is_about_options = all(name.startswith(f"{OPTION}{SEPARATOR}") for name in part.metrics)
            if part.metrics and is_about_options and not part.holds(values):
                return part.text.strip()
        return None

    def _read_test(self, node: ast.expr) -> Callable[[Mapping[str, float]], bool]:
        match node:
            case ast.BoolOp(op=join, values=parts):
                tests = [self._read_test(part) for part in parts]
                combine = all if isinstance(join, ast.And) else any
                return lambda values: combine(test(values) for test in tests)
            case ast.UnaryOp(op=ast.Not(), operand=part):
                test = self._read_test(part)
                return lambda values: not test(values)
            case ast.Compare(left=left, ops=ops, comparators=others):
                sides = [left, *others]
                tests = [self._read_comparison(*pair) for pair in zip(sides, ops, others, strict=False)]
                return lambda values: all(test(values) for test in tests)
        raise self._problem(node, "compares nothing", 'write a comparison, such as "rooms > 20"')

    def _read_comparison(
        self, left: ast.expr, comparison: ast.cmpop, right: ast.expr
    ) -> Callable[[Mapping[str, float]], bool]:
        for option, other in ((left, right), (right, left)):
            match other:
                case ast.Constant(value=str(text)):
                    name = self._name_of(option)
                    if not name.startswith(f"{OPTION}{SEPARATOR}") or not isinstance(comparison, ast.Eq | ast.NotEq):
                        advice = "texts are values of options, equal (==) or not (!=)"
                        raise self._problem(other, "is a text", advice)
                    is_equal = self._add(f"{name}={text}", option)
                    wanted = float(isinstance(comparison, ast.Eq))
                    return lambda values: values[is_equal] == wanted
        compare = _COMPARISONS.get(type(comparison))
        if compare is None:
            raise self._problem(right, "is compared in another way", "comparisons are < <= > >= == !=")
        first, second = self._read_number(left), self._read_number(right)

        def holds(values: Mapping[str, float]) -> bool:
            numbers = first(values), second(values)
            return not any(map(math.isnan, numbers)) and compare(*numbers)

        return holds
