"""The contract between the packages of the Lua half."""

from tools.lint_lua import find_cycles, lint_requires

CONTRACT = {"core": [], "kts": ["core"]}


def test_every_group_of_cycles_is_reported_once() -> None:
    graph = {"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": [], "e": ["e"]}
    assert find_cycles(graph) == [["a", "b", "c"], ["e"]]


def test_requires_outside_the_contract_are_reported() -> None:
    requires = {
        "core/errors": {"kts/menu": 3},
        "kts/menu": {"core/errors": 1, "core/gone": 2},
    }
    assert list(lint_requires(requires, CONTRACT)) == [
        "lua/core/errors.lua:3: requires: core may not require kts (see pyproject.toml)",
        "lua/kts/menu.lua:2: requires: there is no module core/gone",
        "lua/core/errors.lua:1: cycle: core/errors → kts/menu → core/errors",
    ]
