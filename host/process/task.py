"""Tasks: what a child process runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from host.process.budgets import DEFAULT_BUDGETS, Budgets


class Task(NamedTuple):
    """A function that a child process runs, and what it may use."""

    # "package.module:function"; called with the channel to the parent and the arguments.
    function: str
    # By name; JSON when the child is spawned.
    arguments: Mapping[str, Any] = MappingProxyType({})
    # Files and folders that the child may read, besides Python and the host itself.
    readable: tuple[str, ...] = ()
    budgets: Budgets = DEFAULT_BUDGETS
    # The shape of the result, see `fits`.
    result: Any = object
    # Bytes for the child, which finds them in its channel.
    data: bytes | None = None
    # Whether the parent sends messages; a child that takes none reads end of file.
    takes_messages: bool = False
    # Whether the child may fork processes.
    forks: bool = False

    def to_data(self) -> dict[str, Any]:
        """Return the task as JSON, without the shape of the result, and with the size of the data."""
        return {
            **self._asdict(),
            "arguments": dict(self.arguments),
            "budgets": asdict(self.budgets),
            "result": None,
            "data": None if self.data is None else len(self.data),
        }

    @staticmethod
    def from_data(fields: Mapping[str, Any], data: bytes | None) -> Task:
        """Return the task that `to_data` described."""
        return Task(
            **{**fields, "readable": tuple(fields["readable"]), "budgets": Budgets(**fields["budgets"]), "data": data}
        )


def resolve(name: str) -> Callable[..., Any]:
    """Return the function called "package.module:function". Only trusted code may choose the name."""
    module, _, function = name.partition(":")
    resolved: Callable[..., Any] = getattr(import_module(module), function)
    return resolved


def fits(shape: Any, value: Any) -> bool:
    """Return whether plain data has a shape: a type, [shape of each item], {name: shape} or {str: shape of each}."""
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(shape[0], item) for item in value)
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return False
        if str in shape:
            return all(fits(shape[str], item) for item in value.values())
        return all(name in value and fits(expected, value[name]) for name, expected in shape.items())
    return shape is None or isinstance(value, shape)
