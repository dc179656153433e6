"""Classes and interfaces of mods: delegates and messages."""

# Lua lines and messages are whole, so that they can be searched for.

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host, HostError
from tests.helpers import RunLua, write_mod

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


PLAN = """
local TestUtil = require "api.test.TestUtil"
Map.set_map(InstancedMap:new(5, 5))
local Plan = class.class "Plan"
function Plan:init() self.list, self.cache = { 1, 2 }, function() return "before" end end
function Plan:serialize() self.cache, self.count = nil, #self.list end
function Plan:deserialize()
  local sum = self.count + #self.list
  self.cache, self.count = function() return sum end, nil
end
local plan = Plan:new()
"""


def test_a_class_says_how_its_instances_are_saved(run_lua: RunLua) -> None:
    script = """
    save.script.a, save.script.b, save.script.peer = plan, { plan }, { Plan:new() }
    save.script.peer[1].other = plan
    TestUtil.save_cycle()
    local loaded = save.script.a
    print(loaded.cache(), loaded.count, loaded == save.script.b[1], loaded == plan)
    print(save.script.peer[1].other == loaded)
    print(plan.cache(), plan.count, save.script.peer[1].cache())
    """
    assert run_lua(PLAN + script).lines == ["4 nil true false", "true", "4 nil 4"]


def test_an_error_in_serialize_refuses_the_save(run_lua: RunLua) -> None:
    script = """
    save.script.first, save.script.second = plan, Plan:new()
    function Plan:serialize() if self ~= plan then error "not now" end self.cache, self.count = nil, 0 end
    print(pcall(TestUtil.save_cycle))
    print(plan.cache())
    """
    refusal = "TestUtil.save_cycle: the game cannot be saved: save.script → script/script.lua:13: not now"
    assert run_lua(PLAN + script).lines == [f"false script/script.lua:14: {refusal}", "2"]


# The second of three plans has a deserialize that fails.
THREE = """
save.script.plans = { Plan:new(), Plan:new(), Plan:new() }
local deserialize = Plan.deserialize
function Plan:deserialize()
  if self.fails then error "not again" end
  deserialize(self)
end
"""


def test_an_error_in_deserialize_spoils_no_other_instance(run_lua: RunLua) -> None:
    script = """
    save.script.plans[2].fails = true
    print(pcall(TestUtil.save_cycle))
    for _, each in ipairs(save.script.plans) do print(each.cache and each.cache(), each.count) end
    save.script.plans[2].fails = nil
    TestUtil.save_cycle()
    print(save.script.plans[3].cache())
    """
    refusal = "TestUtil.save_cycle: the game cannot be saved: save.script → script/script.lua:15: not again"
    lines = [f"false script/script.lua:20: {refusal}", "4 nil", "nil 2", "4 nil", "4"]
    assert run_lua(PLAN + THREE + script).lines == lines


def test_an_error_in_deserialize_refuses_the_load(run_lua: RunLua) -> None:
    script = """
    local loads = 0
    function Plan:deserialize()
      loads = loads + 1
      if loads == 5 then error "not again" end
      deserialize(self)
    end
    print(pcall(TestUtil.save_cycle))
    print(loads)
    for _, each in ipairs(save.script.plans) do print(each.cache and each.cache()) end
    """
    assert run_lua(PLAN + THREE + script).lines == ["false script/script.lua:22: not again", "6", "4", "nil", "4"]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("{}", "table: 1"), ("print", "function: 1"), ("nil", "<no error object>")],
)
def test_an_error_in_serialize_that_is_no_text_has_no_address(run_lua: RunLua, value: str, shown: str) -> None:
    script = f"save.script.a = plan function Plan:serialize() error({value}) end print(pcall(TestUtil.save_cycle))"
    (line,) = run_lua(PLAN + script).lines
    assert line.endswith(f"the game cannot be saved: save.script → {shown}")


def test_serialize_cannot_save_the_game(run_lua: RunLua) -> None:
    script = """
    save.script.a = plan
    function Plan:serialize() self.cache, self.count = nil, 2 print(pcall(TestUtil.save_cycle)) end
    TestUtil.save_cycle()
    print(save.script.a.cache())
    """
    refused, loaded = run_lua(PLAN + script).lines
    assert "the game is being saved: serialize and deserialize cannot save it, too" in refused
    assert loaded == "4"


def test_what_serialize_has_not_changed_is_not_deserialized(tmp_path: Path) -> None:
    # Such as a save of a mod whose class had no `serialize` yet, or of a host that called none.
    plan = 'local Plan = class.class "Plan" function Plan:init() self.list = { 1, 2 } end\n'
    hooks = """
    function Plan:serialize() self.count = #self.list end
    function Plan:deserialize() self.list[self.count], self.count = 5, nil end
    """
    script = tmp_path / "go.lua"
    script.write_text(
        "if save.kp.plan then print(save.kp.plan.list[2]) else "
        'Map.set_map(InstancedMap:new(5, 5)) save.kp.plan = require "kp".Plan:new() end'
    )
    lines: list[str] = []
    for init in (plan, plan + hooks, plan + hooks):
        mod = write_mod(tmp_path / "kp", {"init.lua": init + "return { Plan = Plan }"})
        Host(mods=[mod], output=lines.append).run_script(script, save=tmp_path / "kp.save")
    assert lines == ["2", "5"]


@pytest.mark.parametrize("name", ["serialize", "deserialize"])
def test_a_save_names_the_class_whose_method_is_none(run_lua: RunLua, name: str) -> None:
    script = f"""
    Plan.{name} = true
    save.script.plan = plan
    print(pcall(TestUtil.save_cycle))
    """
    refusal = f"save.script → the class Plan: {name} is true: must be a function"
    (line,) = run_lua(PLAN + script).lines
    assert line.endswith(f"TestUtil.save_cycle: the game cannot be saved: {refusal}")
