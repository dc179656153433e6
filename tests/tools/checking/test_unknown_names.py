"""`dungeon-host check`: names that do not exist, in code that never ran."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import check
from tests.helpers import MakeMod
from tests.tools.checking.diagnostics import checked, show

NONE = "unknown-name neither the host nor the mod has the name"


def test_names_in_a_callback_that_never_ran(make_mod: MakeMod) -> None:
    init = """
    lever = kts.Tile { on_activate = function() kts.WinGaem(cxtt.actor) end }
    function count(list)
      return lever, table.conact(list), quux.a, quux.b
    end
    """
    assert checked(make_mod, init) == [
        f'it/init.lua:1 {NONE} cxtt; did you mean "cxt"?',
        f'it/init.lua:1 {NONE} kts.WinGaem; did you mean "WinGame"?',
        f"it/init.lua:3 {NONE} quux (1 more use in the mod)",
        f'it/init.lua:3 {NONE} table.conact; did you mean "concat"?',
    ]


def test_names_beside_a_file_that_dofile_runs(make_mod: MakeMod) -> None:
    """All files of a mod are read, so what `dofile` runs has known variables."""
    folder = make_mod("it", init='dofile("more.lua")', files={"more.lua": "shared = 1 function later() cxtt.x() end"})
    (folder / "last.lua").write_text("function last() return shared.a end")
    assert show(check(folder, "it")) == [f'it/more.lua:1 {NONE} cxtt; did you mean "cxt"?']


def test_a_name_of_a_module_that_is_required(make_mod: MakeMod) -> None:
    init = """
    local Area = require "api.Area"
    function later() return Area.current_depht() end
    """
    assert checked(make_mod, init) == [f"it/init.lua:2 {NONE} Area.current_depht"]


def test_a_name_that_led_to_an_error_is_told_once(make_mod: MakeMod) -> None:
    (line,) = checked(make_mod, "kts.Tiel {}")
    assert line.startswith("it/init.lua:1 load ")


@pytest.mark.parametrize(
    "text",
    [
        "function later() helper() end",
        "function later() if extra then extra() end end",
        "function later() return extra and extra.x, type(other) == 'table' and other.x end",
        "function _G.extra() end function later() extra() end",
        "for _, name in ipairs { 'extra' } do _G[name] = print end function later() extra() end",
        "setmetatable(_G, { __index = function() return print end }) function later() extra() end",
        "rawset(_G, 'extra', print) function later() extra() end",
        "function later(_ENV) extra() end",
        "do local _ENV = { extra = print } extra() end",
        "function math.twice(x) return 2 * x end function later() return math.twice(2) end",
        "local m = math function m.twice(x) return 2 * x end function later() return math.twice(2) end",
        "local function fill(t) t.twice = print end fill(math) function later() math.twice() end",
        "function later() return base.puddle end",
        "function later() if kts.NewName then kts.NewName() end end",
        "global extra extra = print function later() extra() end",
        "local Rat = class('Rat', Entity) function Rat.make() end function later() return Entity.make() end",
    ],
    ids=lambda text: text[:40],
)
def test_names_that_exist_or_may(make_mod: MakeMod, text: str) -> None:
    # Base loads slowly.
    toml = "[dependencies]\nbase = '*'" if "base." in text else ""
    diagnostics = checked(make_mod, text, files={"more.lua": "function helper() end"}, toml=toml)
    assert [line for line in diagnostics if "unknown-name" in line] == []


def test_variables_that_a_dependency_may_set(make_mod: MakeMod, tmp_path: Path) -> None:
    make_mod("lib", "function extra() end")
    make_mod("it", "function later() extra() end", toml="[dependencies]\nlib = '*'")
    assert show(check(tmp_path, "it")) == []


def test_a_folder_without_manifest_is_told_near_names_only(tmp_path: Path) -> None:
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "main.lua").write_text("function later() love.graphics.draw() kts.WinGaem() end")
    assert show(check(folder, "old")) == [f'old/main.lua:1 {NONE} kts.WinGaem; did you mean "WinGame"?']


def test_a_mod_with_countless_unknown_names_gets_some(make_mod: MakeMod) -> None:
    calls = "".join(f"nosuch{i}x.y()\n" for i in range(3000))
    found = checked(make_mod, f"function later()\n{calls}end")
    assert len(found) == 200
    assert found[0] == f"it/init.lua:2 {NONE} nosuch0x"


def test_a_member_that_a_mod_assigns_hides_no_misspelled_one(make_mod: MakeMod) -> None:
    # "Names are checked in code that did not run": most mods of kts assign kts.MENU.
    text = """
    mod.RegisterMod { name = "it" }
    kts.HOOK_SHOOT = function() end
    function kts.HOOK_MISSILE_MISS() end
    local function never() kts.WinGaem(cxt.actor) end
    local function nothing_there() lanterns.lit = true end
    """
    found = checked(make_mod, text)
    assert [line.partition(" neither")[0] for line in found] == [
        "it/init.lua:4 unknown-name",
        "it/init.lua:5 unknown-name",
    ], found
    assert 'kts.WinGaem; did you mean "WinGame"?' in found[0]
    # A member with a computed name may be any.
    assert (
        checked(make_mod, "local name = 'HOOK_' .. 'SHOOT'\nkts[name] = print\nfunction never() kts.WinGaem() end")
        == []
    )


def test_a_hook_that_is_misspelled_where_it_is_assigned(make_mod: MakeMod) -> None:
    text = "kts.HOOK_SHOT = print\nkts.HOOK_WEAPON_PARRY, kts.MENU_OF_MINE, kts.DEAD_KNIGHT_TILES = print, 1, {}"
    assert checked(make_mod, text) == [
        'it/init.lua:1 near-miss kts has the field "HOOK_SHOT", which the host does not use; did you mean "HOOK_SHOOT"?'
    ]
