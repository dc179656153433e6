"""Graphs of missions, how they are written, and whether they can be solved."""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from host.errors import GenerationError, shorten
from host.errors.spelling import did_you_mean

MOST_ROOMS, MOST_WAYS = 300, 600
# Keys whose order is searched exactly; with more, a key once reached counts as taken.
_MOST_EXACT_KEYS = 8
_QUOTED = 60
_NAME = re.compile(r"[^\W_][\w' ]*")
_WAY = re.compile(r"(?P<first>[^->:]+)(?P<kind>[->])(?P<second>[^->:]+)(?::(?P<rest>.*))?", re.DOTALL)
_WORDS = ("start", "goal", "key")
_ATTRIBUTES = ("lock", "secret")


class Way(NamedTuple):
    """A way between two rooms, by their numbers from 0."""

    first: int
    second: int
    one_way: bool = False
    # The name of the key that opens it, or None.
    lock: str | None = None
    secret: bool = False
    # Where it is written, for messages.
    text: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it may be walked in both directions without a key, and is not hidden."""
        return not (self.one_way or self.lock or self.secret)


@dataclass
class Mission:
    """A graph: rooms by name, ways between them, where the keys lie, and the rooms where it starts and ends."""

    names: list[str] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    # (name of the key, number of the room).
    keys: list[tuple[str, int]] = field(default_factory=list)
    start: int = 0
    goal: int = 0

    @property
    def locks(self) -> list[str]:
        """The names of the locks, in the order of ways."""
        return list(dict.fromkeys(way.lock for way in self.ways if way.lock))


class _Statement(NamedTuple):
    number: int
    text: str

    def refuse(self, rule: str, hint: str | None = None) -> NoReturn:
        quoted = f'statement {self.number} of the graph, "{shorten(self.text, _QUOTED)}"'
        raise GenerationError(f"{quoted}: {rule}", hint=hint)


def parse_graph(text: str) -> Mission:
    """Read a graph, a statement a line or with `;` between them. Raises GenerationError with the statement."""
    statements = [part.partition("#")[0].strip() for part in re.split(r"[\n;]", text)]
    return _Parser([_Statement(i, part) for i, part in enumerate(statements, 1) if part]).parse()


class _Parser:
    def __init__(self, statements: list[_Statement]) -> None:
        self._statements = statements
        self._mission = Mission()
        self._numbers: dict[str, int] = {}
        self._ends: dict[str, tuple[_Statement, str]] = {}
        self._keys: list[tuple[_Statement, str, str]] = []
        self._pairs: dict[tuple[int, int], _Statement] = {}

    def parse(self) -> Mission:
        for statement in self._statements:
            self._read(statement)
        mission = self._mission
        if not mission.ways and "start" in self._ends:
            # A single room has no ways.
            self._room(*self._ends["start"])
        if not mission.names:
            raise GenerationError('the graph is empty: must have ways between rooms, such as "a - b"')
        mission.start = self._find(*self._ends["start"]) if "start" in self._ends else 0
        mission.goal = self._find(*self._ends["goal"]) if "goal" in self._ends else len(mission.names) - 1
        locks = mission.locks
        for statement, key, room in self._keys:
            if key not in locks:
                statement.refuse(f'no way has the lock "{key}"', did_you_mean(key, locks))
            mission.keys.append((key, self._find(statement, room)))
        check_solvable(mission)
        return mission

    def _read(self, statement: _Statement) -> None:
        text = statement.text
        word, colon, rest = (part.strip() for part in text.partition(":"))
        if colon and word in ("start", "goal"):
            if word in self._ends:
                statement.refuse(f"there is another {word} already, in statement {self._ends[word][0].number}")
            self._ends[word] = statement, rest
            return
        if colon and word.startswith("key "):
            self._keys.append((statement, word[4:].strip(), rest))
            return
        match = _WAY.fullmatch(text)
        if match is None:
            rule = 'must be "start: a", "goal: c", "a - b", "a > b" (one way), "a - b: lock red", "a - b: secret" or '
            statement.refuse(f'{rule}"key red: c"', did_you_mean(word.split(" ")[0], _WORDS) if colon else None)
        first, second = (self._room(statement, match[group].strip()) for group in ("first", "second"))
        if first == second:
            statement.refuse("a way must join two different rooms")
        pair = (min(first, second), max(first, second))
        if pair in self._pairs:
            statement.refuse(f"these rooms are joined already, by statement {self._pairs[pair].number}")
        self._pairs[pair] = statement
        if len(self._mission.ways) == MOST_WAYS:
            statement.refuse(f"a graph must have at most {MOST_WAYS} ways")
        way = Way(first, second, match["kind"] == ">", text=f'statement {statement.number}, "{shorten(text, _QUOTED)}"')
        for attribute in (match["rest"] or "").split(",") if match["rest"] is not None else ():
            way = self._with_attribute(statement, way, attribute.strip())
        self._mission.ways.append(way)

    def _with_attribute(self, statement: _Statement, way: Way, attribute: str) -> Way:
        if attribute == "secret":
            if way.one_way:
                statement.refuse("a way in one direction cannot be secret")
            return way._replace(secret=True)
        if attribute.startswith("lock ") and _NAME.fullmatch(attribute[5:].strip()):
            return way._replace(lock=attribute[5:].strip())
        rule = f'"{shorten(attribute, _QUOTED)}" must be "lock" with the name of its key, or "secret"'
        return statement.refuse(rule, did_you_mean(attribute.split(" ")[0], _ATTRIBUTES))

    def _room(self, statement: _Statement, name: str) -> int:
        number = self._numbers.get(name)
        if number is None:
            if not _NAME.fullmatch(name):
                statement.refuse(f'"{shorten(name, _QUOTED)}" must be a name of letters, digits, _ and spaces')
            if len(self._numbers) == MOST_ROOMS:
                statement.refuse(f"a graph must have at most {MOST_ROOMS} rooms")
            number = self._numbers[name] = len(self._numbers)
            self._mission.names.append(name)
        return number

    def _find(self, statement: _Statement, name: str) -> int:
        if name not in self._numbers:
            statement.refuse(f'no way leads to a room "{shorten(name, _QUOTED)}"', did_you_mean(name, self._numbers))
        return self._numbers[name]


def neighbours(mission: Mission) -> list[list[tuple[int, Way]]]:
    """Return for each room (room, way) of the ways that lead out of it."""
    out: list[list[tuple[int, Way]]] = [[] for _ in mission.names]
    for way in mission.ways:
        out[way.first].append((way.second, way))
        if not way.one_way:
            out[way.second].append((way.first, way))
    return out


def check_solvable(mission: Mission) -> None:
    """Raise GenerationError when the goal or another room cannot be reached with the keys that lie on the way."""
    places: dict[int, set[str]] = {}
    for key, room in mission.keys:
        places.setdefault(room, set()).add(key)
    out = neighbours(mission)
    reached, keys, waiting = {mission.start}, set(places.get(mission.start, ())), [mission.start]
    locked: list[tuple[int, Way]] = []
    while waiting:
        for room, way in out[waiting.pop()]:
            if way.lock and way.lock not in keys:
                locked.append((room, way))
            elif room not in reached:
                reached.add(room)
                keys |= places.get(room, set())
                waiting.append(room)
        if not waiting:
            opened = [room for room, way in locked if way.lock in keys and room not in reached]
            for room in dict.fromkeys(opened):
                reached.add(room)
                keys |= places.get(room, set())
                waiting.append(room)
    if len(reached) == len(mission.names):
        if len(mission.locks) <= _MOST_EXACT_KEYS and not _reaches_goal(mission, out, places):
            raise GenerationError(
                f'the goal "{mission.names[mission.goal]}" cannot be reached: ways that lead in one direction cut off '
                "keys that are needed"
            )
        return
    missing = mission.goal if mission.goal not in reached else min({*range(len(mission.names))} - reached)
    kind = "goal" if missing == mission.goal else "room"
    closed = next((way for room, way in locked if room not in reached), None)
    if closed is None:
        reason = "no way leads from the start to it"
    elif closed.lock in {key for key, _ in mission.keys}:
        reason = f"{closed.text}, needs the key {closed.lock}, and no key {closed.lock} lies before it"
    else:
        reason = f'{closed.text}, has no key: add "key {closed.lock}: " and a room before it'
    raise GenerationError(f'the {kind} "{mission.names[missing]}" cannot be reached: {reason}')


def _reaches_goal(mission: Mission, out: list[list[tuple[int, Way]]], places: dict[int, set[str]]) -> bool:
    """Whether some walk leads from the start to the goal, where ways in one direction cannot be walked back."""
    first = mission.start, frozenset(places.get(mission.start, ()))
    seen, waiting = {first}, deque([first])
    while waiting:
        room, keys = waiting.popleft()
        if room == mission.goal:
            return True
        for other, way in out[room]:
            if way.lock is None or way.lock in keys:
                state = other, keys | places.get(other, set())
                if state not in seen:
                    seen.add(state)
                    waiting.append(state)
    return False
