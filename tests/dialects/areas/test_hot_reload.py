"""Hot reload: a new text of a file of a mod takes the place of the old one, for tests of mods."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

from host import Host
from tests.helpers import MakeMod

WORDS = """
local Words = {}
function Words.hello() return "hello" end
Words.old = true
data:add { _type = "base.item", _id = "cup", value = 1, events = { { id = "base.on_item_refresh", name = "a", callback = function() print "old refresh" end } } }
Event.register("base.on_turn_passed", "kept", function() print "kept, old" end)
Event.register("base.on_turn_passed", "dropped", function() print "dropped" end)
return Words
"""
INIT = """
local Words, Cup = require "mod.m.lib.words", require "mod.m.lib.Cup"
local TestUtil, Env = require "api.test.TestUtil", require "api.Env"
local function reload(path, code) return TestUtil.hotload_code(path, "m", code) end
function begin()
  local map = InstancedMap:new(5, 5)
  Map.set_map(map)
  local cup, made = Item.create("cup", 1, 1, {}, map), Cup:new()
  for _, id in ipairs { "on_hotload_begin", "before_hotload_prototype", "on_hotload_prototype", "on_hotload_object", "on_hotload_end" } do
    Event.register("base." .. id, "note", function(source, params) print(id, source and source._id or params.path or params.old and params.old.value or params.entry.value, Env.is_hotloading()) end)
  end
  local again = reload("mod.m.lib.words", [[
    data:add { _type = "base.item", _id = "cup", value = 2, events = { { id = "base.on_item_refresh", name = "a", callback = function() print "new refresh" end } } }
    Event.register("base.on_turn_passed", "kept", function() print "kept, new" end)
    return { hello = function() return "hi" end }
  ]])
  print(again == Words, Words.hello(), Words.old, data["base.item"]["m.cup"].value, Env.is_hotloading())
  cup:refresh()
  World.pass_turn()
  reload("lib.Cup", 'local Cup = class.class("Cup") function Cup:fill() return "tea" end Cup.__len = Cup.fill return Cup')
  print(made:fill(), class.is_an(Cup, made), Cup.empty, #made)
  print(reload("lib.words", 'return "no_hotload"') == Words, Words.hello())
  reload("lib.words", "return { on_hotload = function(old, new) old.count = 3 end }")
  print(Words.hello(), Words.count)
  Event.register("base.before_hotload_prototype", "nested", function() Event.unregister("base.before_hotload_prototype", "nested") reload("lib.other", "return 3") end)
  reload("lib.more", 'data:add { _type = "base.item", _id = "cup", value = 4 }')
  print(data["base.item"]["m.cup"].value)
  print(reload("lib.none", "return { 7 }")[1], require("mod.m.lib.none")[1])
  for _, call in ipairs {
    function() TestUtil.hotload_code("lib.words", "other", "return 3") end,
    function() reload("../words", "return 3") end,
    function() reload("lib.words", "return = 3") end,
    function() reload("lib.words", "error 'no'") end,
  } do
    print((select(2, pcall(call))))
  end
  print(Env.is_hotloading(), pcall(data.add, data, { _type = "base.item", _id = "cup" }))
end
"""


def test_a_new_text_takes_the_place_of_a_file(make_mod: MakeMod) -> None:
    lines: list[str] = []
    cup = 'local Cup = class.class("Cup") function Cup:fill() return "water" end function Cup.empty() end return Cup'
    mod = make_mod("m", INIT, files={"lib/words.lua": WORDS, "lib/Cup.lua": cup})
    make_mod("other", "")
    script = mod.parent / "go.lua"
    script.write_text('require("m").begin()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert lines[:9] == [
        "on_hotload_begin mod.m.lib.words false",
        "before_hotload_prototype 1 true",
        "on_hotload_prototype 2 true",
        "on_hotload_object m.cup false",
        "on_hotload_end mod.m.lib.words false",
        "true hi nil 2 false",
        "new refresh",
        "kept, new",
        "on_hotload_begin lib.Cup false",
    ]
    rest = [line for line in lines[9:] if "_hotload" not in line or "mod_id" in line]
    assert rest[:5] == ["tea true nil tea", "true hi", "hi 3", "4", "7 7"]
    for line, part in zip(
        rest[5:],
        (
            'mod_id is "other": must be the id of the mod that calls, m',
            "must be the dotted path",
            "m/lib/words.lua:1:",
            "m/lib/words.lua:1: no",
            "false false",
        ),
        strict=True,
    ):
        assert part in line


DUCK = """
local Swims = class.interface("Swims", {{ speed = "number" }})
function Swims:swim() return "{verb} " .. self.speed end
local Duck = class.class("Duck", {{ Swims }})
function Duck:init(name) self.name, self.speed, self.beak = name, {speed}, {{ size = {speed} }} end
Duck:delegate("beak", "size")
return Duck
"""


def test_a_class_keeps_making_instances(make_mod: MakeMod) -> None:
    lines: list[str] = []
    new = DUCK.format(verb="paddles", speed=5)
    mod = make_mod(
        "m",
        f"""
        local Duck, TestUtil = require "mod.m.Duck", require "api.test.TestUtil"
        function begin()
          Map.set_map(InstancedMap:new(5, 5))
          local old = Duck:new "Ada"
          print(TestUtil.hotload_code("mod.m.Duck", "m", [[{new}]]) == Duck)
          local young = Duck:new "Bob"
          print(old:swim(), young:swim(), young.size, class.is_an(Duck, young), young.__class == Duck)
          save.m.duck = young
          TestUtil.save_cycle()
          print(class.is_an(Duck, save.m.duck), save.m.duck:swim())
        end
        """,
        files={"Duck.lua": DUCK.format(verb="swims", speed=1)},
    )
    script = mod.parent / "go.lua"
    script.write_text('require("m").begin()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert lines == ["true", "paddles 1 paddles 5 5 true true", "true paddles 5"]


def test_an_interface_gets_the_members_of_its_new_text(make_mod: MakeMod) -> None:
    lines: list[str] = []
    mod = make_mod(
        "m",
        """
        local Glows, TestUtil = require "mod.m.Glows", require "api.test.TestUtil"
        function begin()
          local new = 'local Glows = class.interface("Glows", { watts = "number" }) function Glows:on() return "on" end return Glows'
          print(TestUtil.hotload_code("mod.m.Glows", "m", new) == Glows, Glows.off)
          local Lamp = class.class("Lamp", { Glows })
          function Lamp:init() self.watts = 4 end
          print(Lamp:new():on(), class.is_an(Glows, { watts = 1, on = print }), class.is_an(Glows, { lumen = 1 }))
        end
        """,
        files={
            "Glows.lua": 'local Glows = class.interface("Glows", { lumen = "number" }) function Glows:off() end return Glows'
        },
    )
    script = mod.parent / "go.lua"
    script.write_text('require("m").begin()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert lines == ["true nil", "on true false"]


def test_a_reloaded_interface_may_have_names_that_classes_get_from_the_host(make_mod: MakeMod) -> None:
    lines: list[str] = []
    text = """
    local Glows = class.interface "Glows"
    function Glows.new() return "{verb}" end
    function Glows.delegate() return "{verb}" end
    return Glows
    """
    mod = make_mod(
        "m",
        f"""
        local Glows, TestUtil = require "mod.m.Glows", require "api.test.TestUtil"
        function begin()
          TestUtil.hotload_code("mod.m.Glows", "m", [[{text.format(verb="shines")}]])
          print(Glows.new(), Glows.delegate())
        end
        """,
        files={"Glows.lua": text.format(verb="glows")},
    )
    script = mod.parent / "go.lua"
    script.write_text('require("m").begin()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert lines == ["shines shines"]
