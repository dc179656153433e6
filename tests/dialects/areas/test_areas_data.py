"""Data of the areas dialect: all mistakes are reported together, and registered data can be read."""

# Lua lines and messages are whole, so that they can be searched for.
# ruff: noqa: E501, ISC004

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host, HostError
from host.errors import HostErrors
from tests.helpers import MakeMod, RunLua, dedent, write_mod


def faults_of(*mods: Path) -> list[str]:
    with pytest.raises(HostError) as caught:
        Host(list(mods), output=lambda _: None)
    errors = caught.value.errors if isinstance(caught.value, HostErrors) else (caught.value,)
    return [str(error) for error in errors]


def test_all_faults_of_all_mods_are_told_together(make_mod: MakeMod) -> None:
    one = make_mod(
        "one",
        """
        data:add { _type = "base.chara", _id = "imp", level = "high", categories = { "a", 2 } }
        data:add { _type = "base.unique_area", _id = "den", area_generatr = "one.dig", area_generator = "one.digg" }
        data:add { _type = "base.area_generator", _id = "dig", on_generate_floor = function() end }
        data:add { _type = "base.area_generator", _id = "none" }
        """,
    )
    two = make_mod(
        "two",
        """
        data:add_type { name = "gem", fields = { { name = "value", type = types.number }, { name = "cut", type = types.string, default = "round" } } }
        data:add { _type = "two.gem", _id = "ruby", value = 3, _ext = {} }
        data:add { _type = "two.gem", _id = "opal" }
        data:add { _type = "base.map_archetype", _id = "x", _events = { { _id = "base.on_map_enterd", name = "n", callback = print } } }
        """,
    )
    assert faults_of(one, two) == [
        'one/init.lua:1: base.chara "one.imp": level is "high": must be a whole number',
        'one/init.lua:1: base.chara "one.imp": categories[2] is 2: must be a string',
        'one/init.lua:2: base.unique_area "one.den": area_generatr is "one.dig": base.unique_area has no field of that '
        'name; did you mean "area_generator"?',
        'one/init.lua:2: base.unique_area "one.den": area_generator is "one.digg": there is no base.area_generator of '
        'that id; did you mean "one.dig"?',
        'one/init.lua:4: base.area_generator "one.none": on_generate_floor is nil: must be a function',
        'two/init.lua:3: two.gem "two.opal": value is nil: must be a number',
        'two/init.lua:4: base.map_archetype "two.x": _events[1]._id is "base.on_map_enterd": there is no base.event of '
        'that id; did you mean "base.on_map_entered"?',
    ]


def test_entries_have_the_fields_that_they_inherit(run_lua: RunLua) -> None:
    script = """
    local first = data:add { _type = "base.chara", _id = "imp", level = 7, name = "imp", categories = { "script.hot" } }
    local entry = setmetatable({ _id = "lord", name = "lord" }, { __index = first })
    print(data:add(entry) == entry, entry._id)
    local lord = Chara.create("lord", 1, 1, {}, InstancedMap:new(5, 5))
    print(lord.name, lord.level, lord:has_category "script.hot")
    local common = { properties = setmetatable({ level = 3 }, { __index = { name = "den", max_crowd_density = 4 } }) }
    data:add(setmetatable({ _type = "base.map_archetype", _id = "den" }, { __index = common }))
    local map = InstancedMap:new(5, 5)
    map:set_archetype("den", { set_properties = true })
    print(map.level, map.name, map.max_crowd_density)
    """
    assert run_lua(script).lines == ["true script.lord", "lord 7 true", "3 den 4"]


