"""Aspects of objects: instances of a mod's classes that belong to charas, items, feats and mefs."""

# Lua lines are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from host import Host, HostError
from tests.helpers import MakeMod, RunLua

ASPECTS = """
local Aspect, IAspect = require "api.Aspect", require "api.IAspect"
local IFuse = class.interface("IFuse", {}, { IAspect })
local ILoud = class.interface("ILoud", {}, { IFuse })
local Fuse, Horn = class.class("Fuse", { IFuse }), class.class("Horn", { ILoud })
IFuse.default_impl, ILoud.default_impl = Fuse, Horn
function Fuse:init(_, params) self.turns, self.list = params.turns or 9, { 1 } end
data:add { _type = "base.item", _id = "bomb", _ext = { [IFuse] = { turns = 3 }, [ILoud] = {} } }
data:add { _type = "base.item", _id = "rock", _ext = { ILoud } }
local bomb = Item.create("bomb", nil, nil, { ownerless = true })
local fuse = bomb:get_aspect(IFuse)
"""


def test_aspects_are_calculated_modified_and_cloned(run_lua: RunLua) -> None:
    script = """
    local IAspectHolder = require "api.IAspectHolder"
    print(IAspectHolder.get_aspect(bomb, IFuse) == fuse, IMapObject.current_map(bomb), bomb.__iface == IItem, require(bomb.__mt) == IItem)
    print(fuse:mod(bomb, "turns", 4), bomb:calc_aspect(IFuse, "turns"), bomb:calc_aspect_base(IFuse, "turns"), fuse:calc(bomb, "none", 8))
    print(bomb:mod_aspect(IFuse, "turns", 1, "set"), bomb:mod_aspect_base(IFuse, "turns", 10), fuse.turns, fuse:calc(bomb, "turns"))
    bomb:refresh()
    print(fuse:calc(bomb, "turns"), bomb:calc_aspect(ILoud, "turns"))
    local copy = bomb:clone()
    local copied = copy:get_aspect(IFuse)
    copied.turns, copied.list[1] = 1, 5
    print(copied ~= fuse, fuse.turns, fuse.list[1], class.is_an(Fuse, copied), copy:iter_aspects():length(), copy:iter_aspects(ILoud):length())
    print(class.is_an(IAspect, fuse), bomb:iter_aspects(IAspect):length(), bomb:iter_aspects(IFuse):length())
    print(bomb:get_aspect_or_default(IFuse) == fuse)
    local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
    print(imp:get_aspect_or_default(IFuse).turns, imp:get_aspect(IFuse), imp:get_aspect_or_default(IFuse, true) == imp:get_aspect(IFuse))
    Aspect.set_default_impl(IFuse, Horn)
    print(Aspect.get_default_impl(IFuse) == Horn)
    copy:change_prototype("script.rock", { replace_aspects = true })
    print(copy:get_aspect(IFuse), copy:get_aspect(ILoud) ~= nil, copy:get_aspect_proto(ILoud) ~= nil)
    copy:remove_all_aspects()
    print(copy:iter_aspects():length(), data["base.item"]["script.rock"]._ext[ILoud] ~= nil, bomb._ext)
    """
    assert run_lua(ASPECTS + script).lines == [
        "true nil true true",
        "7 7 3 8",
        "1 13 13 1",
        "13 nil",
        "true 13 1 true 2 1",
        "true 2 2",
        "true",
        "9 nil true",
        "true",
        "nil true true",
        "0 true nil",
    ]


def test_wrong_aspects_are_refused(run_lua: RunLua) -> None:
    script = """
    for i, call in ipairs {
      function() bomb:get_aspect "no.such.file" end,
      function() bomb:calc_aspect(3, "x") end,
      function() fuse:mod(bomb, "turns", "x") end,
      function() fuse:mod(bomb, nil, 3) end,
      function() fuse:mod(Item.create("rock", nil, nil, { ownerless = true }), "turns", 3) end,
      function() Aspect.set_default_impl(IFuse, 3) end,
      function() Aspect.get_default_impl(class.interface "IOther") end,
      function() bomb:get_aspect_or_default(class.interface("IEmpty", {}, IAspect)) end,
      function() (require "api.IAspectHolder").get_aspect({}, IFuse) end,
      function() IMapObject.current_map(nil) end,
      function() ILocation.get_aspect(InstancedMap:new(3, 3), IFuse) end,
    } do
      print((select(2, pcall(call)):gsub("^[^ ]* ", "")))
    end
    bomb._aspects = { [1] = 3, ["script.IFuse"] = "x" }
    print(bomb:iter_aspects():length(), bomb:clone():iter_aspects():length())
    """
    lines = run_lua(ASPECTS + script).lines
    for line, part in zip(
        lines,
        (
            "no.such.file",
            "calc_aspect: interface is 3",
            "cannot be added",
            "the name of the field is nil",
            "the aspect does not belong to",
            "implementation is 3",
            "must include IAspect",
            "the aspect script.IEmpty has no class",
            "it is called on a table",
            "it is called on nil",
            "get_aspect: it is called on a table",
            "0 0",
        ),
        strict=True,
    ):
        assert part in line


