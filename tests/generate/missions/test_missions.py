"""Missions: the map is read back, and it has the rooms and ways of the graph, and no others."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from typing import Any

import numpy as np
import pytest

from host import Host, HostError
from host.errors import GenerationError
from host.generate.missions.graph import Mission, parse_graph
from host.generate.missions.growth import DEFAULT_RULES, grow, parse_rules
from host.generate.plans.recipes import plan
from host.model.rng import Stream
from tests.helpers import RunLua

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
EXAMPLE = "start: a; goal: c; a - b: lock red; b > c; a - d: secret; key red: d; c - a"


class Reading:
    """The graph of a map, from its JSON alone."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        rows = np.array(document["rows"])
        opens = [all(self._is_open(tile) for tile in stack) for stack in document["stacks"]]
        self.open = np.array(opens)[rows]
        self.names = document["room_names"]
        # Square -> room, by rectangles whose walls are part of them.
        self.room_of: dict[tuple[int, int], str] = {}
        for name, (x, y, w, h) in zip(self.names, document["rooms"], strict=True):
            for square in ((i, j) for j in range(y + 1, y + h - 1) for i in range(x + 1, x + w - 1)):
                assert square not in self.room_of
                assert self.open[square[1], square[0]]
                self.room_of[square] = name
        self.doors = {(door["x"], door["y"]): door for door in document["doors"]}
        # (room, room), in the order of names -> the squares of the way between them.
        self.ways: dict[tuple[str, str], set[tuple[int, int]]] = {}
        self._read_ways()

    def _is_open(self, number: int) -> bool:
        tile = self.document["tiles"][number]
        return tile["kind"] == "door" or tile["access"]["walking"] == "clear"

    def _read_ways(self) -> None:
        seen: set[tuple[int, int]] = set()
        for y, x in np.argwhere(self.open).tolist():
            if (x, y) in self.room_of or (x, y) in seen:
                continue
            part, rooms, waiting = {(x, y)}, set(), deque([(x, y)])
            while waiting:
                for square in beside(waiting.popleft()):
                    if square in self.room_of:
                        rooms.add(self.room_of[square])
                    elif square not in part and self.open[square[1], square[0]]:
                        part.add(square)
                        waiting.append(square)
            seen |= part
            assert len(rooms) == 2, "a corridor joins two rooms"
            first, second = sorted(rooms)
            assert (first, second) not in self.ways, "one way for each pair"
            self.ways[first, second] = part

    def keys(self) -> set[tuple[int, str]]:
        numbers = {item["id"]: item["key"] for item in self.document["item_types"]}
        return {(numbers[item["item"]], self.room_of[item["x"], item["y"]]) for item in self.document["items"]}

    def room_with(self, tile: str) -> str:
        number = next(i for i, t in enumerate(self.document["tiles"]) if t["id"] == tile)
        stacks = [number in stack for stack in self.document["stacks"]]
        ((y, x),) = np.argwhere(np.array(stacks)[np.array(self.document["rows"])]).tolist()
        return self.room_of[x, y]


def beside(square: tuple[int, int]) -> list[tuple[int, int]]:
    return [(square[0] + dx, square[1] + dy) for dx, dy in STEPS.values()]


def check(reading: Reading, mission: Mission) -> None:
    names = mission.names
    assert sorted(reading.names) == sorted(names)
    asked = {tuple(sorted((names[way.first], names[way.second]))): way for way in mission.ways}
    assert set(reading.ways) == set(asked)
    numbers: dict[str, int] = {}
    for pair, way in asked.items():
        doors = [reading.doors[square] for square in reading.ways[pair[0], pair[1]] if square in reading.doors]
        locks = [door["lock"] for door in doors if "lock" in door]
        assert len(locks) == (way.lock is not None)
        if way.lock:
            assert numbers.setdefault(way.lock, locks[0]) == locks[0]
        assert sum("secret" in door["tile"] for door in doors) == way.secret
        one_way = [door for door in doors if "one_way" in door["tile"]]
        assert len(one_way) == way.one_way
        for door in one_way:
            check_direction(reading, door, names[way.first], names[way.second])
    assert len(set(numbers.values())) == len(numbers)
    assert reading.keys() == {(numbers[key], names[room]) for key, room in mission.keys}
    assert reading.room_with("host.entrance") == names[mission.start]
    assert mission.start == mission.goal or reading.room_with("host.exit") == names[mission.goal]
    check_order(reading, mission)


