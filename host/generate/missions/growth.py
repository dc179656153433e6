"""Grow the graph of a mission by rules that rewrite its ways.

A rule replaces a plain way between two rooms: `a - b => a - x, x - b` puts a room between them. `a` is the room that is
nearer to the start, so a rule that puts a key beside `a` and a lock before `b` keeps the mission solvable.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from host.errors import GenerationError, shorten
from host.generate.missions.graph import Mission, Way, check_solvable, parse_graph
from host.generate.plans.marks import COLOURS
from host.model.rng import Stream, Weights

DEFAULT_RULES = """
3: a - b => a - x, x - b
3: a - b => a - b, a - x
2: a - b => a - b, a - x, x - y, y - b
2: a - b => a - b: lock k, a - x, key k: x
1: a - b => a - x, x - b: lock k, x - y, y - z, key k: z
1: a - b => a - b, a - x: secret
1: a - b => a - b, a - x, x > b
"""
# What rules may add so many of: loops, locks, secret doors, ways in one direction.
LIMITS = ("loops", "locks", "secrets", "one_ways")
# Ways of a room that rules make at most.
_MOST_DOORS = 4
_LONGEST = 100
_RULE = re.compile(r"(?:(\d{1,4})\s*:)?\s*a\s*-\s*b\s*=>(.*)")


class GrowthRule(NamedTuple):
    """A rule: its weight, what replaces the way between a and b, and how many of each of `LIMITS` it adds."""

    weight: int
    # Rooms 0 and 1 are a and b; the others are new.
    right: Mission
    adds: tuple[int, ...]

    @property
    def rooms(self) -> int:
        """How many rooms it adds."""
        return len(self.right.names) - 2


def parse_rules(text: str) -> list[GrowthRule]:
    """Read rules, one a line, a weight before each or 1. Raises GenerationError with the line."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    rules = [_parse_rule(number, line) for number, line in enumerate(lines, 1) if line]
    if not 1 <= len(rules) <= _LONGEST:
        raise GenerationError(f"there are {len(rules)} rules: must be 1 to {_LONGEST}")
    if not any(rule.rooms and not any(rule.adds) for rule in rules):
        raise GenerationError("no rule adds a room without a loop, a lock, a secret door or a way in one direction")
    if not any(rule.rooms and not any(rule.adds) and rule.weight for rule in rules):
        raise GenerationError("no rule with a weight above 0 adds a room alone, so no mission grows")
    return rules


def _parse_rule(number: int, line: str) -> GrowthRule:
    quoted = f'line {number} of the rules, "{shorten(line, 60)}"'
    match = _RULE.fullmatch(line)
    if match is None:
        raise GenerationError(f'{quoted}: must be such as "3: a - b => a - x, x - b", with a weight or without')
    # A comma separates statements, except before "secret" behind a lock.
    text = re.sub(r",(?!\s*secret)", ";", match[2])
    try:
        right = parse_graph(f"start: a; goal: b; {text}")
    except GenerationError as error:
        raise GenerationError(f"{quoted}: {error.message}", hint=error.hint) from None
    # a and b become the first rooms.
    order = sorted(range(len(right.names)), key=lambda room: (room != right.start, room != right.goal, room))
    place = {room: i for i, room in enumerate(order)}
    right = Mission(
        [right.names[room] for room in order],
        [way._replace(first=place[way.first], second=place[way.second]) for way in right.ways],
        [(key, place[room]) for key, room in right.keys],
        0,
        1,
    )
    ways = right.ways
    loops = len(ways) - len(right.names) + 1
    one_ways = sum(way.one_way for way in ways)
    # A loop of which one way leads in one direction counts as that.
    adds = (max(0, loops - one_ways), len(right.locks), sum(way.secret for way in ways), one_ways)
    return GrowthRule(int(match[1] or 1), right, adds)


def grow(rules: list[GrowthRule], rooms: int, limits: dict[str, int], stream: Stream) -> Mission:
    """Grow a mission with so many rooms, 2 or more, and at most so many of each of `LIMITS`."""
    mission = Mission(["start", "goal"], [Way(0, 1)], [], 0, 1)
    left = [limits[name] for name in LIMITS]
    doors = [1, 1]
    while (missing := rooms - len(mission.names)) > 0:
        fitting = [
            rule
            for rule in rules
            if 0 < rule.rooms <= missing and all(add <= most for add, most in zip(rule.adds, left, strict=True))
        ]
        special = [rule for rule in fitting if any(rule.adds)]
        # The last rooms belong to what is still asked for.
        if special and sum(left) * 2 >= missing:
            fitting = special
        weights = [rule.weight * (1 + sum(a * b for a, b in zip(rule.adds, left, strict=True))) for rule in fitting]
        if not fitting or not sum(weights):
            raise GenerationError(f"only {len(mission.names)} of {rooms} rooms grew: a rule must add one room")
        rule: GrowthRule | None = fitting[Weights(weights).draw(stream)]
        if rule is None or not _apply(mission, rule, doors, stream):
            # Rooms with many doors are in the way: any rule that fits will do.
            others = (rule for rule in rules if 0 < rule.rooms <= missing and not any(rule.adds))
            rule = next((other for other in others if _apply(mission, other, doors, stream)), None)
            if rule is None:
                raise GenerationError(f"only {len(mission.names)} of {rooms} rooms fit: all have many doors")
        left = [most - add for most, add in zip(left, rule.adds, strict=True)]
    return _named(mission)


def _apply(mission: Mission, rule: GrowthRule, doors: list[int], stream: Stream) -> bool:
    """Replace a random plain way; return whether there is one whose rooms have few doors."""
    more = [0] * len(rule.right.names)
    for way in rule.right.ways:
        more[way.first] += 1
        more[way.second] += 1
    plain = [
        i
        for i, way in enumerate(mission.ways)
        if way.is_plain
        and doors[way.first] + more[0] - 1 <= _MOST_DOORS
        and doors[way.second] + more[1] - 1 <= _MOST_DOORS
    ]
    if not plain:
        return False
    replaced = mission.ways.pop(stream.choice(plain))
    first = len(mission.names)
    numbers = [replaced.first, replaced.second, *range(first, first + rule.rooms)]
    mission.names += [str(number) for number in numbers[2:]]
    doors[replaced.first] -= 1
    doors[replaced.second] -= 1
    doors += [0] * rule.rooms
    locks = len(mission.locks)
    names = {lock: str(locks + i) for i, lock in enumerate(rule.right.locks)}
    for way in rule.right.ways:
        new = way._replace(first=numbers[way.first], second=numbers[way.second], lock=names.get(way.lock or ""))
        mission.ways.append(new)
        doors[new.first] += 1
        doors[new.second] += 1
    mission.keys += [(names[key], numbers[room]) for key, room in rule.right.keys]
    return True


def _named(mission: Mission) -> Mission:
    """Give names to rooms and locks, and texts to ways. Raises GenerationError for one that cannot be solved."""
    names = ["start", "goal", *(f"room {i}" for i in range(2, len(mission.names)))]
    locks = {lock: COLOURS[i] if i < len(COLOURS) else f"key {i + 1}" for i, lock in enumerate(mission.locks)}
    ways = [
        way._replace(
            lock=locks.get(way.lock or ""),
            text=f'the way "{names[way.first]} {"->"[way.one_way]} {names[way.second]}"',
        )
        for way in mission.ways
    ]
    grown = Mission(names, ways, [(locks[key], room) for key, room in mission.keys], mission.start, mission.goal)
    check_solvable(grown)
    return grown