def test_extensions_keep_their_tables(run_lua: RunLua) -> None:
    script = """
    data:add { _type = "base.data_ext", _id = "color", fields = { { name = "color", type = "string", default = "grey" } } }
    data:add { _type = "base.item", _id = "plain", _ext = {} }
    local color = { color = "red" }
    data:add { _type = "base.item", _id = "red", _ext = { ["script.color"] = color } }
    data:add { _type = "base.item", _id = "listed", _ext = { "script.color" } }
    local items = data["base.item"]
    print(items:ext("script.plain", "script.color").color, items:ext("script.red", "script.color") == color)
    print(next(items:ext("script.listed", "script.color")), next(items["script.listed"]._ext))
    """
    lines = run_lua(script).lines
    assert lines[0] == "grey true"
    assert lines[1].startswith("nil script.color")


def test_aspects_of_two_objects_share_no_table(run_lua: RunLua) -> None:
    script = """
    local IBag = class.interface("IBag", {}, { require "api.IAspect" })
    local Bag = class.class("Bag", { IBag })
    function Bag:init(_, params) self.list = params.list end
    IBag.default_impl = Bag
    data:add { _type = "base.item", _id = "bag", _ext = { [IBag] = { list = { 1 } } } }
    local map = InstancedMap:new(5, 5)
    local one, other = Item.create("bag", 1, 1, {}, map), Item.create("bag", 2, 2, {}, map)
    one:get_aspect(IBag).list[1] = 7
    print(other:get_aspect(IBag).list[1], other:get_aspect_proto(IBag).list[1])
    """
    assert run_lua(script).lines == ["1 1"]


@pytest.mark.parametrize("kind", ["sting", "'3'"])
def test_fields_of_extensions_have_types_of_lua(run_lua: RunLua, kind: str) -> None:
    with pytest.raises(HostError, match=r"fields\[1\].type"):
        run_lua(f'data:add {{ _type = "base.data_ext", _id = "x", fields = {{ {{ name = "a", type = "{kind}" }} }} }}')


def test_default_classes_of_other_mods_are_read_only(run_lua: RunLua, make_mod: MakeMod) -> None:
    victim = make_mod("victim", 'return { IFoo = class.interface("IFoo", {}, { require "api.IAspect" }) }')
    thief = make_mod(
        "thief",
        """
        function attack()
          print(pcall(require("api.Aspect").set_default_impl, require("victim").IFoo, class.class "Mine"))
        end
        """,
    )
    (line,) = run_lua('require("thief").attack()', mods=[victim, thief]).lines
    assert line.startswith("false")


def test_interfaces_and_classes_of_aspects_are_named_by_their_files(make_mod: MakeMod) -> None:
    lines: list[str] = []
    init = """
    local ILamp = require "mod.m.api.ILamp"
    data:add { _type = "base.item", _id = "lamp", _ext = { [ILamp] = { fuel = 3 } } }
    local function begin()
      local lamp = Item.create("lamp", nil, nil, { ownerless = true })
      local aspect = lamp:get_aspect "mod.m.api.ILamp"
      print(aspect == lamp:get_aspect(ILamp), aspect.fuel, aspect:burn(), lamp:calc_aspect("mod.m.api.ILamp", "fuel"))
    end
    return { begin = begin }
    """
    files = {
        "api/ILamp.lua": 'local I = class.interface("ILamp", { fuel = "number" }, { require "api.IAspect" }) I.default_impl = "mod.m.api.Lamp" return I',
        "api/Lamp.lua": 'local Lamp = class.class("Lamp", require "mod.m.api.ILamp") function Lamp:init(_, params) self.fuel = params.fuel end function Lamp:burn() return "bright" end return Lamp',
    }
    mod = make_mod("m", init, files=files)
    script = mod.parent / "go.lua"
    script.write_text('require("m").begin()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert [line.split() for line in lines] == [["true", "3", "bright", "3"]]
