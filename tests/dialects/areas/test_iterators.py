"""Iterators of areas answer what luafun answers."""

from __future__ import annotations

import pytest

from host import HostError
from tests.helpers import RunLua

LONGER = "function(a, b) if #b > #a then return b end return a end"


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("list(fun.range(4):tail())", "2 3 4"),
        ("list(fun.tail {})", ""),
        ("list(fun.range(6):drop_while(odd):tail():filter(odd))", "3 5"),
        ("list(fun.drop_while(odd, { 1, 3, 4, 5 }))", "4 5"),
        ("twice(fun.range(3):drop_while(odd))", "2 3 2 3"),
        ("twice(fun.range(2):cycle():take(3))", "1 2 1 1 2 1"),
        ("list(fun.remove_if(odd, fun.range(5)))", "1 3 5"),
        ("list((fun.partition(odd, fun.range(5))))", "1 3 5"),
        ("list((select(2, fun.range(5):partition(odd))))", "2 4"),
        ('fun.index("b", { "a", "b", "b" })', "2"),
        ('fun.iter("ab"):index("c")', "nil"),
        (f'fun.max_by({LONGER}, {{ "a", "ccc", "bb" }})', "ccc"),
        ("fun.iter({ 3, 8, 5 }):min_by(math.min)", "3"),
        ("list(fun.cycle({ 1, 2 }):take(5))", "1 2 1 2 1"),
        ("list(fun.iter({}):cycle():take(2))", ""),
        ("list(fun.cycle({ a = 1 }):take(2))", "a a"),
    ],
)
def test_iterators_are_those_of_luafun(run_shared: RunLua, expression: str, shown: str) -> None:
    script = f"""
    local function odd(n) return n % 2 == 1 end
    local function list(it) return table.concat(it:to_list(), " ") end
    local function twice(it) return list(it) .. " " .. list(it) end
    print({expression})
    """
    assert run_shared(script).lines == [shown]


@pytest.mark.parametrize("name", ["min_by", "max_by"])
def test_min_by_and_max_by_need_an_element(run_lua: RunLua, name: str) -> None:
    with pytest.raises(HostError, match=f"Iterator:{name}: the iterator has no elements: must have at least one"):
        run_lua(f"fun.{name}(math.min, {{}})")


def test_drop_ends_where_all_states_are_the_same(run_lua: RunLua) -> None:
    script = """
    local Pos = require "api.Pos"
    local function numbers()
      local n = 0
      return Pos.iter_random(0, 0, 9, 9):map(function() n = n + 1 return n end)
    end
    for _, it in ipairs {
      numbers():drop_while(function(n) return n < 3 or n == 5 end), numbers():drop(2), numbers():tail():tail()
    } do
      print(table.concat(it:take(4):to_list(), " "))
    end
    """
    assert run_lua(script).lines == ["3 4 5 6"] * 3
