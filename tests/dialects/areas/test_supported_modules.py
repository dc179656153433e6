"""The tables of docs/areas.md that say what runs of the areas world."""

# Lua lines are whole, so that they can be searched for.

from __future__ import annotations

import re

from tests.helpers import ROOT, RunLua, read_table

PAGE = (ROOT / "docs" / "areas.md").read_text()
LUA = ROOT / "lua" / "areas"


def words(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def lua_list(names: list[str]) -> str:
    return "{ " + ", ".join(f'"{name}"' for name in names) + " }"


def test_the_table_of_modules_is_true(run_lua: RunLua) -> None:
    script = """
    local imp = Chara.create("base.fallback", nil, nil, { ownerless = true })
    data:add { _type = "base.item", _id = "cup" }
    local instances = { ["api.IChara"] = imp, ["api.IItem"] = Item.create("cup", nil, nil, { ownerless = true }) }
    local function check(path, state, present, absent)
      local ok, module = pcall(require, path)
      if ok == (state == "out") or not ok and not tostring(module):find("can stand in for it", 1, true) then
        print(path, state, module)
      end
      module = instances[path] or module
      for _, name in ipairs(present) do if module[name] == nil then print(path, name, "is missing") end end
      for _, name in ipairs(absent) do
        local found, value = pcall(function() return module[name] end)
        if found and value ~= nil then print(path, name, "is there") end
      end
    end
    """
    listed: list[str] = []
    for modules, state, notes in read_table("areas", "modules | state | notes"):
        present, _, absent = notes.partition("without `")
        names = words(present) if state == "partial" else []
        for path in words(modules):
            # Assert is a module of the command `test`.
            if path == "api.test.Assert":
                continue
            listed += [path] if state != "out" else []
            script += (
                f'check("{path}", "{state}", {lua_list(names)}, {lua_list(words("`" + absent) if absent else [])})\n'
            )
    assert "\n".join(run_lua(script).lines) == ""
    texts = [file.read_text() for file in (LUA / "api").rglob("*.lua")]
    declared = {name for text in texts for name in re.findall(r'^module "([^"]+)"', text, re.MULTILINE)}
    assert set(listed) == declared
    assert len(listed) == len(declared)


def test_the_table_of_events_is_true() -> None:
    sources = {file: file.read_text() for file in LUA.rglob("*.lua") if "api" not in file.parts}
    declared = sources.pop(LUA / "data" / "host_entries.lua").split("[[")[2].split("]]")[0].split()
    assert f"Of these {len(declared)} events" in PAGE
    text = "".join(sources.values())
    emitted = {name for name in declared if f'"base.{name}"' in text or name.endswith("_instantiated")}
    assert {
        name for row in read_table("areas", "moment | events, without `base.`") for name in words(row[1])
    } == emitted
    rows = read_table("areas", "what the host does not have | events that never come, without `base.`")
    never = [name for row in rows for name in words(row[1])]
    assert len(never) == len(set(never)) == len(declared) - len(emitted)
    assert {*never, *emitted} == {*declared}
