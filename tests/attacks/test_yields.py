"""Functions that the host calls in a coroutine of a mod: however they leave, the host's state is as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from host.errors import ModError
from tests.helpers import write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n[dependencies]\nbase = "*"\n'

# Ways to leave a function without returning.
LEAVES = {"yields": "coroutine.yield()", "closes": "coroutine.close()", "fails": 'error "no"'}

# What the host calls functions for: `leave` in a coroutine, many times; and what must work afterwards.
FRAMES = {
    "event": """
        local Event = require "api.Event"
        Event.register("base.on_game_initialize", "first", function(_, params)
          if params.leave then params.leave() end
        end)
        function attempt(leave) Event.trigger("base.on_game_initialize", { leave = leave }) end
        function works() Event.trigger("base.on_game_initialize", {}) end
    """,
    "dofile": """
        function attempt(fn) leave = fn dofile "part.lua" end
        function works() leave = function() end dofile "part.lua" assert(_CWD == "/m/", _CWD) end
    """,
    "require": """
        function attempt(fn) leave = fn require "part" end
        function works() leave = function() end require "part" end
    """,
}


@pytest.mark.parametrize("leave", LEAVES)
@pytest.mark.parametrize("frame", FRAMES)
def test_a_function_that_leaves_changes_nothing_for_others(tmp_path: Path, frame: str, leave: str) -> None:
    script = f"""
        {FRAMES[frame]}
        for i = 1, 100 do
          coroutine.resume(coroutine.create(function() attempt(function() {LEAVES[leave]} end) end))
          coroutine.resume(coroutine.create(function() pcall(attempt, function() {LEAVES[leave]} end) end))
        end
        works()
    """
    Host(
        ["base", write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": script, "part.lua": "leave()"})],
        output=lambda _: None,
    )


def test_a_yield_across_the_host_is_an_error_at_its_line(tmp_path: Path) -> None:
    script = 'leave = coroutine.yield\ncoroutine.wrap(function() dofile "part.lua" end)()'
    with pytest.raises(ModError) as caught:
        Host(["base", write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": script, "part.lua": "--\nleave()"})])
    assert "attempt to yield in a function that the host called" in caught.value.message
    assert (caught.value.file, caught.value.line) == ("m/part.lua", 2)


def test_a_coroutine_of_its_own_may_yield_in_a_function_of_the_host(tmp_path: Path) -> None:
    part = "local f = coroutine.wrap(function() coroutine.yield(1) end) assert(f() == 1) f()"
    Host(["base", write_mod(tmp_path / "m", {"mod.toml": MANIFEST, "init.lua": 'dofile "part.lua"', "part.lua": part})])
