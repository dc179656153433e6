"""Tests written for OpenNefia call the mod of what they register @test@."""

from __future__ import annotations

from pathlib import Path

import pytest

from host import Host
from host.errors import HostError
from tests.helpers import MakeMod, run_command, write_mod

TESTS = """
local Assert = require "api.test.Assert"
local TestUtil = require "api.test.TestUtil"
local Advice = require "api.Advice"
data:add { _type = "base.chara", _id = "imp", level = 3 }
data:add { _type = "base.event", _id = "on_x" }
function test_pseudo()
  data:add { _type = "base.item", _id = "cup" }
  local map = InstancedMap:new(5, 5)
  local c = Chara.create("@test@.imp", 1, 1, {}, map)
  Assert.eq("@test@.imp", c._id)
  Assert.eq(3, c.level)
  Assert.eq("@test@.cup", Item.create("@test@.cup", 1, 1, {}, map)._id)
  Assert.is_truthy(data["base.item"]["@test@.cup"])
  Assert.is_truthy(data["base.item"]["m.cup"])
  Assert.is_truthy(data["base.item"]["m.own"])
  Assert.is_falsy(data["base.item"]["@test@.none"])
  Event.register("@test@.on_x", "a", function() c.level = 5 end)
  Event.trigger("@test@.on_x", {})
  Assert.eq(5, c.level)
  Advice.add("after", "api.Rand", "rnd", "id", function() end)
  Assert.is_truthy(Advice.is_advised("api.Rand", "rnd", "@test@", "id"))
  Advice.remove("api.Rand", "rnd", "@test@", "id")
  save["@test@"].x = 1
  Assert.eq(1, save.m.x)
  c:get_mod_data("@test@").y = 2
  Assert.eq(2, c:get_mod_data("m").y)
end
"""
OWN = 'data:add { _type = "base.item", _id = "own" }'


def test_prototypes_of_tests_belong_to_the_pseudo_mod(tmp_path: Path) -> None:
    manifest = 'return { id = "m", version = "0.1.0", dependencies = {} }'
    folder = write_mod(tmp_path / "m", {"mod.lua": manifest, "init.lua": OWN, "test/chara.lua": TESTS})
    result = run_command("test", folder)
    assert result.exit_code == 0, result.stdout
    assert "1 passed" in result.stdout


def test_a_mod_with_a_manifest_of_the_host_finds_them_by_that_name(make_mod: MakeMod) -> None:
    test = """
    data:add { _type = "base.chara", _id = "imp" }
    function test_both()
      local map = InstancedMap:new(5, 5)
      assert.equal("m.imp", Chara.create("@test@.imp", 1, 1, {}, map)._id)
      assert.equal("m.imp", Chara.create("m.imp", 1, 1, {}, map)._id)
    end
    """
    result = run_command("test", make_mod("m", OWN, toml='dialects = ["areas"]', files={"test/chara.lua": test}))
    assert result.exit_code == 0, result.stdout


def test_there_is_no_such_mod_outside_of_tests(make_mod: MakeMod, tmp_path: Path) -> None:
    script = tmp_path / "script.lua"
    script.write_text('data["base.item"]:ensure "@test@.own"')
    with pytest.raises(HostError, match="of that id"):
        Host([make_mod("m", OWN, toml='dialects = ["areas"]')], output=lambda _: None).run_script(script, seed=1)
