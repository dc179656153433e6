"""Every function that mods find, with long texts and wide tables: none takes a time that grows with their square."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest

from host import Budgets, Host
from host.dialects import lua_functions
from host.engine.engine import Engine
from host.errors import BudgetError
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from tests.helpers import sampled, write_mod
from tests.tools.reference import test_reference as reference

# Characters of the texts, and elements of the tables; and what a call may take, many times what the slowest takes
# (0.1 s). What grows with the square takes seconds.
SIZE, MOST_SECONDS = 20_000, 0.8
TEXTS = {
    "letters": f'("a"):rep({SIZE})',
    "digits": f'("1"):rep({SIZE}) .. "x"',
    "slashes": f'("/"):rep({SIZE}) .. "a"',
    "dots": f'("a."):rep({SIZE // 2}) .. "/"',
    "blanks": f'(" "):rep({SIZE}) .. "a"',
    "lines": f'("\\n"):rep({SIZE}) .. "a"',
    "a name": f'("kts_tile_"):rep({SIZE // 9})',
    "list": "LIST",
    "names": "NAMES",
    "long names": "LONG_NAMES",
}
# Each part has every fourth value, in turn, for each call.
PARTS = 4
SETUP = f"""
local LIST, NAMES, LONG_NAMES = {{}}, {{}}, {{}}
for i = 1, {SIZE // 4} do LIST[i], NAMES["widht" .. i] = i, i end
for i = 1, 50 do LONG_NAMES[("widt"):rep({SIZE // 400}) .. i] = i end
local values = {{ {", ".join(f'{{ "{name}", {value} }}' for name, value in TEXTS.items())} }}
local function try(first, call, fn)
  for i = first, #values, {PARTS} do
    print("begin " .. call .. " with " .. values[i][1])
    pcall(fn, values[i][2])
    print "end"
  end
end
"""
BUDGETS = Budgets(instructions=2**52, memory=2**32, seconds=500.0, output=2**40)
MANIFEST = 'id = "sample"\nversion = "1.0"\n'
# Calls at once: Lua has at most 255 constants in a function.
TOGETHER = 40


def calls_of(dialect: str) -> Iterator[tuple[bool, str]]:
    """Yield whether mods call a function while they load, and a call that passes V, for each parameter of each."""
    book = reference.BOOKS[dialect]
    for entry in book.entries:
        if not entry.called:
            continue
        name = (
            f"({reference.called_on(book, entry)}):{entry.key}"
            if entry.kind == "method"
            else reference.expression(book, entry.name)
        )
        for i in range(len(entry.params)):
            passed = [
                reference.SAMPLES.get((entry.name, one.name)) or reference.sample(book, one.type)
                for one in entry.params
            ]
            passed[i] = "V"
            if i < len(passed) - 1 and entry.params[-1].name == "...":
                passed.pop()
            yield "load" in entry.marks, f"{name}({', '.join(passed)})"


@pytest.mark.slow
@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize("dialect", reference.COMPLETE)
def test_no_function_takes_long_with_long_arguments(dialect: str, part: int, tmp_path: Path) -> None:
    begun: list[tuple[str, float]] = []
    slow: list[tuple[str, float]] = []

    def listen(line: str) -> None:
        if line.startswith("begin "):
            begun[:] = [(line.removeprefix("begin "), process_time())]
        elif line == "end" and begun:
            call, start = begun.pop()
            if process_time() - start > MOST_SECONDS:
                slow.append((call, process_time() - start))

    def engine(name: str, init: str) -> Engine:
        beside = reference.BESIDE.get(dialect, [])
        entry = reference.BOOKS[dialect].prelude
        spoken = "rooms" if dialect in reference.LIBRARIES else dialect
        required = reference.LIBRARIES.get(dialect, "")
        head = f'{dialect} = require "{required}"\n' if required else ""
        depends = "[dependencies]\n" + "".join(f'{one} = "*"\n' for one in beside)
        files = {
            "mod.toml": f'{MANIFEST}dialects = ["{spoken}"]\n{depends}',
            "init.lua": head + "\n".join((*(entry.load if entry else ()), init)),
            **reference.FILES,
        }
        mods = [*beside, write_mod(tmp_path / name / "sample", files)]
        return Engine(ModsToLoad.of(mods, budgets=BUDGETS), output=listen)

    texts = {is_load: [] for is_load in (False, True)}
    for number, (is_load, call) in enumerate(dict.fromkeys(calls_of(dialect))):
        texts[is_load].append(f"try({(part + number) % PARTS + 1}, {call!r}, function(V) {call} end)\n")
    if texts[True]:
        engine("load", SETUP + "".join(texts[True]))
    game = engine("game", "")
    for i in range(0, len(texts[False]), TOGETHER):
        game.begin(Request(None, seed=1))
        for text in (reference.prelude(dialect), SETUP + "".join(texts[False][i : i + TOGETHER])):
            game.lua.call(lua_functions.run_text, len(game.mods), text.encode(), "sample/example.lua")
    assert not slow


@pytest.mark.parametrize(
    "call",
    [
        'require(("a/"):rep(SIZE))',
        'require(("."):rep(SIZE))',
        'require("@" .. ("a."):rep(SIZE))',
        "tostring(NAMED)",
        'string.format("%s", NAMED)',
        'string.format("%d%s", NAMED, NAMED)',
        "error(MESSAGE, 0)",
        "coroutine.wrap(function() error(MESSAGE, 0) end)()",
    ],
)
def test_long_names_and_messages_are_charged(call: str, tmp_path: Path) -> None:
    setup = """SIZE = 1000000 NAMED = setmetatable({}, { __name = ("%"):rep(SIZE) })
    MESSAGE = ("a"):rep(3 * SIZE) .. ":12: "
    """
    program = f"{setup} while true do pcall(function() local _ = {call} end) end"
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1.0"\n', "init.lua": program})
    start = process_time()
    with pytest.raises(BudgetError, match="used up the instructions"):
        Host([mod], budgets=Budgets(5_000_000, seconds=20.0))
    assert process_time() - start < 5
