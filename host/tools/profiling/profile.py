"""Profiles: the tree of functions that a child measured, and its sums by mod, file, function and call of the host."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from host.process.child import malformed_answer

# Kinds of nodes: functions of mods, and functions of the host that they call.
MOD, HOST = "mod", "host"
_KINDS = ("", MOD, HOST)
# Limits of what a child may send.
_MOST_NODES, _MOST_DEPTH, _MOST_NUMBER = 20_001, 1000, 2**62


def title_of(name: str, file: str, line: int) -> str:
    """Return a name with the location of a function of a mod; a main chunk has no line."""
    place = f"{file}:{line}" if line else file
    return f"{name} ({place})" if place else name


@dataclass(slots=True, eq=False)
class Node:
    """A function that was called by the function of another node; the node without a kind is below all."""

    kind: str = ""
    name: str = ""
    # "mod/path.lua" and the first line, of a function of a mod.
    file: str = ""
    line: int = 0
    depth: int = 0
    instructions: int = 0
    microseconds: int = 0
    # Bytes by which the memory of Lua grew.
    bytes: int = 0
    # Calls of Python.
    calls: int = 0
    children: dict[tuple[str, str, str, int], Node] = field(default_factory=dict)

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What tells the node from others with the same parent."""
        return self.kind, self.name, self.file, self.line

    @property
    def title(self) -> str:
        """The name, and for a function of a mod its location."""
        return title_of(self.name, self.file, self.line)


@dataclass(slots=True)
class Row:
    """The sums of a mod, a file, a function or a call of the host.

    `host_…` is what the host did for it; `total_…` includes that, and the functions that it called.
    """

    name: str
    file: str = ""
    line: int = 0
    instructions: int = 0
    milliseconds: float = 0.0
    host_instructions: int = 0
    host_milliseconds: float = 0.0
    total_instructions: int = 0
    total_milliseconds: float = 0.0
    bytes: int = 0
    calls: int = 0

    @property
    def title(self) -> str:
        """The name, and for a function of a mod its location."""
        return self.name if self.name == self.file else title_of(self.name, self.file, self.line)

    def add(self, node: Node) -> None:
        """Add what a function itself used."""
        self.instructions += node.instructions
        self.milliseconds += node.microseconds / 1000
        self.bytes += node.bytes
        self.calls += node.calls

    def add_host(self, node: Node) -> None:
        """Add what the host used for a function."""
        self.host_instructions += node.instructions
        self.host_milliseconds += node.microseconds / 1000
        self.bytes += node.bytes
        self.calls += node.calls

    @property
    def order(self) -> tuple[int, str, int, str]:
        """The key that sorts rows: those with most instructions first."""
        return -self.instructions - self.host_instructions, self.file, self.line, self.name


