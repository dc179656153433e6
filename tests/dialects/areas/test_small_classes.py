"""Small classes and modules of the areas world: Queue, CircularBuffer, SkipList, DateTime, Codegen, Config, Extend."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import MakeMod, RunLua, write_mod


def test_collections_keep_their_order(run_lua: RunLua) -> None:
    script = """
    local Queue, CircularBuffer, SkipList = require "api.Queue", require "api.CircularBuffer", require "api.SkipList"
    local queue = Queue:new()
    for i = 1, 3 do queue:push(i) end
    print(queue:pop(), queue:peek(), queue:len(), table.concat(queue:iter():to_list(), " "))
    local buffer = CircularBuffer:new(3)
    for i = 1, 5 do buffer:push(i) end
    print(table.concat(buffer:iter():to_list(), " "), buffer:get(1), buffer:get(-1), buffer:len(), buffer:is_full())
    local list = SkipList:new()
    for _, key in ipairs { 5, 1, 4, 2 } do list:insert(key, "v" .. key) end
    print(list:find(4), list:find(3), list:delete(2), list:pop())
    for _, key, value in list:iter() do print(key, value) end
    for _, key, value in list:iterate() do print(key, value) end
    local down = SkipList:new(function(a, b) return a > b end)
    down:insert(1, "a") down:insert(2, "b")
    down:insert(3, false)
    print(down:find(3), down:pop())
    print(down:peek(), down:length(), class.is_an(Queue, queue), class.is_an(SkipList, queue))
    """
    assert run_lua(script).lines == [
        *("1 2 2 2 3", "5 4 3 5 3 3 true", "v4 nil v2 1 v1", "4 v4", "5 v5", "4 v4", "5 v5"),
        *("false 3 false", "2 2 true false"),
    ]


def test_dates_count_as_the_clock_does(run_lua: RunLua) -> None:
    script = """
    local DateTime = require "api.DateTime"
    local date = DateTime:new(517, 8, 12, 1, 10)
    print(date, date:hours() == World.date_hours(), DateTime:from_hours(date:hours()))
    print(date > DateTime:from_hours(date:hours()), date == DateTime:new(517, 8, 12, 1, 10), date <= date)
    """
    assert run_lua(script).lines == ["517-08-12 01:10:00 true 517-08-12 01:00:00", "true true true"]


def test_instances_are_saved(run_lua: RunLua) -> None:
    script = """
    local TestUtil, Queue, DateTime = require "api.test.TestUtil", require "api.Queue", require "api.DateTime"
    local map = InstancedMap:new(5, 5)
    Map.set_map(map)
    save.script.queue, save.script.date = Queue:new(), DateTime:new(517, 1)
    save.script.queue:push "torch"
    TestUtil.save_cycle()
    print(save.script.queue:pop(), save.script.date)
    """
    assert run_lua(script).lines == ["torch 517-01-00 00:00:00"]


def test_small_modules(run_lua: RunLua) -> None:
    script = """
    local Codegen, Config, Extend = require "api.Codegen", require "api.Config", require "api.Extend"
    x = 4
    print(Codegen.loadstring("return x + 1")(), (Codegen.loadstring("return +")), Codegen.gen_literal "a")
    print(Config.get "base.debug_always_renew_map", Config.base.debug_always_renew_map)
    Config.base.debug_always_renew_map = "minor"
    local id = "base.debug_always_renew_map"
    print(config.base.debug_always_renew_map, Config.default(id), pcall(Config.get, "base.no"))
    local map, lamp = InstancedMap:new(5, 5), {}
    Extend.extend(map, "script", "oil", 3)
    Extend.extend(lamp, "script", "oil", 2)
    print(Extend.get(map, "script", "oil"), map:get_mod_data("script").oil, lamp._ext.script.oil)
    local horn = {}
    print(Extend.get(horn, "script"), horn._ext, Extend.get_or_create(horn, "script") == Extend.get(horn, "script"))
    Extend.get_or_create(horn, "script", "notes").low = 1
    print(Extend.get(horn, "script", "notes").low, Extend.get_or_create(lamp, "script", "oil"))
    local IComparable = require "api.IComparable"
    local Gem = class.class("Gem", IComparable)
    function Gem:compare(other) return self == other end
    print(class.is_interface(IComparable), class.is_an(IComparable, Gem:new()), class.is_an(IComparable, {}))
    for _, key, value in table.iter_pairs { a = 1 } do print(key, value) end
    print(string.to_snake_case "UiMessageWindow", string.to_snake_case "HPBar of-Boss")
    """
    lines = run_lua(script).lines
    assert lines[0] == '5 nil "a"'
    assert lines[1] == "none none"
    assert lines[2].startswith("minor none false")
    assert lines[3:] == [
        *("3 3 2", "nil nil true", "1 2", "true true false", "a 1"),
        "ui_message_window hp_bar_of_boss",
    ]


def test_each_mod_has_its_own_class(make_mod: MakeMod, run_lua: RunLua, tmp_path: Path) -> None:
    one = make_mod(
        "one", 'local Queue = require "api.Queue" function Queue:shout() return "!" end', toml='dialects = ["areas"]'
    )
    two = write_mod(
        tmp_path / "other" / "two",
        {"mod.lua": 'return { id = "two", version = "1", dependencies = {} }', "init.lua": 'require "api.Queue"'},
    )
    assert run_lua('print(require("api.Queue"):new().shout)', mods=[one, two]).lines == ["nil"]
