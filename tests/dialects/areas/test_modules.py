"""Modules of the areas dialect that mods require and that need no map: Enum, Const, Pos, I18N, Env."""

# Lua lines and messages are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from host import Host, HostError
from tests.helpers import MakeMod, RunLua

ENUM = 'local Enum = require "api.Enum"\n'
POS = 'local Pos = require "api.Pos"\n'


@pytest.mark.parametrize("name", ["IEventEmitter", "ILocation", "IModdable", "IObject", "IItem"])
def test_a_name_that_an_interface_lacks_is_nil(run_lua: RunLua, name: str) -> None:
    assert run_lua(f'local I = require "api.{name}" print(I.frobnicate, I.frobnicate)').lines == ["nil nil"]


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("local E = Enum.Burden print(E.None, E.Max, E.__enum, E.__name)", "0 4 true Burden"),
        ("print(Enum.Quality.Bad, Enum.Quality.Unique, Enum.CharaCategory.HoundChaos)", "1 6 23"),
        ("print(Enum.OwnState.Inherited, Enum.OwnState.Unobtainable, Enum.CurseState.Doomed)", "-2 5 -2"),
        ("print(Enum.Relation.Ally, Enum.Relation.Enemy, Enum.Direction.Northeast)", "10 -3 Northeast"),
        (
            'print(table.concat(Enum.Color.Talk, ","), Enum.FltSelect.TownSp, Enum.TileRole.SandWater)',
            "210,250,160 9 10",
        ),
        ("print(pcall(function() return Enum.Burden.Huge end))", "Unknown enum variant 'Burden.Huge'"),
        (
            'print(Enum.Burden:ensure_get "Heavy", pcall(Enum.Burden.ensure_get, Enum.Burden, "Huge"))',
            "Unknown enum variant 'Burden.Huge'",
        ),
        ('print(Enum.Burden:try_get "Huge")', "nil Unknown enum variant 'Burden.Huge'"),
        (
            'local t = {A = 1} local E = Enum.new("E", t) print(rawequal(E, t), E.A, E:to_string(1), E:has_value(2))',
            "true 1 A false",
        ),
        ('local E = Enum.new("E", { A = 1 }) print(pcall(function() return E.B end))', "Unknown enum variant 'E.B'"),
        ('local E = Enum.new("E", { A = 1 }) print(pcall(E.to_string, 4))', "Unknown enum value 'E.4'"),
        ('print(#Enum.Burden:values(), #Enum.new("E", { A = 1, B = 2 }).values())', "5 2"),
        ("local n = 0 for _ in pairs(Enum.Direction) do n = n + 1 end print(n)", "9"),
        ("print(pcall(function() Enum.Burden.Max = 9 end))", "the enums of the host do not change"),
        ("Enum.Color.Red[1] = 9 print(Enum.Color.Red[1])", "255"),
        ('print(pcall(Enum.new, "E", data))', "must be a table without a metatable"),
    ],
)
def test_enum_has_its_variants_and_refuses_others(run_lua: RunLua, script: str, line: str) -> None:
    assert line in run_lua(ENUM + script).lines[0]


def test_const_has_the_numbers_of_the_rules(run_lua: RunLua) -> None:
    script = """
    local C = require "api.Const"
    print(C.CITIZEN_RESPAWN_HOURS, C.MAX_CHARAS, C.MAX_CHARAS_OTHER, C.KARMA_BAD, C.POTENTIAL_DECAY_RATE)
    print(C.FATIGUE_MODERATE, C.FATIGUE_THRESHOLD_LIGHT, C.CON_DIM_HEAVY, C.HUNGER_THRESHOLD_VOMIT, C.INITIAL_YEAR)
    print(C.ARMOR_WEIGHT_CLASS_MEDIUM, C.IMPRESSION_SOULMATE, C.SLEEP_THRESHOLD_HEAVY, C.MAX_SKILL_EXPERIENCE)
    """
    assert run_lua(script).lines == ["48 245 189 -30 0.9", "25 50 60 35000 517", "15000 300 50 1000"]


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ('print(Pos.unpack_direction "South", Pos.unpack_direction "Up")', "0 0 0"),
        ("print(Pos.pack_direction(-1, 1), Pos.pack_direction(2, 0))", "Southwest nil"),
        ('print(Pos.add_direction("Northwest", 3, 3))', "2 2"),
        ("print(Pos.dist(0, 0, 2, 2), Pos.direction_in(4, 4, 1, 9))", "2 -1 1"),
        ("print(Pos.is_in_square(7, 5, 5, 5, 5), Pos.is_in_square(6, 4, 5, 5, 5))", "false true"),
    ],
)
def test_pos_reckons_with_squares(run_lua: RunLua, script: str, line: str) -> None:
    assert run_lua(POS + script).lines == [line]


