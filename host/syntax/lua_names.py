"""Names of other versions of Lua: some still work, and mods do not have the others."""

from __future__ import annotations

# Libraries of Lua whose functions are called with a dot; texts have the functions of `string` as methods, too.
LUA_LIBRARIES = frozenset(("bit", "coroutine", "debug", "math", "string", "table", "utf8"))
# Name that lua/core/sandbox/old_functions.lua defines -> what replaces it today.
MODERN = {
    "unpack": "table.unpack",
    "loadstring": "load",
    "setfenv": "load with an environment as its fourth argument, or a local _ENV",
    "getfenv": "_ENV",
    "table.getn": "the operator #",
    "table.maxn": "the operator #, or a count of your own",
    "math.pow": "the operator ^",
    "math.atan2": "math.atan with two arguments",
    "math.log10": "math.log with 10 as its second argument",
    "math.cosh": "math.exp",
    "math.sinh": "math.exp",
    "math.tanh": "math.exp",
    "bit.band": "the operator &",
    "bit.bor": "the operator |",
    "bit.bxor": "the operator ~",
    "bit.bnot": "the operator ~",
    "bit.lshift": "the operator <<",
    "bit.rshift": "the operator >>",
    "bit.arshift": "the operator //, by a power of two",
    "bit.rol": "the operators <<, >> and |",
    "bit.ror": "the operators <<, >> and |",
    "bit.bswap": "the operators <<, >>, & and |",
    "bit.tobit": "the operator &",
    "bit.tohex": "string.format with %08x",
    "bit": "the operators & | ~ << and >>",
}
# Name that mods do not have (of another version of Lua), or a table of such names -> what mods use in its place.
_NO_FILES = "mods read their own Lua files with require, and no other files"
_NO_CLOCK = "mods do not see the clock of the machine: what they do depends on the seed alone"
_NO_GARBAGE = "the host collects garbage: leave the call out"
_NO_DEBUG = "debug.traceback is the only function of debug that mods have"
LEFT_OUT = {
    "math.mod": "use math.fmod, or the operator %",
    "string.gfind": "use string.gmatch",
    "string.dump": "load takes source text only: keep the text",
    "table.foreach": "use a loop with pairs",
    "table.foreachi": "use a loop with ipairs",
    "table.setn": "a list ends before its first nil: leave the call out",
    "bit32": "use the operators & | ~ << and >>",
    "collectgarbage": _NO_GARBAGE,
    "gcinfo": _NO_GARBAGE,
    "newproxy": "use a table with a metatable",
    "module": "return a table at the end of the file, and require the file",
    "loadfile": "use require",
    "warn": "use print",
    "debug": _NO_DEBUG,
    "io": f"use print for output; {_NO_FILES}",
    "os": f"mods have no os; {_NO_CLOCK}",
    "os.exit": "use error, which ends the call with a message",
    "os.getenv": "the options of a generator say what a player may choose",
    "os.clock": _NO_CLOCK,
    "os.date": _NO_CLOCK,
    "os.difftime": _NO_CLOCK,
    "os.time": _NO_CLOCK,
    "package": _NO_FILES,
    "jit": "mods run in Lua 5.5, without a compiler: leave the call out",
    "ffi": "mods call no C",
}


def find_replacement(name: str) -> str | None:
    """Return what to use in place of a global name such as `math.mod` or `io.open`, or None for any other name."""
    return LEFT_OUT.get(name) or LEFT_OUT.get(name.partition(".")[0])
