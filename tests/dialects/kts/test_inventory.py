"""Every name of the kts dialect exists and may be called in the phases that the inventory lists."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from host import Host
from host.errors import ModError, PhaseError
from tests.helpers import KTS_TILES, MakeMod, RunLua, write_mod

# Name -> arguments with which the call makes sense, in a mod that has the tiles of KTS_TILES. By when it may be called:
LOAD_ONLY = {
    "Anim": "{ picture, picture, picture, picture }",
    "Control": "{}",
    "Graphic": '"picture.bmp"',
    "ItemType": "{}",
    "LoadSegments": '{ floor, wall, home_n, home_s }, "segments.txt"',
    "MonsterType": '{ type = "flying" }',
    "Overlay": "{ picture, picture, picture, picture }",
    "SetOverlayOffsets": ", ".join(['"north", 0, 0'] * 20),
    "Sound": '"sound.wav"',
}
ALWAYS = {
    "Tile": "{}",
    "SetRotate": "floor",
    "SetReflect": "floor, floor",
    "DebugPrint": '"text"',
}
DRAWING = {"RandomRange": "1, 6", "RandomChance": "0.5"}
AT_START = {
    "AddStartingGear": "coin, 1",
    "LayoutDungeon": '{ layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = wall,'
    ' entry_type = "none" }',
    "SetLockpickSpawn": "lockpicks, 1, 1",
    "SetPremapped": "",
    "SetStuffRespawning": "{ coin }, 1000",
    "SetTimeLimit": "60",
    "WipeDungeon": "",
}
# In a game, and needing nothing but a map and players.
IN_GAME = {
    "AddHint": '"text", 1, 1',
    "AddItem": 'coin, 1, { "floor", 1 }',
    "AddMissile": '{ x = 1, y = 1 }, "north", coin, true',
    "AddMonster": "{ x = 1, y = 1 }, bat",
    "AddMonsterGenerator": "bat, { floor }, 0.5",
    "AddMonsters": "bat, 1",
    "AddStuff": '{ { "floor", 1, function() return coin end } }',
    "AddTask": "function() end",
    "AddTile": "{ x = 1, y = 1 }, floor",
    "ClearHints": "",
    "CloseDoor": "{ x = 1, y = 1 }",
    "ConnectivityCheck": "1, lockpicks",
    "Delay": "5",
    "DestroyCreature": "nil",
    "EliminatePlayer": "nil",
    "FlashMessage": '"text"',
    "FlashScreen": "",
    "FullZombieActivity": "",
    "GameTime": "",
    "GenerateLocksAndTraps": "1, false",
    "GetAllHomes": "",
    "GetAllPlayers": "",
    "GetFacing": "nil",
    "GetHomeFor": "nil",
    "GetItemInHand": "nil",
    "GetMonsterCount": "bat",
    "GetMonsterLimit": "bat",
    "GetNumHeld": "nil, coin",
    "GetPlayer": "nil",
    "GetPlayerID": "nil",
    "GetPos": "nil",
    "GetRandomPos": "",
    "GetRespawnFunction": "",
    "GetRespawnType": "",
    "GetTiles": "{ x = 1, y = 1 }",
    "GetTotalMonsterCount": "",
    "GetTotalMonsterLimit": "",
    "GiveItem": "nil, coin",
    "IsAlive": "nil",
    "IsDoorOpen": "{ x = 1, y = 1 }",
    "IsEliminated": "nil",
    "IsKnight": "nil",
    "LimitMonster": "bat, 1",
    "LimitTotalMonsters": "1",
    "LockDoor": "{ x = 1, y = 1 }, 1",
    "NormalZombieActivity": "",
    "OpenDoor": "{ x = 1, y = 1 }",
    "OpenOrCloseDoor": "{ x = 1, y = 1 }",
    "PlaceItem": "{ x = 1, y = 1 }, coin",
    "PlaySound": "nil, noise",
    "PopUpWindow": '"text"',
    "PrintLoc": '"text"',
    "RemoveTile": "{ x = 1, y = 1 }, floor",
    "ResendHints": "",
    "RotateAddPos": "{ x = 1, y = 1 }, 1, 0",
    "RotateDirection": '{ x = 1, y = 1 }, "north"',
    "SetBladeTrap": '{ x = 1, y = 1 }, nil, coin, "north"',
    "SetDeathmatchMode": "true",
    "SetHomeFor": 'nil, { x = 1, y = 1 }, "north"',
    "SetPoisonTrap": "{ x = 1, y = 1 }",
    "SetRespawnFunction": "nil",
    "SetRespawnType": '"normal"',
    "SetZombieActivity": "0.5, {}",
    "TeleportTo": "nil, { x = 1, y = 1 }",
    "WinGame": "nil",
}
# In a game, and acting for whoever is in `cxt`.
OF_ACTORS = {
    "Activate": "",
    "ActorIsKnight": "",
    "Attractor": "",
    "Can_Activate": "",
    "Can_Drop": "coin",
    "Can_DropHeld": "",
    "Can_PickLock": "",
    "Can_PickUp": "",
    "Can_SetBearTrap": "coin",
    "Can_SetBladeTrapOld": "coin",
    "Can_SetPoisonTrapOld": "",
    "Can_Suicide": "",
    "Can_Swing": "",
    "Can_SwingOrDrop": "",
    "Can_Throw": "",
    "Can_ThrowOrShoot": "",
    "CrystalStart": "",
    "CrystalStop": "",
    "Damage": "1, 0",
    "DispelMagic": '"msg"',
    "Drop": "coin",
    "DropHeld": "",
    "Healing": '"msg"',
    "Invisibility": '1000, "msg"',
    "Invulnerability": '1000, "msg"',
    "MagicMapping": "",
    "OpenWays": "",
    "Paralyzation": "1000",
    "PickLock": "0.5, 100",
    "PickUp": "",
    "PitKill": "",
    "Poison": '"msg"',
    "PoisonImmunity": '1000, "msg"',
    "Quickness": '1000, "msg"',
    "Regeneration": '1000, "msg", "slow"',
    "RevealLocation": "1000",
    "RevealStart": "",
    "RevealStop": "",
    "Secure": "wall",
    "SenseItems": "1000",
    "SenseKnight": "1000",
    "SetBearTrap": "coin",
    "SetBladeTrapOld": "coin",
    "SetPoisonTrapOld": "",
    "Strength": '1000, "msg"',
    "Suicide": "",
    "Super": '1000, "msg"',
    "Swing": "",
    "SwingOrDrop": "",
    "TeleportRandom": "",
    "Throw": "",
    "ThrowOrShoot": "",
    "WipeMap": "",
    "ZombifyActor": "bat",
}
# In a game, and acting on what else `cxt` is about.
OF_CONTEXTS = {
    "ChangeItem": "coin",
    "ChangeTile": "floor",
    "Necromancy": "1, 5",
    "ZombieKill": "bat",
    "ZombifyTarget": "bat",
}

GAME = {**IN_GAME, **OF_ACTORS, **OF_CONTEXTS}
# Functions that the engine of the dialect does not have, with arguments for a call.
ADDITIONS: dict[str, str] = {}
FUNCTIONS = {**LOAD_ONLY, **ALWAYS, **DRAWING, **AT_START, **GAME, **ADDITIONS}
VARIABLES = [
    "table_merge",
    "MISC_CONFIG",
    "MENU",
    "CONTROLS",
    "DEFAULT_ITEM",
    "KNIGHT_ANIM",
    "KNIGHT_HOUSE_COLOURS",
    "KNIGHT_HOUSE_COLOURS_MENU",
    "BLOOD_ICON",
    "BLOOD_TILES",
    "DEAD_KNIGHT_TILES",
    "STUFF_BAG_GRAPHIC",
    "HOOK_CREATURE_SQUELCH",
    "HOOK_KNIGHT_DAMAGE",
    "HOOK_MISSILE_MISS",
    "HOOK_SHOOT",
    "HOOK_WEAPON_DOWNSWING",
    "HOOK_WEAPON_PARRY",
    "DUNGEON_ERROR",
]
MOD_FUNCTIONS = {
    "RegisterMod": '{ name = "x" }',
    "GetRegisteredMod": '"x"',
    "IsModRegistered": '"x"',
    "GetModVersion": '"x"',
    "GetModPrefix": '"x"',
    "GetAllMods": "",
}

IN_A_GAME = "at the start of a game or during play"
PICTURES = 'picture = kts.Graphic("picture.bmp")\nnoise = kts.Sound("noise.wav")\n'


def rows(functions: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "arguments"), functions.items(), ids=list(functions))


# -- what is there


def test_the_inventory_of_the_specification_is_complete() -> None:
    # The engine's table has 165 entries once base is loaded: these and VERSION, but DUNGEON_ERROR is nil then.
    assert len({*FUNCTIONS, *VARIABLES, "VERSION"} - {"DUNGEON_ERROR", *ADDITIONS}) == 165


def test_functions_of_the_inventory_are_functions(run_lua: RunLua) -> None:
    ran = run_lua("\n".join(f"print('{name}', type(kts.{name}), kts.{name} == kts.{name})" for name in FUNCTIONS))
    assert ran.lines == [f"{name} function true" for name in FUNCTIONS]


def test_functions_of_the_inventory_cannot_be_overwritten(run_lua: RunLua) -> None:
    script = "do local ok, message = pcall(function() kts.{0} = print end) print(ok, message, kts.{0} == print) end"
    ran = run_lua("\n".join(script.format(name) for name in FUNCTIONS))
    assert ran.lines == [
        f"false script/script.lua:{line}: kts.{name} is a function of the host and cannot be changed false"
        for line, name in enumerate(FUNCTIONS, 1)
    ]


def test_functions_of_the_table_mod_are_functions(run_lua: RunLua) -> None:
    ran = run_lua("\n".join(f"print('{name}', type(mod.{name}))" for name in MOD_FUNCTIONS))
    assert ran.lines == [f"{name} function" for name in MOD_FUNCTIONS]


def test_functions_of_the_table_mod_cannot_be_overwritten(run_lua: RunLua) -> None:
    script = "print('{0}', (pcall(function() mod.{0} = print end)), mod.{0} == print)"
    ran = run_lua("\n".join(script.format(name) for name in MOD_FUNCTIONS))
    assert ran.lines == [f"{name} false false" for name in MOD_FUNCTIONS]


def test_variables_of_the_inventory_can_be_set(run_lua: RunLua) -> None:
    script = "print(kts.{0}) kts.{0} = '{0} is set' print(kts.{0}) kts.{0} = nil print(kts.{0})"
    ran = run_lua("\n".join(script.format(name) for name in VARIABLES))
    assert ran.lines == [line for name in VARIABLES for line in ("nil", f"{name} is set", "nil")]


def test_the_version_is_a_whole_number(run_lua: RunLua) -> None:
    assert run_lua("print(math.type(kts.VERSION))").lines == ["integer"]


def test_mods_add_variables_and_all_mods_see_them(run_lua: RunLua, make_mod: MakeMod) -> None:
    one = make_mod("one", "kts.table_merge = function(a) return a end\nkts.MINE = { 1 }")
    two = make_mod("two", "print(kts.table_merge(5), kts.MINE[1])\nkts.MINE = nil", toml='[dependencies]\none = ""')
    assert run_lua("print(kts.MINE, kts.table_merge(6))", mods=[one, two]).lines == ["5 1", "nil 6"]


def test_an_unknown_name_is_nil_and_not_an_error(run_lua: RunLua) -> None:
    assert run_lua("print(kts.NoSuchFunction, kts[1], kts[{}])").lines == ["nil nil nil"]


def test_pairs_lists_functions_and_variables_once_each(run_lua: RunLua) -> None:
    ran = run_lua("kts.MINE = 1\nfor name, value in pairs(kts) do print(name, type(value)) end")
    listed = [line.split()[0] for line in ran.lines]
    assert len(listed) == len(set(listed))
    assert set(listed) == {*FUNCTIONS, "VERSION", "MINE"}
    assert {f"{name} function" for name in FUNCTIONS} <= set(ran.lines)


def test_pairs_gives_the_functions_that_indexing_gives(run_lua: RunLua) -> None:
    ran = run_lua(
        "local same = true\nfor name, value in pairs(kts) do same = same and kts[name] == value end\nprint(same)"
    )
    assert ran.lines == ["true"]


def test_pairs_has_one_order(run_lua: RunLua) -> None:
    script = "local names = {}\nfor name in pairs(kts) do names[#names + 1] = name end\nprint(table.concat(names, ' '))"
    assert run_lua(script, seed=1).lines == run_lua(script, seed=2).lines


def test_parts_of_other_functions_stay_hidden(run_lua: RunLua) -> None:
    names = "parse_segments build_segments remember_layout remember_pile remember_weights put_stuff delayed task_added"
    script = "\n".join(f"print(kts.{name})" for name in names.split())
    assert set(run_lua(script).lines) == {"nil"}


def test_every_mod_has_functions_of_its_own_that_know_who_calls(run_lua: RunLua, make_mod: MakeMod) -> None:
    made = "t = kts.Tile {}\nprint(t)"
    mods = [make_mod("one", made), make_mod("two", made)]
    assert run_lua("print(kts.Tile {})", mods=mods).lines == [
        "Tile one.tile_1",
        "Tile two.tile_1",
        "Tile script.tile_1",
    ]


# -- when it may be called


def message_of(error: PhaseError | ModError) -> str:
    return re.sub(r"^[\w/.]+:\d+: ", "", str(error))


def tiles_mod(folder: Path, rest: str) -> Path:
    init = f'mod.RegisterMod {{ name = "tiles" }}\n{KTS_TILES}{PICTURES}{rest}'
    return write_mod(folder / "tiles", {"init.lua": init, "segments.txt": "eof\n"})


@rows({**LOAD_ONLY, **ALWAYS})
def test_what_belongs_to_loading_may_be_called_while_mods_load(tmp_path: Path, name: str, arguments: str) -> None:
    Host([tiles_mod(tmp_path, f"kts.{name}({arguments})")], output=lambda _: None)


def catch_calls(functions: dict[str, str]) -> str:
    """Return Lua that calls functions, each on a line, and prints the name of each and the message of its error."""
    return "\n".join(
        f"do local _, message = pcall(function() kts.{name}({arguments}) end) print('{name}', message) end"
        for name, arguments in functions.items()
    )


def without_line(line: str) -> str:
    """Return a line that `catch_calls` prints, without the number of the line of the mod."""
    return re.sub(r" tiles/init\.lua:\d+: ", " tiles/init.lua: ", line)


def test_what_needs_a_game_says_so_while_mods_load(tmp_path: Path) -> None:
    lines: list[str] = []
    Host([tiles_mod(tmp_path, catch_calls({**AT_START, **GAME}))], output=lines.append)
    assert [without_line(line) for line in lines] == [
        f"{name} tiles/init.lua: kts.{name} is called while mods load, and the game hasn't started: it may be called "
        + ("at the start of a game" if name in AT_START else IN_A_GAME)
        for name in {**AT_START, **GAME}
    ]


@pytest.mark.parametrize("call", ["kts.LayoutDungeon {}", "kts.GetAllPlayers()"])
def test_an_error_of_the_moment_names_the_mod_and_its_file(tmp_path: Path, call: str) -> None:
    with pytest.raises(PhaseError) as caught:
        Host([tiles_mod(tmp_path, call)])
    assert (caught.value.mod, caught.value.file) == ("tiles", "tiles/init.lua")


@rows(DRAWING)
def test_drawing_waits_for_a_seed(tmp_path: Path, name: str, arguments: str) -> None:
    with pytest.raises(PhaseError) as caught:
        Host([tiles_mod(tmp_path, f"kts.{name}({arguments})")])
    assert message_of(caught.value) == (
        f"kts.{name} is called while mods load, and the game hasn't started: "
        f"it may be called while the menu is read, {IN_A_GAME}"
    )


@rows(LOAD_ONLY)
def test_what_belongs_to_loading_says_so_at_the_start(run_lua: RunLua, name: str, arguments: str) -> None:
    given = re.sub(r"\b(picture|floor|wall|home_n|home_s)\b", r"T.\1", arguments).replace('"T.picture.bmp"', '"a.bmp"')
    with pytest.raises(PhaseError) as caught:
        run_lua(f"local _ = 1\nkts.{name}({given})", load=PICTURES)
    assert message_of(caught.value) == (
        f"kts.{name} is called at the start of a game: it may be called only while mods load"
    )
    assert (caught.value.file, caught.value.line) == ("script/script.lua", 2)


def in_menu(folder: Path, call: str, output: Callable[[str], None] = lambda _: None) -> Host:
    menu = (
        'kts.MENU = { items = { { id = "a", choices = { { id = 1 } } } }, start_game_func = function() end, '
        f"initialize_func = function() {call} end }}"
    )
    return Host([tiles_mod(folder, menu)], output=output)


def test_what_needs_another_moment_says_so_while_the_menu_is_read(tmp_path: Path) -> None:
    lines: list[str] = []
    functions = {**LOAD_ONLY, **AT_START, **GAME}
    in_menu(tmp_path, catch_calls(functions), output=lines.append).generators()
    whens = {**dict.fromkeys(LOAD_ONLY, "while mods load"), **dict.fromkeys(AT_START, "at the start of a game")}
    # The menu is read more than once.
    assert list(dict.fromkeys(map(without_line, lines))) == [
        f"{name} tiles/init.lua: kts.{name} is called while the menu is read: "
        f"it may be called only {whens.get(name, IN_A_GAME)}"
        for name in functions
    ]


def test_a_call_at_the_wrong_moment_ends_the_reading_of_the_menu(tmp_path: Path) -> None:
    with pytest.raises(PhaseError, match=r"^tiles/init\.lua:\d+: kts\.GetAllPlayers is called while the menu is read"):
        in_menu(tmp_path, "kts.GetAllPlayers()").generators()


@rows({**DRAWING, **ALWAYS})
def test_drawing_and_tiles_are_there_while_the_menu_is_read(tmp_path: Path, name: str, arguments: str) -> None:
    assert in_menu(tmp_path, f"kts.{name}({arguments})").generators()[0].id == "tiles"


@rows({**LOAD_ONLY, **AT_START})
def test_what_needs_another_moment_says_so_during_play(tmp_path: Path, name: str, arguments: str) -> None:
    host = Host([tiles_mod(tmp_path, f"function late()\nkts.{name}({arguments})\nend")], output=lambda _: None)
    script = tmp_path / "script.lua"
    script.write_text('local T = require "tiles"\nkts.AddTask(function() kts.Delay(1) T.late() end)', encoding="utf-8")
    with pytest.raises(PhaseError) as caught:
        host.run_script(script, seed=1, play=1, strict=True)
    when = "while mods load" if name in LOAD_ONLY else "at the start of a game"
    assert message_of(caught.value) == f"kts.{name} is called during play: it may be called only {when}"
    assert caught.value.mod == "tiles"


def test_what_acts_for_somebody_says_when_nobody_acts(run_lua: RunLua) -> None:
    calls = catch_calls({name: re.sub(r"\b(coin|bat|wall)\b", r"T.\1", text) for name, text in OF_ACTORS.items()})
    assert run_lua(calls, load="").lines == [
        f"{name} script/script.lua:{line}: kts.{name} needs cxt.actor, and there is no callback running: "
        "call it from a callback of play"
        for line, name in enumerate(OF_ACTORS, 1)
    ]


@pytest.mark.parametrize(
    ("call", "field"),
    [
        ("kts.ChangeItem(T.coin)", "item_pos"),
        ("kts.ChangeTile(T.floor)", "tile_pos"),
        ("kts.Necromancy(1, 5)", "pos"),
        ("kts.ZombieKill(T.bat)", "victim"),
        ("kts.ZombifyTarget(T.bat)", "victim"),
    ],
)
def test_what_acts_on_something_says_when_there_is_nothing(run_lua: RunLua, call: str, field: str) -> None:
    with pytest.raises(ModError, match=rf"needs cxt\.{field}, and there is no callback running"):
        run_lua(call, load="")


def test_a_function_kept_from_loading_knows_that_the_moment_has_passed(run_lua: RunLua) -> None:
    with pytest.raises(PhaseError, match=r"^tiles/init.lua:\d+: kts\.ItemType is called at the start of a game"):
        run_lua("T.make()", load="local make_item = kts.ItemType\nfunction make() return (make_item {}) end")


# -- mod.*


def test_the_table_mod_tells_what_is_registered(run_lua: RunLua, make_mod: MakeMod) -> None:
    one = make_mod("one", 'mod.RegisterMod { name = "alpha", version = "1.2.10" }')
    two = make_mod("two", 'mod.RegisterMod { name = "beta" }')
    ran = run_lua(
        """
        print(mod.IsModRegistered("alpha"), mod.IsModRegistered("one"), mod.IsModRegistered("gamma"))
        print(mod.GetModVersion("alpha"), mod.GetModVersion("beta") == "", mod.GetModVersion("gamma"))
        print(mod.GetModPrefix("alpha"), mod.GetModPrefix("gamma"))
        print(mod.GetRegisteredMod("alpha", "1.2.9") ~= nil, mod.GetRegisteredMod("alpha", "1.3") == nil)
        local names = {}
        for name, version in pairs(mod.GetAllMods()) do names[#names + 1] = name .. "=" .. version end
        table.sort(names)
        print(table.concat(names, " "))
        """,
        mods=[one, two],
    )
    assert ran.lines == [
        "true false false",
        "1.2.10 true nil",
        "/one/ nil",
        "true true",
        "alpha=1.2.10 beta=",
    ]


def test_a_mod_that_is_not_there_is_nil_and_not_nothing(run_lua: RunLua) -> None:
    assert run_lua('print(type(mod.GetRegisteredMod("gamma")), type(mod.GetModVersion("gamma")))').lines == ["nil nil"]


@pytest.mark.parametrize("name", [name for name in MOD_FUNCTIONS if name not in ("RegisterMod", "GetAllMods")])
def test_a_question_about_mods_wants_a_name(run_lua: RunLua, name: str) -> None:
    with pytest.raises(ModError) as caught:
        run_lua(f"mod.{name}({{}})")
    assert str(caught.value) == f"script/script.lua:1: mod.{name}: name is a table: must be a string or a number"


def test_a_mod_registers_only_while_it_loads(run_lua: RunLua) -> None:
    with pytest.raises(ModError, match=r"^tiles/init\.lua:\d+: mod\.RegisterMod: .*loading is over"):
        run_lua("T.later()", load='function later() mod.RegisterMod { name = "late" } end')