class Profile:
    """What the mods of one or several processes used.

    Instructions and calls are the same whenever the same mods run with the same seed; times and bytes are not.
    """

    def __init__(self) -> None:
        self.root = Node()
        # Processor time of the processes.
        self.milliseconds = 0.0

    def add(self, report: dict[str, Any]) -> None:
        """Add the report of `ProfileObserver`. Raises DiedError for a malformed one."""
        try:
            nodes, seconds = report["nodes"], float(report["seconds"])
            if not 0 <= seconds < _MOST_NUMBER:
                raise ValueError(seconds)
            self._add_nodes(nodes.split("\n"))
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise malformed_answer() from None
        self.milliseconds += seconds * 1000

    def _add_nodes(self, lines: list[str]) -> None:
        if len(lines) > _MOST_NODES:
            raise ValueError(len(lines))
        nodes: list[Node] = []
        for line in lines:
            parent_text, kind, name, file, *numbers = line.split("\t")
            parent, first_line, instructions, microseconds, size, calls = map(int, (parent_text, *numbers))
            if kind not in _KINDS or not all(-1 <= n < _MOST_NUMBER for n in (first_line, instructions, size, calls)):
                raise ValueError(line)
            if nodes and not 1 <= parent <= len(nodes):
                raise ValueError(parent)
            node = self._child(nodes[parent - 1], kind, name, file, first_line) if nodes else self.root
            node.instructions += instructions
            node.microseconds += max(microseconds, 0)
            node.bytes += size
            node.calls += calls
            nodes.append(node)

    def _child(self, parent: Node, kind: str, name: str, file: str, line: int) -> Node:
        child = parent.children.get((kind, name, file, line))
        if child is None:
            child = Node(kind, name, file, line, parent.depth + 1)
            if child.depth > _MOST_DEPTH:
                raise ValueError(child.depth)
            parent.children[child.key] = child
        return child

    def walk(self) -> Iterator[tuple[Node, tuple[Node, ...]]]:
        """Yield each node with those that lead to it from below, the node itself included; parents come first."""
        pending: list[tuple[Node, tuple[Node, ...]]] = [(self.root, ())]
        while pending:
            node, path = pending.pop()
            yield node, path
            pending += [(child, (*path, child)) for child in reversed(node.children.values())]

    @property
    def instructions(self) -> int:
        """All instructions."""
        return sum(node.instructions for node, _ in self.walk())

    def by_mod(self) -> list[Row]:
        """Return a row for each mod, without `total_…`."""
        return self._group(lambda node: (node.file.partition("/")[0], "", 0))

    def by_file(self) -> list[Row]:
        """Return a row for each file, without `total_…`."""
        return self._group(lambda node: (node.file, node.file, 0))

    def by_function(self) -> list[Row]:
        """Return a row for each function of mods."""
        rows = {row.file + f":{row.line}": row for row in self._group(lambda node: (node.name, node.file, node.line))}
        for node, path in self.walk():
            # A function that calls itself is counted once.
            for place in {f"{caller.file}:{caller.line}" for caller in path if caller.kind == MOD}:
                rows[place].total_instructions += node.instructions
                rows[place].total_milliseconds += node.microseconds / 1000
        return list(rows.values())

    def _group(self, key_of: Callable[[Node], tuple[str, str, int]]) -> list[Row]:
        rows: dict[tuple[str, int] | str, Row] = {}
        for node, path in self.walk():
            # A function may have several names.
            mod = next((caller for caller in reversed(path) if caller.kind == MOD), None)
            if mod is not None:
                name, file, line = key_of(mod)
                row = rows.setdefault((file, line) if file else name, Row(name, file, line))
                (row.add if node is mod else row.add_host)(node)
        return sorted(rows.values(), key=lambda row: row.order)

    def host_calls(self) -> list[Row]:
        """Return a row for each function of the host that mods called, without `host_…` and `total_…`."""
        return _by_name(
            node
            for node, path in self.walk()
            if node.kind == HOST and any(caller.kind == MOD for caller in path)
        )  # fmt: skip

    def host_parts(self) -> list[Row]:
        """Return a row for each part of the host that ran below all mods."""
        return _by_name(node for node, path in self.walk() if all(caller.kind == HOST for caller in path) and path)

    @property
    def host_share(self) -> tuple[int, float]:
        """The instructions and milliseconds of the host below all mods: its own Lua, and Python beside Lua."""
        below = [node for node, path in self.walk() if all(caller.kind == HOST for caller in path)]
        measured = sum(node.microseconds for node, _ in self.walk()) / 1000
        own = sum(node.microseconds for node in below) / 1000
        return sum(node.instructions for node in below), own + max(self.milliseconds - measured, 0.0)

    def to_data(self) -> dict[str, Any]:
        """Return the profile as JSON, as `--json` prints it."""
        instructions, milliseconds = self.host_share
        functions = [
            {**_row(row), **_host(row), **_total(row), "file": row.file, "line": row.line, "mod": _mod_of(row.file)}
            for row in self.by_function()
        ]
        return {
            "format": 1,
            "instructions": self.instructions,
            "milliseconds": round(self.milliseconds, 3),
            "host": {
                "instructions": instructions,
                "milliseconds": round(milliseconds, 3),
                "parts": [_row(row) for row in self.host_parts()],
            },
            "mods": [{**_row(row, "mod"), **_host(row)} for row in self.by_mod()],
            "files": [{**_row(row, "file"), **_host(row)} for row in self.by_file()],
            "functions": functions,
            "host_calls": [_row(row) for row in self.host_calls()],
        }


def _by_name(nodes: Iterable[Node]) -> list[Row]:
    rows: dict[str, Row] = {}
    for node in nodes:
        rows.setdefault(node.name, Row(node.name)).add(node)
    return sorted(rows.values(), key=lambda row: (-row.milliseconds, row.name))


def _mod_of(file: str) -> str:
    return file.partition("/")[0]


def _row(row: Row, name: str = "name") -> dict[str, Any]:
    return {
        name: row.name,
        "instructions": row.instructions,
        "milliseconds": round(row.milliseconds, 3),
        "bytes": row.bytes,
        "calls": row.calls,
    }


def _host(row: Row) -> dict[str, Any]:
    return {"host_instructions": row.host_instructions, "host_milliseconds": round(row.host_milliseconds, 3)}


def _total(row: Row) -> dict[str, Any]:
    return {"total_instructions": row.total_instructions, "total_milliseconds": round(row.total_milliseconds, 3)}