@pytest.mark.parametrize(
    ("call", "squares"),
    [
        ("iter_rect(1, 1, 2, 2)", "1,1 2,1 1,2 2,2"),
        ("iter_rect(2, 2, 1, 1)", ""),
        ("iter_border(0, 0, 2, 2)", "0,0 1,0 2,0 0,1 2,1 0,2 1,2 2,2"),
        ("iter_border(3, 3, 3, 5)", "3,3 3,4 3,5"),
        ("iter_surrounding(1, 1)", "0,0 1,0 2,0 0,1 2,1 0,2 1,2 2,2"),
        ("iter_line(0, 0, 3, 0)", "1,0 2,0 3,0"),
        ("iter_line(0, 0, 2, 2)", "1,1 2,2"),
        ("iter_line(0, 0, 1, 0, true):take(3)", "1,0 2,0 3,0"),
        ("iter_line(1, 1, 1, 1)", ""),
        ("iter_circle(5, 5, 4)", "5,5"),
    ],
)
def test_pos_iterates_over_squares(run_lua: RunLua, call: str, squares: str) -> None:
    script = f'local list = {{}} for _, x, y in Pos.{call} do list[#list + 1] = x .. "," .. y end'
    assert run_lua(POS + script + ' print(table.concat(list, " "))').lines == [squares]


def test_pos_draws_the_same_for_the_same_seed(run_lua: RunLua) -> None:
    script = (
        POS
        + "for _, x, y in Pos.iter_random(0, 0, 50, 50):take(3) do print(x, y) end print(Pos.random_direction(9, 9))"
    )
    lines = run_lua(script, seed=3).lines
    assert len(lines) == 4
    assert lines == run_lua(script, seed=3).lines


def test_pos_draws_from_the_squares_around(run_lua: RunLua) -> None:
    script = """
    for _, name in ipairs { "random_direction", "random_cardinal_direction" } do
      local seen, count = {}, 0
      for _ = 1, 300 do
        local x, y = Pos[name](5, 7)
        if not seen[x .. "," .. y] then seen[x .. "," .. y], count = true, count + 1 end
        assert(math.abs(x - 5) <= 1 and math.abs(y - 7) <= 1)
      end
      print(count)
    end
    for _, x, y in Pos.iter_random(2, 3, 4, 5):take(100) do assert(x >= 2 and x < 4 and y >= 3 and y < 5) end
    """
    assert run_lua(POS + script).lines == ["9", "9"]


def test_i18n_answers_without_texts(run_lua: RunLua) -> None:
    script = """
    local I18N = require "api.I18N"
    print(I18N.get("a.b", 1), I18N.localize("base.item", "m.x", "name"), I18N.get_optional "a", I18N.get_choice_count "a")
    print(I18N.quote_speech "talk.hi", I18N.language(), I18N.language_id(), I18N.is_fullwidth(), I18N.is_quoted '"x"')
    print(I18N.capitalize "putit", "[" .. I18N.space() .. "]")
    """
    assert run_lua(script).lines == [
        "<error: a.b> <error: base.item:m.x.name> nil 0",
        '"talk.hi" en base.english false true',
        "Putit [ ]",
    ]


def test_env_tells_the_same_on_all_machines(run_lua: RunLua) -> None:
    script = """
    local Env = require "api.Env"
    print(Env.is_headless(), Env.is_hotloading(), Env.is_mod_loaded "nobody", Env.get_time(), Env.real_time())
    Env.push_ui_result { 1, 2 }
    print(Env.pop_ui_result())
    Env.push_ui_result "yes"
    Env.clear_ui_results()
    print(Env.pop_ui_result())
    """
    assert run_lua(script).lines == ["true false false 0 0", "1 2", "nil"]


def test_advice_refuses_what_is_no_function(run_lua: RunLua) -> None:
    script = 'require("api.Advice").add("before", "api.Const", "MAX_CHARAS", "x", print)'
    with pytest.raises(HostError, match="not a function"):
        run_lua(script)


