"""Chances of pools: chi-square tests with fixed seeds, and random trees beside a naive model."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from host import Host
from host.model.rng import Stream, Weights
from tests.helpers import RunLua, examples

HEAD = """
local Pools = require 'game.pools'
local Pool, Record = require '@items.pool.pool', require '@items.pool.record'
local InfPool, InfRecord = require '@items.pool.infinite.pool', require '@items.pool.infinite.record'
local function count(draw, times)
  local counts = {}
  for i = 1, times do
    local id = draw()
    counts[id] = (counts[id] or 0) + 1
  end
  local keys = {}
  for id in pairs(counts) do keys[#keys + 1] = id end
  table.sort(keys)
  for i, id in ipairs(keys) do print(id, counts[id]) end
end
"""
# Chi-square with so many degrees of freedom is above this once in ten thousand times.
LIMITS = {1: 15.14, 2: 18.42, 3: 21.11, 4: 23.51, 9: 33.72}

CASES = {
    "twice the mass is twice as often": (
        "local p = InfPool({ InfRecord(1, 1), InfRecord(2, 2) }, {})",
        {1: 1, 2: 2},
    ),
    "mass times quantity": (
        (
            "local records = { Record(1, 1, 1), Record(2, 2, 2), Record(3, 0, 9), Record(4, 3, 0) }"
            " local p = { getRandom = function() return Pool(records, {}):getRandom() end }"
        ),
        {1: 1, 2: 4},
    ),
    "fractions are as good as whole numbers": (
        "local p = InfPool({ InfRecord(1, 0.5), InfRecord(2, 0.5), InfRecord(3, 1) }, {})",
        {1: 1, 2: 1, 3: 2},
    ),
    "a total below one": (
        "local p = InfPool({ InfRecord(1, 0.001), InfRecord(2, 0.003) }, {})",
        {1: 1, 2: 3},
    ),
    "masses of very different size": (
        "local p = InfPool({ InfRecord(1, 2e90), InfRecord(2, 1e90), InfRecord(3, 1) }, {})",
        {1: 2, 2: 1},
    ),
    "a private mass": (
        (
            "local records = { Record(1, 1, 1), Record(2, 1, 1), Record(3, 50, 1) }"
            " local p = { getRandom = function()"
            " local config = { subpools = { { ids = { 1, { id = 2, mass = 3 } } } } }"
            " return Pool(records, config).subpools[1]:getRandom() end }"
        ),
        {1: 1, 2: 3},
    ),
    "a grandchild takes the mass of the root": (
        (
            "local records = { Record(1, 1, 1), Record(2, 2, 1) }"
            " local p = { getRandom = function() return Pool(records, { subpools = { { ids = { { id = 2, mass = 9 } },"
            " subpools = { { ids = { 1, 2 } } } } } }).subpools[1].subpools[1]:getRandom() end }"
        ),
        {1: 1, 2: 2},
    ),
    "five times the mass in a registered pool": (
        (
            "Pools.registerRootPool('r', { 'a', 'b', 'c' }, Pools.poolTypes.infinite)"
            " Pools.registerSubpool('r.s', { 1 }) Pools.addToSubpool('r.s', 2, 5)"
            " local p = { getRandom = function() return Pools.drawFromPool('r.s') end }"
        ),
        {1: 1, 2: 5},
    ),
    "a registered root gives everything alike": (
        (
            "local list = {} for i = 1, 10 do list[i] = i end"
            " Pools.registerRootPool('r', list, Pools.poolTypes.infinite)"
            " local p = { getRandom = function() return Pools.drawFromPool('r') end }"
        ),
        dict.fromkeys(range(1, 11), 1),
    ),
}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("case", CASES)
def test_chances(run_lua: RunLua, case: str, seed: int) -> None:
    script, weights = CASES[case]
    times = 6000
    found = run_lua(f"{HEAD}{script} count(function() return p:getRandom() end, {times})", seed=seed).lines
    counts = {int(line.split()[0]): int(line.split()[1]) for line in found}
    assert counts.keys() == weights.keys()
    total = sum(weights.values())
    chi_square = sum((counts[i] - times * w / total) ** 2 / (times * w / total) for i, w in weights.items())
    assert chi_square < LIMITS[len(weights) - 1]


def test_draws_without_return_have_the_chances_of_what_is_left(run_lua: RunLua) -> None:
    """Of masses 1, 2, 3 the order 3 2 1 comes in 3/6 · 2/3 of all cycles, 1 2 3 in 1/6 · 2/5."""
    found = run_lua(
        HEAD
        + """
        local pool = Pool({ Record(1, 1, 1), Record(2, 2, 1), Record(3, 3, 1) }, {})
        count(function()
          pool:exhaust()
          return pool:getRandom() .. pool:getRandom() .. pool:getRandom()
        end, 12000)
        """
    ).lines
    counts = {line.split()[0]: int(line.split()[1]) for line in found}
    expected = {f"{a}{b}{6 - a - b}": 12000 * a / 6 * b / (6 - a) for a in (1, 2, 3) for b in (1, 2, 3) if a != b}
    assert counts.keys() == expected.keys()
    assert sum((counts[order] - wanted) ** 2 / wanted for order, wanted in expected.items()) < 25.74


def test_python_and_lua_draw_the_same(run_lua: RunLua) -> None:
    """The same word of a stream means the same position on both sides of the border."""
    rng = Stream(7, "", "")
    for size in (1, 2, 3, 7, 64, 100):
        weights = [rng.below(5) for _ in range(size)]
        weights[rng.below(size)] = 3
        records = ", ".join(f"InfRecord({i}, {w})" for i, w in enumerate(weights))
        lua = run_lua(
            f"{HEAD} local p = InfPool({{ {records} }}, {{}}) for i = 1, 200 do print(p:getRandom()) end", seed=9
        ).lines
        stream = Stream(9, "script", "pools")
        python = Weights(weights)
        assert [int(line) for line in lua] == [python.draw(stream) for _ in range(200)]


MASSES = st.sampled_from([0, 1, 2, 3, 0.25, 1.5])


class Trees(RuleBasedStateMachine):
    """Random trees and random calls: Lua does them all in one script, and a naive model says whether it could be so."""

    host: Host
    folder: Path
    lines: ClassVar[list[str]] = []

    @initialize(
        records=st.lists(st.tuples(MASSES, st.integers(0, 3)), min_size=1, max_size=6),
        shape=st.recursive(st.just([]), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=5),
        data=st.data(),
    )
    def plant(self, records: list[tuple[float, int]], shape: list[Any], data: st.DataObject) -> None:
        self.records = {i * 10: one for i, one in enumerate(records, 1)}
        # The masses of each node by id; the root first.
        self.nodes: list[dict[int, Fraction]] = [{i: Fraction(mass) for i, (mass, _) in self.records.items()}]
        self.calls: list[str] = []
        self.paths = ["pool"]
        ids = sorted(self.records)

        def config(below: list[Any], path: str) -> str:
            parts = []
            for number, one in enumerate(below, 1):
                entries = data.draw(st.lists(st.tuples(st.sampled_from(ids), st.none() | MASSES), max_size=6))
                masses: dict[int, Fraction] = {}
                for i, mass in entries:
                    own = Fraction(self.records[i][0] if mass is None else mass)
                    masses[i] = masses.get(i, Fraction(0)) + own
                self.nodes.append(masses)
                self.paths.append(f"{path}.subpools[{number}]")
                listed = ", ".join(str(i) if mass is None else f"{{ id = {i}, mass = {mass} }}" for i, mass in entries)
                parts.append(f"{{ ids = {{ {listed} }}, subpools = {config(one, self.paths[-1])} }}")
            return "{ " + ", ".join(parts) + " }"

        listed = ", ".join(f"Record({i}, {mass}, {q})" for i, (mass, q) in self.records.items())
        self.script = f"local pool = Pool({{ {listed} }}, {{ subpools = {config(shape, 'pool')} }})"

    @rule(node=st.integers(0, 20))
    def draw(self, node: int) -> None:
        self.calls.append(f"{node % len(self.nodes)} getRandom")

    @rule(node=st.integers(0, 20), times=st.integers(2, 8))
    def draw_often(self, node: int, times: int) -> None:
        self.calls += [f"{node % len(self.nodes)} getRandom"] * times

    @precondition(lambda self: self.calls)
    @rule(node=st.integers(0, 20))
    def refresh(self, node: int) -> None:
        self.calls.append(f"{node % len(self.nodes)} exhaust")

    def teardown(self) -> None:
        if not getattr(self, "calls", None):
            return
        nodes = ", ".join(self.paths)
        calls = ", ".join(f"{{ {int(call.split()[0]) + 1}, '{call.split()[1]}' }}" for call in self.calls)
        path = self.folder / "script.lua"
        path.write_text(f"""{HEAD}
        {self.script}
        local nodes = {{ {nodes} }}
        local function totals()
          local list = {{}}
          for i, node in ipairs(nodes) do list[i] = ("%.17g"):format(node.totalMass) end
          return "[" .. table.concat(list, ",") .. "]"
        end
        print(totals())
        for _, call in ipairs {{ {calls} }} do
          local node = nodes[call[1]]
          local ok, result = pcall(node[call[2]], node)
          print(('[%s,"%s",%s]'):format(ok, ok and tostring(result) or "", totals()))
        end
        """)
        self.lines.clear()
        self.host.run_script(path, seed=1)
        self._check()

    def _check(self) -> None:
        left = {i: q for i, (_, q) in self.records.items()}

        def total(node: dict[int, Fraction]) -> Fraction:
            return sum((mass * left[i] for i, mass in node.items()), Fraction(0))

        def check(found: list[float]) -> None:
            assert [Fraction(one) for one in found] == [total(node) for node in self.nodes]

        check(json.loads(self.lines[0]))
        for call, line in zip(self.calls, self.lines[1:], strict=True):
            number, name = call.split()
            node = self.nodes[int(number)]
            ok, result, found = json.loads(line)
            if name == "getRandom":
                assert ok == (total(node) > 0)
                if ok:
                    assert node[int(result)] * left[int(result)] > 0
                    left[int(result)] -= 1
            elif total(node) > 0:
                assert (ok, result) == (True, "false")
            else:
                assert ok == bool(node)
                if ok:
                    assert result == "true"
                    left.update((i, self.records[i][1]) for i in node)
            check(found)


@pytest.mark.slow
def test_random_trees(tmp_path: Path) -> None:
    Trees.host, Trees.folder = Host([], output=Trees.lines.append), tmp_path
    run_state_machine_as_test(Trees, settings=settings(max_examples=examples(80), stateful_step_count=30))
