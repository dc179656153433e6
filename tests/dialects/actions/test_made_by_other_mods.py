"""What a function of another mod makes or refuses is blamed on the line that called it, and `check` shows it."""

from __future__ import annotations

import pytest

from tests.helpers import MakeMod, run_command

MAKER = """local M = {}
function M.make(name, fields)
  local made = class(name, Entity)
  for key, value in pairs(fields) do made[key] = value end
  return made
end
function M.late(fields)
  local made = M.make("Late", fields)
  return made
end
M.own = M.make("Own", { glyp = "o" })
return M
"""
FIELDS = '{ glyp = "r", baseModifiers = { hp = { amonut = 1 }, attakc = {} } }'
NOTHING = "which the host does not use; did you mean"
ACTIONS = 'dialects = ["actions"]\n'
ON = ACTIONS + '[dependencies]\nmaker = "*"\n'
CALLS = {
    "a local": (f'local M = require "mod.maker.make"\nlocal E = M.make("Rat", {FIELDS})\n', 2),
    "a global": (f'M = require "maker"\n\nE = M.make("Rat", {FIELDS})\n', 3),
    "a call in pcall": (f'local M = require "maker"\nlocal _, E = pcall(M.make, "Rat", {FIELDS})\n', 2),
    "a function of the mod": (
        f'local M = require "maker"\nlocal function f()\n  local E = M.make("Rat", {FIELDS})\n  return E\nend\nf()\n',
        3,
    ),
    "a table made before": (f'local M = require "maker"\nlocal t = {FIELDS}\n\nlocal E = M.make("Rat", t)\n', 4),
    "two functions deep": (f'local M = require "maker"\nlocal E = M.late({FIELDS})\n', 2),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("place", ["init.lua", "rat.lua"])
def test_near_misses_of_a_class_that_another_mod_made(make_mod: MakeMod, call: str, place: str) -> None:
    text, line = CALLS[call]
    files = {"rat.lua": text} if place == "rat.lua" else {}
    maker = make_mod("maker", 'return require ".make"', toml=ACTIONS, files={"make.lua": MAKER})
    init = text if place == "init.lua" else 'return require ".rat"'
    make_mod("cellar", init, toml=ON, files=files)
    shown = run_command("check", "cellar", "--mods", maker.parent).stdout
    name = "Late" if call == "two functions deep" else "Rat"
    for wrong, right, table in (
        ("glyp", "glyph", ""),
        ("amonut", "amount", ".baseModifiers.hp"),
        ("attakc", "attack", ".baseModifiers"),
    ):
        assert f'cellar/{place}:{line}: {name}{table} has the field "{wrong}", {NOTHING} "{right}"?' in shown
    # What the file of the library makes is its own.
    assert "Own" not in shown


GENERATE = """local maker = require "maker"
require("host.generators").register_generator { id = "x", generate = function()
  local made = %s
  return World(5, 5)
end }"""


@pytest.mark.parametrize(
    ("init", "line"),
    [
        ('local maker = require "maker"\n\nlocal made = maker.make(nil, {})', 3),
        (GENERATE % "maker.make(nil, {})", 3),
    ],
    ids=["local", "generator"],
)
def test_check_shows_errors_of_what_another_mod_makes(make_mod: MakeMod, init: str, line: int) -> None:
    maker = make_mod("maker", 'return require ".make"', toml=ACTIONS, files={"make.lua": MAKER})
    make_mod("cellar", init, toml=ON)
    shown = run_command("check", "cellar", "--mods", maker.parent).stdout
    assert f"error: cellar/init.lua:{line}: " in shown
    assert "class: the name is nil: must be a string (in maker/make.lua:3)" in shown
    assert "left out" not in shown


def test_a_value_of_a_class_that_another_mod_made_is_refused_at_the_line_that_called(make_mod: MakeMod) -> None:
    """The host looks at the table only when an entity is made, and then in code of neither mod."""
    maker = make_mod("maker", 'return require ".make"', toml=ACTIONS, files={"make.lua": MAKER})
    made = 'local maker = require "maker"\nlocal E = maker.make("Rat", { baseModifiers = { hp = {} } })\n'
    make_mod(
        "cellar", f"{made}decorate(E, Decorators.WithHP)\nregisterEntity(E)\nWorld(3, 3):create(E, Vec(1, 1))", toml=ON
    )
    shown = run_command("check", "cellar", "--mods", maker.parent).stdout
    assert "cellar/init.lua:" in shown, shown
    assert "maker/make.lua" not in shown, shown
