"""Each map of the studio finds mods as they were loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import write_mod
from tests.studio.running import RunningStudio

pytest.importorskip("starlette")

# Each grows with what outlives a dungeon.
COUNTS = """
local generators, toolbox = require "host.generators", require "host.toolbox"
local function counter()
  local n = 0
  return function() n = n + 1 return n end
end
local next_one, held, meta = counter(), { 0 }, { n = 0 }
local walk = coroutine.wrap(function() for i = 1, 1000 do coroutine.yield(i) end end)
setmetatable(held, meta)
count = 0
generators.register_generator {
  id = "counts",
  generate = function()
    count, held[1], meta.n = count + 1, held[1] + 1, meta.n + 1
    math.count = (math.count or 0) + 1
    local sum = count + held[1] + meta.n + math.count + next_one() + walk()
    return toolbox.caves { width = 20 + sum, height = 20 }:map()
  end,
}
"""


@pytest.mark.slow
def test_the_same_seed_shows_the_same_map(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1"\n', "init.lua": COUNTS})
    with RunningStudio(mod) as studio:
        made = [studio.make("m.counts", seed=seed) for seed in (1, 2, 1, 1)]
    assert [each["width"] for each in made] == [26] * 4
    first, _, *again = [{**each, "seconds": 0} for each in made]
    assert again == [first, first]