@pytest.mark.parametrize("name", ["callback", "iterator"])
def test_a_type_with_arguments_for_readers_is_a_type_without_them(run_lua: RunLua, name: str) -> None:
    script = f"""
    for i, checker in ipairs {{ types.{name}, types.{name}(), types.{name}(types.int) }} do
      data:add_type {{ name = "t" .. i, fields = {{ {{ name = "a", type = types.list(checker) }} }} }}
      print(types.check(fun.iter {{ 1 }}, checker), types.check(5, checker), types.check({{ a = 5 }}, types.fields {{ a = checker }}))
    end
    """
    rule = {"callback": "a function", "iterator": "an iterator"}[name]
    assert run_lua(script).lines == [f"true false false a is 5: must be {rule}"] * 3


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('data:add { _type = "base.item" }', "data:add: _id is nil: must be a name of small letters"),
        ('data:add { _id = "x" }', "data:add: _type is nil: must be the name of a type"),
        ('data:add { _type = "base.itme", _id = "x" }', 'there is no type of that name; did you mean "base.item"?'),
        ('data:add { _type = "base.item", _id = "9x" }', '_id is "9x": must be a name'),
        ("data:add(3)", "data:add: entry is 3: must be a table"),
        ('data:replace { _type = "base.item", _id = "x" }', 'this mod has added no base.item "m.x"'),
        (
            'data:add { _type = "base.item", _id = "a" } data:add { _type = "base.item", _id = "a" }',
            "already, added at",
        ),
        ("data:extend {}", 'data has no function "extend"'),
        ('data["base.item"].x = 3', 'data["base.item"]: "x" cannot be set'),
        ('data["base.item"]:ensure "m.y"', "there is no base.item of that id"),
        (
            'data:add_type { name = "t", fields = { { name = "a", type = 3 } } }',
            "fields[1].type is 3: must be one of types",
        ),
        (
            'data:add_type { name = "t", fields = { { name = "a", type = types.number, default = "x" } } }',
            "default: the value",
        ),
        ('data:add { _type = "base.item", _id = "x", _ext = { "m.none" } }', "there is no base.data_ext of that id"),
        ("config.m.speed = 3", "config.m.speed: there is no option of that name"),
        ("types.list(3)", "types.list: of is 3: must be one of types"),
        ('Event.register("base.on_map_entered", "x", 3)', "must be a function"),
        ('Event.register("m.none", "x", print)', "there is no base.event of that id"),
        ("InstancedMap:new(3, 3)", "the game hasn't started"),
        ("World.pass_turn()", "World.pass_turn: the game hasn't started"),
        ("goto_floor('m.none')", "goto_floor: the game hasn't started"),
        ('Advice.add("beside", "api.Chara", "create", "x", print)', "must be one of after, after_until"),
        ('Advice.add("before", "api.Chara", "creat", "x", print)', 'did you mean "create"?'),
    ],
    ids=lambda value: (
        value[:40] if isinstance(value, str) and value.startswith(("data", "conf", "typ", "Ev", "In", "Ad")) else ""
    ),
)
def test_wrong_calls_are_told_at_their_line(make_mod: MakeMod, line: str, message: str) -> None:
    (fault,) = faults_of(make_mod("m", f"local before\n{line}\n"))
    assert fault.startswith("m/init.lua:2: ")
    assert message in fault


def test_data_can_be_edited_extended_and_asked_for(make_mod: MakeMod, run_lua: RunLua) -> None:
    make_mod(
        "gems",
        """
        data:add_type { name = "gem", fields = {
          { name = "value", type = types.positive(types.number) },
          { name = "cut", type = types.optional(types.literal("round", "square")), default = "round" },
          { name = "serial", type = types.optional(types.int), indexed = true },
        } }
        data:add_multi("gems.gem", { { _id = "ruby", value = 3, serial = 7 }, { _id = "opal", value = 2, _ordering = 5 } })
        """,
    )
    folder = make_mod(
        "paint",
        """
        data:add { _type = "base.data_ext", _id = "color", fields = { { name = "color", default = "grey" } } }
        data:add { _type = "gems.gem", _id = "jade", value = 9, _ext = { ["paint.color"] = { color = "green" } } }
        data["gems.gem"]:edit("dearer", function(gem) gem.value = gem.value * 10 return gem end)
        """,
        toml='[dependencies]\ngems = "*"\n',
    )
    ran = run_lua(
        """
        local gems = data["gems.gem"]
        print(gems:iter():map(function(gem) return gem._id .. "=" .. gem.value end):into_sorted():to_list()[2])
        print(gems:iter():nth(1)._id, gems["gems.ruby"].cut, gems:find_by("serial", 7)._id, gems["gems.none"])
        print(gems:ext("paint.jade", "paint.color").color, gems:ext("gems.ruby", "paint.color").color)
        print(gems:validate { value = -1, cut = "oval" })
        print(data:has_type "gems.gem", gems:type(), data["no.type"]["x"])
        """,
        mods=[folder.parent],
    )
    assert ran.text == dedent(
        """
        gems.ruby=30
        gems.opal round gems.ruby nil
        green grey
        false value is -1: must be between 0 and inf
        cut is "oval": must be "round" or "square"
        true gems.gem nil
        """
    ).rstrip("\n")