def check_direction(reading: Reading, door: dict[str, Any], first: str, second: str) -> None:
    """Whoever goes on from the door, and not back through it, comes to the second room."""
    step = STEPS[door["tile"].rpartition("_")[2]]
    at = door["x"], door["y"]
    for sign, room in ((1, second), (-1, first)):
        seen, waiting = {at}, deque([(at[0] + sign * step[0], at[1] + sign * step[1])])
        reached = set()
        while waiting:
            square = waiting.popleft()
            if square in reading.room_of:
                reached.add(reading.room_of[square])
            elif square not in seen and reading.open[square[1], square[0]]:
                seen.add(square)
                waiting += beside(square)
        assert reached == {room}


def check_order(reading: Reading, mission: Mission) -> None:
    """Each room can be entered with the keys that lie before it."""
    height, width = reading.open.shape
    keys: set[int] = set()
    key_in = reading.keys()
    while True:
        start = next(square for square, room in reading.room_of.items() if room == mission.names[mission.start])
        seen, waiting = {start}, deque([start])
        while waiting:
            for x, y in beside(waiting.popleft()):
                lock = reading.doors.get((x, y), {}).get("lock")
                inside = 0 <= x < width and 0 <= y < height
                if inside and reading.open[y, x] and (x, y) not in seen and (lock is None or lock in keys):
                    seen.add((x, y))
                    waiting.append((x, y))
        rooms = {reading.room_of[square] for square in seen if square in reading.room_of}
        more = {key for key, room in key_in if room in rooms} - keys
        if not more:
            assert rooms == set(mission.names)
            return
        keys |= more


def text_of(mission: Mission) -> str:
    names = mission.names
    lines = [f"start: {names[mission.start]}", f"goal: {names[mission.goal]}"]
    for way in mission.ways:
        attributes = [f"lock {way.lock}"] * bool(way.lock) + ["secret"] * way.secret
        tail = f": {', '.join(attributes)}" if attributes else ""
        lines.append(f"{names[way.first]} {'>' if way.one_way else '-'} {names[way.second]}{tail}")
    return "\n".join([*lines, *(f"key {key}: {names[room]}" for key, room in mission.keys)])


@pytest.fixture(scope="module")
def host() -> Host:
    return Host([])


def read(host: Host, seed: int, **options: Any) -> Reading:
    return Reading(json.loads(host.generate("mission", seed=seed, options=options).to_json()))


def test_a_graph_as_text_is_the_graph_of_the_map(host: Host) -> None:
    for seed in range(10):
        check(read(host, seed, graph=EXAMPLE, width=40, height=24), parse_graph(EXAMPLE))


@pytest.mark.parametrize("part", range(4))
def test_grown_graphs_are_the_graphs_of_their_maps(host: Host, part: int) -> None:
    rules = parse_rules(DEFAULT_RULES)
    for seed in range(50 * part, 50 * part + 50):
        limits = {"loops": seed % 4, "locks": seed % 5, "secrets": seed % 3, "one_ways": seed % 2}
        mission = grow(rules, 2 + seed % 24, limits, Stream(seed, "test", "mission"))
        check(read(host, seed, graph=text_of(mission)), parse_graph(text_of(mission)))


def test_options_bound_what_grows(host: Host) -> None:
    counts = set()
    for seed in range(12):
        reading = read(host, seed, rooms=25, loops=3, locks=3, secrets=2, one_ways=2)
        assert len(reading.names) == 25
        doors = reading.document["doors"]
        locks = len({door["lock"] for door in doors if "lock" in door})
        secrets, one_ways = (sum(word in door["tile"] for door in doors) for word in ("secret", "one_way"))
        counts.add((locks, secrets, one_ways))
        assert locks <= 3
        assert secrets <= 2
        assert one_ways <= 2
    assert max(counts) == (3, 2, 2)
    plain = read(host, 1, rooms=12, loops=0, locks=0, secrets=0, one_ways=0)
    assert len(plain.ways) == 11
    assert not plain.document["items"]


def test_rules_of_an_author(host: Host) -> None:
    # A star: every room hangs at the start or the goal.
    reading = read(host, 3, rooms=7, rules="a - b => a - x, x - b")
    assert len(reading.ways) == 6
    assert sorted(sum(name in pair for pair in reading.ways) for name in reading.names) == [1, 1, 2, 2, 2, 2, 2]


def test_many_rooms_and_many_doors(host: Host) -> None:
    graph = "\n".join(f"hub - r{i}" for i in range(14))
    check(read(host, 1, graph=graph), parse_graph(graph))
    assert len(read(host, 1, rooms=60).names) == 60
    single = read(host, 1, graph="start: a")
    assert single.names == ["a"]
    assert not single.ways


