"""Random programs and random bytes in every file of a mod: the host reports an error and continues."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from host import HostError
from host.engine.jobs import Job, run_job
from host.engine.operations import LIST_MODS, RUN_SCRIPT
from host.errors import DiedError, InternalError
from host.mods.mods_to_load import ModsToLoad
from host.process.budgets import Budgets
from tests.helpers import examples

BUDGETS = Budgets(instructions=200_000, memory=24 * 2**20, seconds=5, output=10_000)
CAREFUL = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

# -- programs

LAYOUT = (
    '{ layout = { width = 1, height = 1, data = { { type = "block" } } }, wall = base.wall_stone, '
    'segments = base.standard_segments, entry_type = "close" }'
)
VALUES = st.sampled_from(
    [
        "nil", "true", "0", "-1", "2^53", "1 << 62", "0/0", "1/0", '""', '"x"', '"%d%s%%"', '"\\0\\255\\27[2J"',
        '("a"):rep(3000)', "{}", "{ {}, {} }", "{ x = 1, y = 1 }", "print", "a", "b", "t", "t.t", "kts", "mod", "_G",
        "base", "base.wall_stone", "base.lockpicks", "base.standard_segments", "{ base.wall_stone, 5 }", "kts.MENU",
        "function(...) return ... end", "function() a = a + 1 return t end", "coroutine.create(print)",
        "setmetatable({}, { __index = function(_, k) return k end })",
        "setmetatable({}, { __len = function() return 9 end })",
        "setmetatable({}, { __tostring = function() return {} end, __call = error })", "#arg", "...", "math.mininteger",
        LAYOUT,
    ]
)  # fmt: skip
FUNCTIONS = st.sampled_from(
    [
        *(
            f"kts.{name}"
            for name in (
                "Tile", "ItemType", "MonsterType", "Anim", "Overlay", "Graphic", "SetRotate", "LoadSegments",
                "LayoutDungeon", "WipeDungeon", "AddItem", "AddStuff", "AddMonsters", "GenerateLocksAndTraps",
                "ConnectivityCheck", "RandomRange", "RandomChance", "PrintLoc", "AddTask", "Delay", "GetAllPlayers",
                "TeleportTo", "AddTile", "GetTiles", "GiveItem", "PlaySound", "SetRespawnFunction", "GameTime",
            )
        ),
        *(f"string.{name}" for name in ("format", "sub", "byte", "char", "len", "upper", "pack", "unpack")),
        *(f"table.{name}" for name in ("concat", "unpack", "pack", "sort")),
        *(f"coroutine.{name}" for name in ("wrap", "resume", "close", "status", "yield", "running")),
        "print", "pcall", "xpcall", "error", "select", "rawget", "rawset", "rawlen", "next", "pairs", "ipairs", "type",
        "tostring", "tonumber", "setmetatable", "getmetatable", "require", "dofile", "load", "setfenv", "getfenv",
        "math.random", "math.randomseed", "mod.RegisterMod", "mod.GetRegisteredMod", "utf8.char", "utf8.codepoint", "t",
        "assert",
    ]
)  # fmt: skip

calls = st.builds(lambda fn, given: f"{fn}({', '.join(given)})", FUNCTIONS, st.lists(VALUES, max_size=4))
expressions = st.one_of(
    VALUES,
    calls,
    st.builds("({} {} {})".format, VALUES, st.sampled_from(["+", "..", "==", "<", "//", "%", "~", "and"]), VALUES),
)


def _longer(statements: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    blocks = st.lists(statements, max_size=3).map("\n".join)
    return st.one_of(
        st.builds("pcall(function() {} end)".format, blocks),
        st.builds("while {} do {} end".format, expressions, blocks),
        st.builds("for k, v in pairs({}) do a = k b = v {} end".format, expressions, blocks),
        st.builds("for i = 1, 3 do {} end".format, blocks),
        st.builds("if {} then {} end".format, expressions, blocks),
        st.builds("coroutine.wrap(function() {} end)()".format, blocks),
        st.builds(
            "do local c <close> = setmetatable({{}}, {{ __close = function() {} end }}) {} end".format, blocks, blocks
        ),
        st.builds("kts.AddTask(function() {} end)".format, blocks),
    )


statements = st.recursive(
    st.one_of(
        calls.map(lambda call: f"pcall(function() return {call} end)"),
        calls,
        st.builds("a = {}".format, expressions),
        st.builds("t[{}] = {}".format, expressions, expressions),
        st.builds(
            "setmetatable(t, {{ {} = {} }})".format, st.sampled_from(["__index", "__lt", "__tostring"]), expressions
        ),
        # What need not be a program at all.
        st.sampled_from(["goto x", "::x::", "break", "end", "return", "local a <const> = 1", "--[[", "]]"]),
    ),
    _longer,
    max_leaves=12,
)
programs = st.lists(statements, max_size=8).map(
    lambda lines: 'local base, t = require "base", {} t.t = t\na, b = 1, "b"\n' + "\n".join(lines)
)


def attempt(job: Job) -> None:
    """Do a job in a child: it is done, or a fault of the mod, or too much; and never a fault of the host."""
    error: HostError | None = None
    try:
        run_job(job, say=lambda _: None, warn=lambda _: None)
    except HostError as raised:
        error = raised
    if error is not None:
        assert not isinstance(error, InternalError | DiedError), error.report()
        assert error.exit_code in (1, 3), error.report()
        assert "[host]/" not in error.report()


def run(source: bytes, *, play: float = 0) -> None:
    with TemporaryDirectory() as folder:
        script = Path(folder) / "script.lua"
        script.write_bytes(source)
        attempt(
            Job(
                RUN_SCRIPT,
                ModsToLoad((), ("base",), BUDGETS),
                {"script": str(script), "request": {"generator": None, "seed": 1}, "play": play},
                reads=(str(script),),
            )
        )


def load(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as folder:
        mod = Path(folder) / "evil"
        mod.mkdir()
        for name, content in files.items():
            (mod / name).write_bytes(content)
        attempt(Job(LIST_MODS, ModsToLoad((str(mod),), (), BUDGETS), {}))


MANIFEST = b'id = "evil"\nversion = "1.0"\n[dependencies]\nbase = "*"\n'
SEGMENTS = b'rooms = kts.LoadSegments({ kts.Tile {}, { kts.Tile {} } }, "segments.txt")'


@pytest.mark.slow
@given(programs)
@settings(CAREFUL, max_examples=examples(38))
def test_no_script_makes_the_host_fail(program: str) -> None:
    run(program.encode(), play=0.5)


@pytest.mark.slow
@given(programs)
@settings(CAREFUL, max_examples=examples(34))
def test_no_mod_makes_the_host_fail(program: str) -> None:
    load({"mod.toml": MANIFEST, "init.lua": program.encode()})


@pytest.mark.slow
@given(st.binary(max_size=200))
@settings(CAREFUL, max_examples=examples(15))
@example(b"\x1bLua\x55\x00\x19\x93\r\n\x1a\n\x04\x08\x08" + b"\0" * 50)
@example(b"\xef\xbb\xbfprint(1)")
@example(b"#!/bin/sh\nprint(1)")
def test_no_bytes_as_a_script_make_the_host_fail(source: bytes) -> None:
    run(source)


@pytest.mark.slow
@given(st.sampled_from(["mod.toml", "mod.lua", "init.lua", "main.lua"]), st.binary(max_size=200))
@settings(CAREFUL, max_examples=examples(20))
def test_no_bytes_as_a_mod_make_the_host_fail(name: str, content: bytes) -> None:
    load({"init.lua": b"x = 1", name: content})


WORDS = [
    "segment",
    "name:",
    "width:",
    "height:",
    "data:",
    "rooms:",
    "switches:",
    "items:",
    "end",
    "eof",
    "include",
    "stairs:",
]
lines = st.lists(st.one_of(st.sampled_from(WORDS), st.integers(-3, 10**12).map(str), st.text(max_size=5)), max_size=6)
texts = st.lists(lines.map(" ".join), max_size=15).map(
    lambda all_lines: "\n".join(all_lines).encode("utf-8", "replace")
)


@pytest.mark.slow
@given(st.one_of(texts, st.binary(max_size=200)))
@settings(CAREFUL, max_examples=examples(20))
@example(b"segment\nwidth: 2\nheight: 2\ndata:\n1 1\n1 1\nrooms:\n1\n0 0 3 3\nend\neof\n")
def test_no_segment_file_makes_the_host_fail(content: bytes) -> None:
    load({"mod.toml": MANIFEST, "init.lua": SEGMENTS, "segments.txt": content})