def test_a_mod_called_elona_replaces_what_the_host_brings(make_mod: MakeMod, run_lua: RunLua) -> None:
    elona = make_mod("elona", 'data:add { _type = "base.feat", _id = "stairs_down", name = "hole", glyph = "o" }')
    assert run_lua('print(data["base.feat"]["elona.stairs_down"].name)', mods=[elona]).lines == ["hole"]


def test_entries_of_others_can_be_read_and_not_changed(make_mod: MakeMod, run_lua: RunLua) -> None:
    make_mod("owner", 'data:add { _type = "base.item", _id = "cup", tags = { "a" } }')
    thief = make_mod(
        "thief",
        """
        local cup = data["base.item"]["owner.cup"]
        print(cup.tags[1], pcall(function() cup.tags[1] = "b" end))
        print(pcall(rawset, cup, "value", 3))
        """,
    )
    ran = run_lua('print(data["base.item"]["owner.cup"].tags[1])', mods=[thief.parent])
    assert ran.lines[0].startswith("a false ")
    assert "read-only here" in ran.lines[0]
    assert ran.lines[1].startswith("false")
    assert ran.lines[2] == "a"


# What a mod of the data in `add` and `replace` below may read of another mod, and not change.
OWNER = """
local hidden = { hidden = { 1 } }
secret = setmetatable({ _type = "base.item", _id = "cup", tags = { "a" }, level = 3 }, { __index = hidden })
return { secret = secret, shown = function() return secret.tags[1], secret.level, hidden.hidden[1] end }
"""


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ('local e = data:add(setmetatable({ _id = "x" }, { __index = secret }))', ["e.tags", "e.hidden"]),
        (
            'local e = { _type = "base.item", _id = "x" } data:add(e) '
            "setmetatable(e, { __index = secret }) data:replace(setmetatable({ _id = 'x' }, { __index = e }))",
            ["e.tags", "e.hidden"],
        ),
        ("print(pcall(data.replace, data, secret))", ["secret.tags", "secret.hidden"]),
    ],
    ids=["add", "replace", "refused"],
)
def test_entries_that_inherit_from_another_mod_cannot_change_it(
    make_mod: MakeMod, run_lua: RunLua, line: str, changes: list[str]
) -> None:
    make_mod("owner", OWNER)
    writes = "\n".join(f"print(pcall(function() {change}[1] = 9 end))" for change in changes)
    thief = make_mod(
        "thief", f'local secret = require("mod.owner").secret\n{line}\n{writes}\nprint(require("mod.owner").shown())'
    )
    lines = run_lua("", mods=[thief.parent]).lines
    assert lines[-1] == "a 3 1"
    assert all(line.startswith("false") and ("read-only here" in line or "another mod" in line) for line in lines[:-1])


@pytest.mark.parametrize("method", ["add", "replace"])
def test_a_refused_entry_is_not_changed(run_lua: RunLua, method: str) -> None:
    script = f"""
    local bad = setmetatable({{ _id = "bad id!" }}, {{ __index = {{ _type = "base.item", level = 3 }} }})
    print((pcall(data.{method}, data, bad)), rawget(bad, "level"), rawget(bad, "_type"))
    bad._id, bad._ordering = "good", "first"
    print((pcall(data.{method}, data, bad)), rawget(bad, "level"), rawget(bad, "_type"))
    """
    assert run_lua(script).lines == ["false nil nil"] * 2


def test_an_entry_inherits_only_what_its_type_has(run_lua: RunLua) -> None:
    script = """
    local Kind = { level = 3, help = function() return "help" end, colour_of_mod = 5 }
    local entry = data:add(setmetatable({ _type = "base.item", _id = "a" }, { __index = Kind }))
    print(rawget(entry, "level"), rawget(entry, "help"), rawget(entry, "colour_of_mod"), entry.help())
    """
    assert run_lua(script).lines == ["3 nil nil help"]


def test_an_entry_inherits_its_order(run_lua: RunLua) -> None:
    script = """
    local first = data:add { _type = "base.item", _id = "b", _ordering = 5 }
    data:add(setmetatable({ _id = "c" }, { __index = first }))
    data:add { _type = "base.item", _id = "a", _ordering = 6 }
    print(data["base.item"]:iter():take(3):extract("_id"):to_list()[2])
    """
    assert run_lua(script).lines == ["script.c"]


