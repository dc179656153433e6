"""Functions of the toolbox and of rooms with extreme numbers and lengths: refused, or done within what is charged."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from host import Budgets
from host.dialects import lua_functions
from host.engine.engine import Engine
from host.errors import BudgetError, HostError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from host.syntax.declarations.texts import Entry, Param
from host.syntax.declarations.types import Named, Optional, Union
from host.tools.reference.books import find_type
from tests.helpers import sampled, write_mod
from tests.helpers.charges import FREE_SECONDS, SECONDS_OF_INSTRUCTION
from tests.tools.reference import test_reference as reference

# A map of `toolbox.wfc` without options takes 4,000,000.
INSTRUCTIONS = 6_000_000
EXTREMES = [
    "math.maxinteger",
    "math.mininteger",
    "-1",
    "0",
    "2^31",
    "2^53",
    "1e308",
    "0/0",
    "1/0",
    "-1/0",
    "0.5",
    *(f"setmetatable({{}}, {{ __len = function() return {n} end }})" for n in ("math.maxinteger", "-1", "1/0", "0/0")),
    "setmetatable({}, { __index = function(_, key) return key end, __len = function() return 2^53 end })",
]
# Each part has every fifth extreme, in turn, for each call: all calls are in each part, and all extremes of a call in
# one of them.
PARTS = 5


def fields_of(dialect: str, entry: Entry, position: int) -> list[str]:
    """Return the names of the fields of the record that a parameter takes."""
    kind = entry.params[position].type
    kind = kind.of if isinstance(kind, Optional) else kind
    book = reference.BOOKS[dialect]
    found = find_type(kind.name, book, reference.BOOKS) if isinstance(kind, Named) else None
    record = reference.BOOKS[found[0]].types[found[1]] if found else None
    return [one.name for one in record.fields] if record is not None and record.kind == "record" else []


def is_map(param: Param) -> bool:
    """Return whether a parameter takes any map, and nil for the map of the game."""
    return param.name == "map" and isinstance(param.type, Optional | Union)


def calls_of(dialect: str, plan: str) -> Iterator[str]:
    """Yield programs that pass X for each parameter and each field of each record, or assign it to each field.

    `plan`: what they pass where a map may be left out.
    """
    book = reference.BOOKS[dialect]
    for entry in book.entries:
        if not entry.called:
            continue
        passed = [
            reference.SAMPLES.get((entry.name, one.name)) or (plan if is_map(one) else reference.sample(book, one.type))
            for one in entry.params
        ]
        owner = reference.called_on(book, entry) if entry.kind == "method" else ""
        name = f"O:{entry.key}" if owner else reference.expression(book, entry.name)
        head = f"local O = {owner} " if owner else ""
        for i in range(len(passed)):
            values = [*passed[: i + 1]] if entry.params[-1].name == "..." else [*passed]
            values[i] = "X"
            yield f"{head}{name}({', '.join(values)})"
            for key in fields_of(dialect, entry, i):
                values[i] = f"with({passed[i] if passed[i] != 'nil' else '{}'}, '{key}', X)"
                yield f"{head}{name}({', '.join(values)})"
        if owner:
            for one in book.entries:
                if one.kind == "field" and one.owner == entry.owner:
                    yield f"{head}O.{one.key} = X {name}({', '.join(passed)})"


WITH = """
local function with(options, key, value) options[key] = value return options end
local PLAN = require "host.toolbox".caves { width = 40, height = 20 }
"""


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize("dialect", ["toolbox", "rooms"])
def test_extreme_arguments_are_refused_or_charged(dialect: str, part: int, tmp_path: Path) -> None:
    beside = reference.BESIDE.get(dialect, [])
    entry = reference.BOOKS[dialect].prelude
    required = reference.LIBRARIES.get(dialect, "")
    spoken = "rooms" if dialect in reference.LIBRARIES else dialect
    head = f'{dialect} = require "{required}"\n' if required else ""
    depends = "[dependencies]\n" + "".join(f'{one} = "*"\n' for one in beside)
    files = {
        "mod.toml": f'id = "sample"\nversion = "1.0"\ndialects = ["{spoken}"]\n{depends}',
        "init.lua": head + "\n".join(entry.load if entry else ()),
        **reference.FILES,
    }
    budgets = Budgets(instructions=INSTRUCTIONS, memory=2**29, seconds=500.0, output=2**30)
    mods = ModsToLoad.of([*beside, write_mod(tmp_path / "sample", files)], budgets=budgets)
    game = Engine(mods, output=lambda line: None)
    game.begin(Request(None, seed=1))
    number = len(game.mods)
    game.lua.call(lua_functions.run_text, number, reference.prelude(dialect).encode(), "sample/example.lua")
    slow, unlike, count = [], [], 0
    # The map of the game has no squares yet; the plan has some.
    for turn, call in enumerate(dict.fromkeys((*calls_of(dialect, "nil"), *calls_of(dialect, "PLAN")))):
        for extreme in EXTREMES[(part + turn) % PARTS :: PARTS]:
            count += 1
            text = f"{WITH}local X = {extreme}\n{call}"
            start = process_time()
            try:
                game.lua.call(lua_functions.run_text, number, text.encode(), "sample/example.lua")
            except BudgetError as error:
                if error.line is None:
                    unlike.append((call, extreme, str(error)))
            except HostError as error:
                # An error is at a line of the mod, and no error of the host.
                if type(error).__name__ == "InternalError" or not error.file:
                    unlike.append((call, extreme, f"{type(error).__name__}: {error}"))
            seconds = process_time() - start
            if seconds > FREE_SECONDS + SECONDS_OF_INSTRUCTION * INSTRUCTIONS:
                slow.append((call, extreme, seconds))
    assert count > 500 // PARTS
    assert (slow, unlike) == ([], [])
