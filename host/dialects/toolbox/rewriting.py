"""toolbox.rewrite: rules on squares, from a table of Lua or a file in TOML."""

from __future__ import annotations

import tomllib
from typing import Any

import numpy as np

from host.border.function import Call
from host.border.schema import Integer, Maybe, Text, Type, refuse, refuse_names
from host.border.service import service_for
from host.border.values import Table, Value
from host.dialects.toolbox.ground import unpack_codes
from host.dialects.toolbox.plans import MAX_SQUARES, plan_for_lua
from host.errors import GenerationError, ModError
from host.generate.plans.plan import Plan
from host.generate.plans.rewrite import codes_of
from host.generate.rewriting.letters import LetterGrid
from host.generate.rewriting.program import Program, check_kinds, read_program

_SIDE = Integer(1, MAX_SQUARES)
# Fields beside the program -> their types.
_OUTER: dict[str, Type] = {"width": _SIDE, "height": _SIDE, "file": Maybe(Text(1000))}
_FIELDS = ("width", "height", "fill", "origin", "rules", "kinds", "file")
# Tables in tables, and values in them, that a program may have.
_DEPTH, _MOST_VALUES = 6, 20_000


class _Options(Type):
    """The fields of toolbox.rewrite as plain data."""

    name = "options"

    def read(self, value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, Table) or value.items:
            refuse(path, value, "must be a table with width, height and rules")
        refuse_names(path, value, _FIELDS, "option")
        options = {
            name: _plain(field, f"{path}.{name}", _DEPTH) for name, field in value.fields.items() if name not in _OUTER
        }
        options |= {name: kind.read(value.fields.get(name), f"{path}.{name}") for name, kind in _OUTER.items()}
        squares = options["width"] * options["height"]
        if squares > MAX_SQUARES:
            refuse(path, squares, f"is width × height: must be at most {MAX_SQUARES}")
        return options


def _plain(value: Any, path: str, depth: int) -> Any:
    """Return a value of Lua as TOML would give it."""
    if not isinstance(value, Table):
        if value is None or isinstance(value, str | int | float | bool):
            return value
        refuse(path, value, "must be text, a number, or a table of these")
    if not depth or len(value.items) + len(value.fields) > _MOST_VALUES:
        refuse(path, value, "has too many values, or tables in tables")
    if value.items and value.fields:
        refuse(path, value, "must be a list, or a table with names")
    if value.fields:
        return {name: _plain(field, f"{path}.{name}", depth - 1) for name, field in value.fields.items()}
    return [_plain(item, f"{path}[{i}]", depth - 1) for i, item in enumerate(value.items, 1)]


@service_for("toolbox.rewrite", options=_Options())
def toolbox_run_rules(call: Call, content: bytes | None, options: dict[str, Any]) -> tuple[int, int, bytes, str]:
    """Run a program; return width, height, the letters, and the letter that fills the grid at first.

    `content` is a file in TOML; options win over it.
    """
    try:
        program = _read(content, options)
        grid = LetterGrid(options["width"], options["height"], program, call.stream("toolbox.rewrite"))
        for _ in grid.run():
            pass
    except GenerationError as error:
        raise ModError(f"toolbox.rewrite: {error.message}", hint=error.hint) from error
    return options["width"], options["height"], grid.letters.tobytes(), program.fill


def _read(content: bytes | None, options: dict[str, Any]) -> Program:
    fields: dict[str, Any] = {}
    if content is not None:
        try:
            fields = tomllib.loads(content.decode("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise GenerationError(f"{options['file']} is no TOML: {error}") from None
    fields |= {name: value for name, value in options.items() if name not in _OUTER}
    return read_program(fields)


class _Kinds(Type):
    """A table from letters to kinds of squares."""

    name = "table"

    def read(self, value: Any, path: str) -> dict[str, str]:
        if value is None:
            return {}
        if not isinstance(value, Table) or value.items:
            refuse(path, value, 'must be a table from letters to kinds of squares, such as { W = "room" }')
        try:
            return check_kinds({name: _plain(kind, f"{path}.{name}", 0) for name, kind in value.fields.items()})
        except GenerationError as error:
            raise ModError(f"letters:plan: {error.message}", hint=error.hint) from error


@service_for("letters:plan", kinds=_Kinds())
def toolbox_plan_of_letters(
    call: Call,  # noqa: ARG001 - a service for mods
    letters: bytes,
    width: int,
    fill: str,
    kinds: dict[str, str],
) -> Value:
    """Return the plan of a grid of letters, with walls around what is open."""
    plan = Plan(0, 0)
    plan.cells = codes_of(Program(fill, None, (), kinds))[unpack_codes(letters, width)].astype(np.uint8)
    plan.raise_walls()
    return plan_for_lua(plan)