def test_options_of_mods_are_checked_and_heard(make_mod: MakeMod, run_lua: RunLua) -> None:
    mod = make_mod(
        "m",
        """
        data:add { _type = "base.config_option", _id = "speed", type = "integer", default = 3, min_value = 1, max_value = 9,
          on_changed = function(value) print("now", value) end }
        """,
    )
    ran = run_lua(
        """
        print(config.m.speed)
        config.m.speed = 5
        print(config.m.speed, pcall(function() config.m.speed = 50 end))
        """,
        mods=[mod],
    )
    assert ran.lines[:2] == ["3", "now 5"] or ran.lines[:2] == ["3", "now 5"]
    assert "must be between 1 and 9" in ran.lines[2]


def test_a_failing_handler_does_not_end_the_others(tmp_path: Path) -> None:
    mod = write_mod(
        tmp_path / "m",
        {
            "mod.toml": 'id = "m"\nversion = "1"\ndialects = ["areas"]\n',
            "init.lua": """
                Event.register("base.on_turn_passed", "b fails", function() error("no luck") end)
                Event.register("base.on_turn_passed", "c", function(_, _, result) print("c") return 3 end)
                Event.register("base.on_turn_passed", "a", function() print("a") end, 5)
                Event.register("base.on_turn_passed", "z", function(_, _, result) return result + 1, "blocked" end, 200000)
                Event.register("base.on_turn_passed", "zz", function() print("never") end, 300000)
            """,
        },
    )
    lines: list[str] = []
    host = Host([mod], output=lines.append)
    script = tmp_path / "s.lua"
    script.write_text('print(require("host.areas").Event.trigger("base.on_turn_passed", {}))')
    host.run_script(script)
    assert [line.split()[0] for line in lines] == ["a", "c", "4"]
    assert host.warnings == ['base.on_turn_passed: the handler "b fails" of mod m failed: m/init.lua:1: no luck']
    with pytest.raises(HostError, match="no luck"):
        Host([mod], output=lines.append).run_script(script, strict=True)


@pytest.mark.parametrize(
    ("floor", "message"),
    [
        (
            1,
            "pond/init.lua:2: the area generator pond.pond made a floor 1 of the area pond.pond (seed 1) whose stairs at "
            "(0, 0) stand where players cannot walk: on base.wall",
        ),
        (2, "pond/init.lua:2: the area generator pond.pond returned 5 for floor 2: must be a map"),
        (3, "pond/init.lua:5: Feat.create: (9, 0) lies outside the map of 9 × 9 squares"),
        (4, "script/script.lua:1: Area.get_or_create_map: the area pond.pond has no floor 4: its deepest floor is 3"),
    ],
    ids=["stairs in a wall", "no map", "stairs off the map", "too deep"],
)
def test_a_floor_that_cannot_be_is_told_where_its_generator_is(
    make_mod: MakeMod, run_lua: RunLua, floor: int, message: str
) -> None:
    pond = make_mod(
        "pond",
        """
        data:add { _type = "base.unique_area", _id = "pond", area_generator = "pond.pond" }
        data:add { _type = "base.area_generator", _id = "pond", deepest_floor = 3, on_generate_floor = function(floor)
          local map = InstancedMap:new(9, 9)
          map:set_tile(0, 0, "base.wall")
          Feat.create("base.stairs_up", floor == 3 and 9 or 0, 0, { force = true }, map)
          return floor == 2 and 5 or map
        end }
        """,
        toml='dialects = ["areas"]',
    )
    with pytest.raises(HostError) as caught:
        run_lua(f'Area.get_or_create_map("pond.pond", {floor})', mods=[pond])
    assert str(caught.value) == message