@pytest.mark.parametrize(
    "event", ["on_damage_chara", "on_heal_chara_stamina", "on_talk", "on_activity_pass_turns", "before_chara_moved"]
)
def test_mods_emit_events_of_play_for_each_other(run_lua: RunLua, event: str) -> None:
    script = f"""
    Event.register("base.{event}", "mine", function(_, params, result) return result + params.n end)
    print((Event.trigger("base.{event}", {{ n = 2 }}, 1)))
    """
    assert run_lua(script).lines == ["3"]


@pytest.mark.parametrize(
    "path", ["api.gui.menu.List", "api.gui.Item", "api.Draw", "internal.field", "game.field", "util.queue"]
)
def test_modules_of_a_screen_are_refused_with_the_way_to_them(make_mod: MakeMod, path: str) -> None:
    shop = make_mod("m", 'require "mod.m.api.shop"')
    (shop / "api").mkdir()
    (shop / "api" / "shop.lua").write_text(f'\nlocal module = require "{path}"\nreturn module\n', encoding="utf-8")
    with pytest.raises(HostError) as caught:
        Host([shop], output=lambda _: None)
    message = str(caught.value)
    assert message.startswith(f'm/api/shop.lua:2: require "{path}": that module ')
    assert f"(m/init.lua → m/api/shop.lua → {path})" in message
    assert message.endswith(f"a file {path.replace('.', '/')}.lua of mod m can stand in for it")


def test_a_file_of_the_mod_stands_in_for_a_module_of_a_screen(make_mod: MakeMod) -> None:
    lines: list[str] = []
    mod = make_mod("m", 'print(require("api.gui.List").name, require("internal.field").name)')
    (mod / "api" / "gui").mkdir(parents=True)
    (mod / "api" / "gui" / "List.lua").write_text('return { name = "mine" }', encoding="utf-8")
    (mod / "internal").mkdir()
    (mod / "internal" / "field.lua").write_text('return { name = "field" }', encoding="utf-8")
    Host([mod], output=lines.append)
    assert lines == ["mine field"]


def test_internal_data_and_save_are_the_globals(run_lua: RunLua) -> None:
    assert run_lua('print(require "internal.data" == data, require "internal.global.save" == save)').lines == [
        "true true"
    ]


def test_fs_reads_inside_the_folder_of_the_mod(make_mod: MakeMod) -> None:
    lines: list[str] = []
    mod = make_mod(
        "m",
        """
        local Fs = require "api.Fs"
        print(Fs.exists "data/a.txt", Fs.exists "data", Fs.exists "none", Fs.exists "../m", Fs.exists "\\255\\0")
        print(Fs.read_all "data/a.txt", Fs.read_all "mod/m/data/a.txt" == Fs.read_all "data/a.txt")
        print(Fs.read_all "none.txt")
        print(Fs.read_all "../../etc/passwd")
        print(Fs.iter_directory_items("data"):to_list()[1], Fs.iter_directory_items "")
        print((Fs.iter_directory_items "none"))
        local file = Fs.open "data/a.txt"
        print(file:read(), file:read "*a", file:read(), file:close())
        for line in Fs.open "data/a.txt":lines() do print(line) end
        print(Fs.sanitize("...", "_"), Fs.sanitize "a<b>. .", #Fs.sanitize(("x"):rep(999)), Fs.sanitize("?", "%1"))
        print(Fs.sanitize("a\\n\\0\\127b\\r", "_"), Fs.sanitize(("x"):rep(254) .. " y") == ("x"):rep(254))
        print(Fs.join("a/", "/b"), Fs.basename "a/b/", Fs.filename_part ".hidden", Fs.extension_part "x.tar.gz", Fs.convert_to_require_path "mod/m/data/init.lua")
        """.replace('Fs.open "data/a.txt":lines', 'Fs.open("data/a.txt"):lines'),
        files={"data/a.txt": "one\ntwo"},
    )
    Host([mod], output=lines.append)
    assert lines[0] == "true true false false false"
    assert lines[1] == "one\ntwo true"
    assert lines[2] == 'nil there is no file "m/none.txt"'
    assert lines[3].startswith('nil the path "../../etc/passwd" leads out of')
    assert lines[4:] == [
        "a.txt <generator>",
        "nil",
        "one two nil",
        "one",
        "two",
        "_ ab 255 %1",
        "a___b_ true",
        "a/b b .hidden gz mod.m.data",
    ]