def test_the_same_in_a_fresh_process() -> None:
    script = "from host.generate.plans.recipes import plan\nmade = plan('mission', 5)\n"
    script += "print(made.cells.tobytes().hex(), made.marks, made.names)"
    fresh = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    made = plan("mission", 5)
    assert fresh.stdout.strip() == f"{made.cells.tobytes().hex()} {made.marks} {made.names}"
    assert plan("mission", 6).cells.tobytes() != made.cells.tobytes()


@pytest.mark.parametrize(
    ("graph", "message"),
    [
        ("a - b\nstrt: a", 'statement 2 of the graph, "strt: a": must be "start: a"'),
        ("a - b: lok red", '"lok red" must be "lock" with the name of its key, or "secret"'),
        ("a - b; goal: bb", 'statement 2 of the graph, "goal: bb": no way leads to a room "bb"'),
        ("a - b; key red: a", 'statement 2 of the graph, "key red: a": no way has the lock "red"'),
        ("a - b: lock red", 'statement 1, "a - b: lock red", has no key: add "key red: " and a room before it'),
        ("a - b: lock red; key red: b", "needs the key red, and no key red lies before it"),
        ("a - a", "a way must join two different rooms"),
        ("a - b; b - a", "these rooms are joined already, by statement 1"),
        ("a - b; c - d", 'the goal "d" cannot be reached: no way leads from the start to it'),
        ("a - b; start: a; start: b", "there is another start already, in statement 2"),
        ("a > b: secret", "a way in one direction cannot be secret"),
        (
            "start: s; goal: g; s > a; s - k; a - g: lock red; key red: k; s - a2; a2 > g2; g2 > a",
            None,
        ),
        ("start: s; goal: g; s > a; s > b; key red: a; b - g: lock red", "cut off keys that are needed"),
        (
            "a - b; a - c; a - d; a - e; b - c; b - d; b - e; c - d; c - e; d - e",
            "10 ways between 5 rooms must cross, and corridors cannot cross",
        ),
        ("; ".join(f"{a} - {b}" for a in "abc" for b in "xyz"), "Corridors must not cross"),
        ("; ".join(f"a - r{i}" for i in range(400)), "a graph must have at most 300 rooms"),
    ],
)
def test_what_is_wrong_is_named(graph: str, message: str | None) -> None:
    if message is None:
        plan("mission", 1, graph=graph)
        return
    with pytest.raises(GenerationError) as caught:
        plan("mission", 1, graph=graph)
    assert message in caught.value.message


def test_names_that_are_nearly_right_are_suggested() -> None:
    for graph, near in (("room - hall; goal: hal", "hall"), ("a - b: lock red; key rad: a", "red")):
        with pytest.raises(GenerationError) as caught:
            plan("mission", 1, graph=graph)
        assert caught.value.hint == f'did you mean "{near}"?'


def test_rules_that_are_wrong_are_named() -> None:
    for rules, message in (
        ("a - b = a - x", 'line 1 of the rules, "a - b = a - x": must be such as'),
        ("a - b => a - x, x - b: lock k, a - y", "line 1 of the rules"),
        ("a - b => a - b: lock k, a - x, key k: x", "no rule adds a room without a loop, a lock"),
        ("0: a - b => a - x, x - b", "no rule with a weight above 0 adds a room"),
        ("1: a - b => a - x, a - b", None),
    ):
        if message is None:
            assert len(parse_rules(rules)) == 1
            continue
        with pytest.raises(GenerationError) as caught:
            parse_rules(rules)
        assert message in caught.value.message


def test_a_hostile_graph_ends_with_an_error() -> None:
    with pytest.raises(HostError, match="must be a text of at most 40000 characters"):
        Host([]).generate("mission", options={"graph": "a - b\n" * 100_000})
    with pytest.raises(GenerationError, match="do not fit into"):
        plan("mission", 1, graph="; ".join(f"r{i} - r{i + 1}" for i in range(250)), width=20, height=20)


def test_a_mod_reads_and_paints_a_mission(run_lua: RunLua) -> None:
    script = f"""
    local toolbox = require "host.toolbox"
    local plan = toolbox.mission {{ graph = "{EXAMPLE}", width = 40, height = 24 }}
    local kinds = {{}}
    for _, mark in ipairs(plan:get_marks()) do kinds[#kinds + 1] = mark.kind .. (mark.key or "") end
    table.sort(kinds)
    print(table.concat(kinds, " "))
    print(plan:get_rooms()[1].name, plan:get_rooms()[4].name)
    print(plan:map().width)
    """
    result = run_lua(script)
    assert result.lines == ["entrance exit key1 lock1 one_way secret", "a d", "40"]