def test_slips_are_warnings(make_mod: MakeMod, run_lua: RunLua) -> None:
    pond = make_mod(
        "pond",
        """
        data:add { _type = "base.chara", _id = "toad", levle = 1, color = "bright_cyna", glyph = "TT", categories = { "pond.wet" } }
        data:add { _type = "base.area_generator", _id = "pond", on_generate_floor = function()
          local map = InstancedMap:new(9, 9)
          map:fill(0, 0, 2, 10, "base.wall")
          map.max_crowd_densty = 3
          map:calc "levle"
          Charagen.create(nil, nil, { categories = "pond.wt" }, map)
          return map
        end }
        data:add { _type = "base.unique_area", _id = "pond", area_generator = "pond.pond" }
        data:add { _type = "base.unique_area", _id = "a", area_generator = "pond.pond", parent_map = "pond.pond" }
        data:add { _type = "base.unique_area", _id = "b", area_generator = "pond.pond", parent_map = "pond.pond", x = 700, y = 1 }
        data:add { _type = "base.unique_area", _id = "c", area_generator = "pond.pond", parent_map = "pond.pond", x = 1, y = 1 }
        """,
        toml='dialects = ["areas"]',
    )
    assert run_lua('Area.get_or_create_map("pond.pond")', mods=[pond]).host.warnings == [
        'pond/init.lua:1: base.chara "pond.toad" has the field "levle", which the host does not use; did you mean "level"?',
        'pond/init.lua:1: base.chara "pond.toad": glyph is "TT": must be one character, and is not drawn',
        'pond/init.lua:1: base.chara "pond.toad": the colour is "bright_cyna": there is no such colour, and it is not drawn; '
        'did you mean "bright_cyan"?',
        'pond/init.lua:11: base.unique_area "pond.a" has a parent_map, but not both x and y: it gets no entrance there by itself',
        "pond/init.lua:4: fill: 2 × 10 squares from (0, 0) reach over the edge of the map of 9 × 9: squares outside are left out",
        'pond/init.lua:5: a map has the field "max_crowd_densty", which the host does not use; '
        'did you mean "max_crowd_density"?',
        'pond/init.lua:6: calc of a map has the field "levle", which the host does not use; did you mean "level"?',
        'pond/init.lua:7: Charagen.create: no chara has the category "pond.wt", so a base.fallback is made; '
        'did you mean "pond.wet"?',
        "pond/init.lua:12: the base.unique_area pond.b lies at (700, 1), and the map of pond.pond has 9 × 9 squares: "
        "it gets no entrance",
        "pond/init.lua:13: the entrance of the base.unique_area pond.c is at (1, 1) of pond.pond, where players cannot walk: "
        "on base.wall",
    ]


@pytest.mark.parametrize(
    ("given", "shown"), [('"middle"', '"middle"'), ("2, 4", "2"), ("{ 9, 4 }", "(9, 4)"), ("{ x = 1 }", "a table")]
)
def test_a_starting_position_must_be_one(make_mod: MakeMod, run_lua: RunLua, given: str, shown: str) -> None:
    pond = make_mod(
        "pond",
        f"""
        data:add {{ _type = "base.map_archetype", _id = "pond", starting_pos = function() return {given} end }}
        """,
        toml='dialects = ["areas"]',
    )
    script = """
    local map = InstancedMap:new(9, 9)
    Map.set_map(map)
    local other = InstancedMap:new(9, 9)
    other:set_archetype "pond.pond"
    Map.travel_to(other)
    """
    with pytest.raises(HostError, match="starting_pos") as caught:
        run_lua(script, mods=[pond])
    assert str(caught.value) == (
        f"pond/init.lua:1: starting_pos of the map archetype pond.pond is {shown}: must be the x and y of a square of the "
        "map, such as { x = 2, y = 4 }"
    )


def test_misspelled_params_and_ids_of_calls_get_the_nearest(make_mod: MakeMod, run_lua: RunLua) -> None:
    den = make_mod(
        "den",
        """
        data:add { _type = "base.area_generator", _id = "den", on_generate_floor = function() end }
        data:add { _type = "base.unique_area", _id = "den", area_generator = "den.den" }
        data:add { _type = "base.item", _id = "coin" }
        """,
    )
    run = run_lua(
        """
        local map = InstancedMap:new(5, 5)
        Map.set_map(map)
        Item.create("den.coin", 1, 1, { amuont = 3, of_another_mod = 1 }, map)
        Chara.create("base.fallback", 2, 1, { levle = 3 }, map)
        print(select(2, pcall(Area.create_entrance, "den.dne", 3, 3, map)))
        """,
        mods=[den],
    )
    assert [warning.partition(" has ")[2] for warning in run.host.warnings] == [
        'the field "amuont", which the host does not use; did you mean "amount"?',
        'the field "levle", which the host does not use; did you mean "level"?',
    ]
    assert run.text.endswith('must be an area, its uid, or the id of a unique area; did you mean "den.den"?')