def test_code_generator_writes_source_that_loads(run_lua: RunLua) -> None:
    script = """
    local CodeGenerator = require "api.CodeGenerator"
    local value = { 1, 2.5, "a\\nb", x = { ["end"] = true, [false] = 1 / 0 }, [10] = -3 }
    local same = load("return " .. CodeGenerator.inspect(value))()
    print(same[2], same[3] == "a\\nb", same.x["end"], same.x[false] == 1 / 0, same[10], #same)
    local gen = CodeGenerator:new()
    gen:write_comment "a\\nreturn nil"
    gen:write "return {\\n"
    gen:write_key_value("end", { 1 })
    gen:write "}"
    print(load(gen:tostring())()["end"][1], class.is_an(CodeGenerator, gen))
    local circle = {}
    circle[1] = circle
    for _, wrong in ipairs { circle, { print }, data } do
      print(pcall(CodeGenerator.inspect, wrong))
    end
    print(pcall(gen.write, {}, "x"))
    """
    lines = run_lua(script).lines
    assert lines[:2] == ["2.5 true true true -3 3", "1 true"]
    for line, part in zip(lines[2:], ("lies in itself", "has no source", "has no source", "called on"), strict=True):
        assert part in line


def test_code_generator_writes_texts_that_mean_the_same(run_lua: RunLua) -> None:
    script = """
    local CodeGenerator = require "api.CodeGenerator"
    for _, text in ipairs { "a", "\\r", "a\\r\\nb", "\\na\\n", "]", "a]]", "]=", "a]]=]", "\\0\\0011\\255", "\\\\\\n", "" } do
      local gen = CodeGenerator:new()
      gen:write_comment(text .. "return 3")
      gen:write("return " .. CodeGenerator.gen_block_string(text) .. ", " .. CodeGenerator.gen_literal(text))
      local block, literal = assert(load(gen:tostring()))()
      print(block == text, literal == text)
    end
    """
    assert run_lua(script.replace("\\\\", "\\")).lines == ["true true"] * 11


def test_texts_of_mods_are_found_by_their_keys(make_mod: MakeMod) -> None:
    lines: list[str] = []
    files = {
        "locale/en/talk.lua": 'return { talk = { hi = "Hello", who = function(a, b) return a .. " and " .. b end, many = { "x", "x" }, bad = data } }',
        "locale/en/tavern/menu.lua": 'return { soup = "Soup" }',
        "locale/en/base.item/cups.lua": 'return { m = { cup = { name = "Cup", use = { "Drink" } } }, ["m.jug"] = { name = function(n) return n .. " jugs" end } }',
        "locale/ja/talk.lua": "error()",
        "locale/en/read.txt": "",
    }
    mod = make_mod(
        "m",
        """
        local I18N = require "api.I18N"
        return { begin = function()
          print(I18N.get "talk.hi", I18N.get("talk.who", "Ann", "Bob"), I18N.get "talk.many", I18N.get "tavern:soup", I18N.get "base:talk.hi")
          print(I18N.get_optional "talk.hi", I18N.get_optional "talk.none", I18N.get_optional "talk.hi.more", I18N.get_optional "talk.bad", I18N.get_optional "talk")
          print(#I18N.get_array "talk.many", I18N.get_choice_count "talk.many", I18N.get_array "talk.hi", I18N.get "soup", I18N.get_optional(3))
          print(I18N.localize("base.item", "m.cup", "name"), I18N.localize("base.item", "m.jug", "name", 3), I18N.localize("base.item", "m.cup", "use"))
          print(I18N.localize("base.item", "m.cup", "none"), I18N.localize_optional("base.item", "m.jug", "name", 4), I18N.localize_optional("base.item", "m.pot", "name"), I18N.localize_optional(data, 3))
        end }
        """,
        files=files,
    )
    script = mod.parent / "go.lua"
    script.write_text('require("m").begin()')
    Host([mod], output=lines.append).run_script(script, seed=1)
    assert lines == [
        "Hello Ann and Bob x Soup Hello",
        "Hello nil nil nil nil",
        "2 2 nil <error: soup> nil",
        "Cup 3 jugs Drink",
        "<error: base.item:m.cup.none> 4 jugs nil nil",
    ]
