"""Modules of OpenNefia that the host leaves out: inert classes and interfaces in mods without a mod.toml."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host import Host, find_missing
from host.errors import HostError
from tests.helpers import ROOT, MakeMod, write_mod

MANIFEST = 'return { id = "m", version = "0.1.0", dependencies = {} }'
NAMES = (ROOT / "lua/areas/modules/inert_names.lua").read_text(encoding="utf-8").partition("[[")[2].partition("]]")[0]
PATHS = [
    f"{folder}.{name}"
    for folder, names in re.findall(r"([\w.]+):((?:\s+\w+\b(?![.:]))+)", NAMES)
    for name in names.split()
]


def load(folder: Path, init: str) -> tuple[list[str], list[str]]:
    """Return what a mod without a mod.toml prints while it loads, and the warnings of the host."""
    lines: list[str] = []
    host = Host([write_mod(folder / "m", {"mod.lua": MANIFEST, "init.lua": init})], output=lines.append)
    return [line.replace("\t", " ") for line in lines], [str(warning) for warning in host.warnings]


def test_each_module_can_be_required_named_as_a_parent_and_checked(tmp_path: Path) -> None:
    assert len(PATHS) == 338
    lines, warnings = load(
        tmp_path,
        "for path in ([["
        + " ".join(PATHS)
        + """]]):gmatch "%S+" do
          local parent = require(path)
          assert(class.is_class(parent) or class.is_interface(parent), path)
          local Child = class.class("Child", { parent, class.interface("IChild", {}, parent) })
          local child = Child:new()
          assert(class.is_an(parent, child) and not class.is_an(parent, {}), path)
          assert(class.implements(class.class("Other", parent), parent), path)
          assert(types.check(child, types.class(parent)) and not types.check(1, types.class(parent)), path)
        end
        print(require "api.gui.UiList", require "api.chara.ICharaParty", require "api.Input" == require "api.Input")
        """,
    )
    assert lines == ["class UiList interface ICharaParty true"]
    assert warnings == []


def test_functions_do_nothing_and_say_so_once(tmp_path: Path) -> None:
    lines, warnings = load(
        tmp_path,
        """
        local Input, UiList = require "api.Input", require "api.gui.UiList"
        for _ = 1, 2 do
          print(Input.yes_no(), (UiList:new { "a" }))
        end
        Input.yes_no()
        print(#UiList, next({}, nil), pairs(UiList)(UiList))
        """,
    )
    assert lines == ["nil nil", "nil nil", "0 nil nil"]
    assert warnings == [
        "m/init.lua:3: api.Input.yes_no does nothing: this host leaves out api.Input",
        "m/init.lua:3: api.gui.UiList.new does nothing: this host leaves out api.gui.UiList",
    ]


def test_modules_can_be_extended_delegated_to_and_advised(tmp_path: Path) -> None:
    lines, warnings = load(
        tmp_path,
        """
        local UiList, IInput, Advice = require "api.gui.UiList", require "api.gui.IInput", require "api.Advice"
        function UiList:title() return "mine" end
        local Menu = class.class("Menu", { UiList })
        Menu:delegate("input", IInput)
        function Menu:init() self.input = "keys" end
        Advice.add("around", "api.gui.UiList", "draw", "mine", function(draw, text) return text .. tostring(draw()) end)
        print(UiList:title(), Menu:new().input, UiList.draw "drawn ")
        """,
    )
    assert lines == ["mine keys drawn nil"]
    assert [warning.partition(": ")[2] for warning in warnings] == [
        "api.gui.UiList.draw does nothing: this host leaves out api.gui.UiList"
    ]


def test_what_a_mod_adds_is_its_own(tmp_path: Path) -> None:
    lines: list[str] = []
    for name, init in {
        "one": 'require("api.Ui").scale = 2',
        "two": 'local Ui = require "api.Ui" print(type(Ui.scale), Ui.scale(), pcall(rawset, Ui, "scale", 3))',
    }.items():
        write_mod(tmp_path / name, {"mod.lua": MANIFEST.replace('"m"', f'"{name}"'), "init.lua": init})
    Host([tmp_path], output=lines.append)
    assert lines[0].split("\t")[:3] == ["function", "nil", "false"]


def test_a_file_of_the_mod_comes_first(tmp_path: Path) -> None:
    lines: list[str] = []
    files = {"mod.lua": MANIFEST, "init.lua": 'print(require("api.gui.UiList").name)'}
    Host([write_mod(tmp_path / "m", {**files, "api/gui/UiList.lua": 'return { name = "mine" }'})], output=lines.append)
    assert lines == ["mine"]


def test_a_mod_with_a_manifest_of_the_host_gets_no_inert_module(make_mod: MakeMod) -> None:
    for path, reason in {"api.Ai": "is a part of OpenNefia", "api.gui.UiList": "needs a screen"}.items():
        with pytest.raises(HostError, match=f'require "{path}": that module {reason}'):
            Host([make_mod("m", f'require "{path}"', toml='dialects = ["areas"]')], output=lambda _: None)


def test_check_lists_the_uses(tmp_path: Path) -> None:
    init = """local Input = require "api.Input"
local IUiLayer = require "api.gui.IUiLayer"
local Layer = class.class("Layer", IUiLayer)
function Input.mine() end
Input.mine()
if Input.yes_no() then Input.yes_no() end
return Layer
"""
    missing = find_missing(write_mod(tmp_path / "m", {"mod.lua": MANIFEST, "init.lua": init}))["m"]
    assert [(each.kind, each.name, [line for _, line in each.places]) for each in missing] == [
        ("function", "api.Input.yes_no", [6, 6]),
        ("module", "api.Input", [1]),
        ("module", "api.gui.IUiLayer", [2]),
    ]
    assert (missing[1].hint or "").startswith("it needs a screen")
