"""The names of dialects in mods that list no dialects: they are there whenever code of the mod could miss them."""

from pathlib import Path

import pytest

from host import Host
from host.border import state
from tests.helpers import MakeMod, RunLua

# Scripts that reach names of dialects. What they print may not depend on when the dialects load.
SCRIPTS = {
    "globals": "print(type(Entities), type(InstancedMap), type(Room), type(class), type(kts), type(Pools))",
    "in a text": "print(load('return Entities ~= nil and Instanced' .. 'Map ~= nil')())",
    "in a text of another name": "local run = load; print(run('return type(Item), type(World)', 'x', 't')())",
    "by all names": "local all = {} for name in pairs(_G) do all[#all + 1] = name end table.sort(all) "
    "print(table.concat(all, ' '))",
    "by a computed name": "print(type(_G['Ent' .. 'ities']), type(_ENV['Ro' .. 'om']), rawget(_G, 'Item') ~= nil)",
    "by getfenv": "print(type(getfenv(1)['Ent' .. 'ities']))",
    "functions of libraries": "local all = {} for _, t in ipairs { math, string, table } do for name in pairs(t) do "
    "all[#all + 1] = name end end table.sort(all) print(table.concat(all, ' '))",
    "the same in modules": "print(require('api.Item') == Item, require('api.Map') == Map, "
    "require('host.areas').Chara == Chara, require('host.rooms').Room == Room)",
    "modules before names": "local path = 'api.' .. 'Event' local first = require(path) print(first == Event, "
    "type(require('@retouchers.all')))",
    "unions": "print(Item.create ~= nil, pcall(class, 'Thing'), World.pass_time_in_seconds ~= nil, Dungeon ~= nil)",
    "assigned": "Item = 5; Room = nil; print(Item, Room, type(Entities))",
    "assigned before they are there": "data, Spikes = { 1 }, 2; print(data[1], load('return Spi' .. 'kes, "
    "type(Areas), data[1]')())",
    "fields of that name": "local t = { data = 1, Item = 2 } function t.class() return 3 end print(t.data, t.Item, "
    "t.class())",
    "after a label": "goto a ::a::printf('%d', 1)",
    "a module that is missing": "print(pcall(require, 'api.Itm')) print(pcall(require, 'modules.nothing'))",
}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_names_do_not_depend_on_when_a_dialect_loads(run_shared: RunLua, script: str) -> None:
    assert run_shared(script).lines == run_shared(f"local _ = _G; {script}").lines


@pytest.fixture
def loaded_modules(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The folders of trusted Lua modules that hosts load."""
    folders: set[str] = set()
    read = state._read_library

    def read_and_note(name: bytes) -> tuple[bytes, bool]:
        folders.add(name.decode().rpartition("/")[0])
        return read(name)

    monkeypatch.setattr(state, "_read_library", read_and_note)
    return folders


def test_a_dialect_that_no_text_uses_is_not_loaded(tmp_path: Path, loaded_modules: set[str]) -> None:
    script = tmp_path / "script.lua"
    script.write_text("local layout = { data = {} } print(kts, layout.data, layout.class)", encoding="utf-8")
    host = Host([], output=lambda _: None)
    host.run_script(script, seed=1)
    assert "kts" in loaded_modules
    assert not {"actions/world", "areas/map"} & loaded_modules
    script.write_text("print(Entities)", encoding="utf-8")
    host.run_script(script, seed=1)
    assert "actions/world" in loaded_modules
    assert "areas/map" not in loaded_modules


def test_variables_of_a_mod_hide_names_of_dialects_that_are_not_there(make_mod: MakeMod, run_lua: RunLua) -> None:
    mod = make_mod("other", "thing = 1")
    run = run_lua(
        'local m = require "other"; print(m.thing, m.Item, m.Entites, pcall(function() m.Spikes = 1 end))', mods=[mod]
    )
    message = "script/script.lua:1: Spikes belongs to mod other and is read-only here"
    assert run.lines[0].startswith(f"1 nil nil false {message}")
    assert run.host.warnings == []


def test_a_typo_of_a_name_of_a_dialect_that_is_not_there_is_explained(run_lua: RunLua) -> None:
    with pytest.raises(Exception, match="global 'Entites'") as error:
        run_lua("Entites.first = 1")
    assert error.value.hint == 'did you mean "Entities"?'


def test_no_dialect_hides_what_another_has_under_the_same_name(run_shared: RunLua) -> None:
    names = ("Action", "Event", "Item", "World", "Dungeon", "class")
    script = f"""
    local wrong = {{}}
    for _, name in ipairs {{ "{'", "'.join(names)}" }} do
      for _, dialect in ipairs {{ "areas", "actions", "rooms" }} do
        local value = require("host." .. dialect)[name]
        for key in pairs(type(value) == "table" and value or {{}}) do
          local ok, found = pcall(function() return _ENV[name][key] end)
          if not ok or found == nil then wrong[#wrong + 1] = name .. "." .. tostring(key) end
        end
      end
    end
    print(table.concat(wrong, " "))
    print(require("host.actions").World.create == World.create, World.creat)
    print(select(2, pcall(function() return World.dat end)))
    """
    wrong, found, message = run_shared(script).lines
    assert (wrong, found) == ("", "true nil")
    assert message.endswith('World.dat: there is no function of that name; did you mean "date"?')


def test_a_game_is_saved_in_which_no_mod_used_areas(tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text("print(math.random(1000000))", encoding="utf-8")
    lines: list[str] = []
    for _ in range(2):
        Host([], output=lines.append).run_script(script, seed=1, save=tmp_path / "game.save")
    assert (tmp_path / "game.save").is_file()
    # The stream continues where it was.
    assert lines[0] != lines[1]
