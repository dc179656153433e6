"""Classes and interfaces of mods: delegates and messages."""

# Lua lines and messages are whole, so that they can be searched for.

from __future__ import annotations

import pytest

from host import HostError
from tests.helpers import RunLua

INNER = """
local Inner = class.class "Inner"
function Inner:init() self.size = 3 end
function Inner:grow(n) self.size = self.size + n return self.size end
local Outer = class.class "Outer"
function Outer:init() self.inner = Inner:new() end
"""


@pytest.mark.parametrize(
    "delegated",
    ['"size", "grow"', '{ "size", "grow" }', 'class.interface("I", { size = "number", grow = "function" })'],
)
def test_delegate_passes_calls_reads_and_writes_on(run_lua: RunLua, delegated: str) -> None:
    script = f"""
    Outer:delegate("inner", {delegated})
    local o = Outer:new()
    print(o.size, o:grow(2), o.inner.size, Outer.grow(o, 1))
    o.size = 9
    o.other = 1
    print(o.inner.size, rawget(o, "size"), rawget(o, "other"), o.nothing)
    """
    assert run_lua(INNER + script).lines == ["3 5 5 6", "9 nil 1 nil"]


@pytest.mark.parametrize("wrong", ["nil", "Inner", "3", "{ Inner }"])
def test_delegate_refuses_what_names_no_member(run_lua: RunLua, wrong: str) -> None:
    with pytest.raises(HostError, match="Invalid delegate parameter"):
        run_lua(INNER + f'Outer:delegate("inner", {wrong})')


def test_a_delegated_member_hides_the_method_of_an_interface(run_lua: RunLua) -> None:
    script = """
    local I = class.interface("I", { grow = "function" })
    function I:grow() return "of the interface" end
    local Both = class.class("Both", I)
    function Both:init() self.inner = Inner:new() end
    Both:delegate("inner", I)
    print(Both:new():grow(1))
    """
    assert run_lua(INNER + script).lines == ["4"]


def test_assert_is_an_names_value_type_and_class(run_lua: RunLua) -> None:
    with pytest.raises(HostError, match=r"3 \(number\) is not an instance of Class 'Inner'"):
        run_lua(INNER + "class.assert_is_an(Inner, 3)")


def test_instances_carry_their_class(run_lua: RunLua) -> None:
    assert run_lua(INNER + "print(Inner:new().__class == Inner, rawget(Inner:new(), '__class'))").lines == ["true nil"]


KEEPER = """
local TestUtil = require "api.test.TestUtil"
Map.set_map(InstancedMap:new(5, 5))
local Keeper = class.class "Keeper"
function Keeper:init() self.list, self.cache = { 1, 2 }, function() return "before" end end
function Keeper:serialize() self.cache, self.count = nil, #self.list end
function Keeper:deserialize()
  local sum = self.count + #self.list
  self.cache, self.count = function() return sum end, nil
end
local keeper = Keeper:new()
"""


def test_a_class_says_how_its_instances_are_saved(run_lua: RunLua) -> None:
    script = """
    save.script.a, save.script.b, save.script.peer = keeper, { keeper }, { Keeper:new() }
    save.script.peer[1].other = keeper
    TestUtil.save_cycle()
    local loaded = save.script.a
    print(loaded.cache(), loaded.count, loaded == save.script.b[1], loaded == keeper)
    print(save.script.peer[1].other == loaded)
    print(keeper.cache(), keeper.count, save.script.peer[1].cache())
    """
    assert run_lua(KEEPER + script).lines == ["4 nil true false", "true", "4 nil 4"]


def test_an_error_of_such_a_method_refuses_the_save(run_lua: RunLua) -> None:
    script = """
    save.script.first, save.script.second = keeper, Keeper:new()
    function Keeper:serialize() if self ~= keeper then error "not now" end self.cache, self.count = nil, 0 end
    print(pcall(TestUtil.save_cycle))
    print(keeper.cache())
    """
    refusal = "TestUtil.save_cycle: the game cannot be saved: save.script → script/script.lua:13: not now"
    assert run_lua(KEEPER + script).lines == [f"false script/script.lua:14: {refusal}", "2"]
