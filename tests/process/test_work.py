"""Work of Python is charged to the mods that caused it, and to no others."""

from __future__ import annotations

from pathlib import Path

from host import Budgets, Host
from host.engine.jobs import Job, run_job
from host.engine.operations import GENERATE
from host.errors.work import WORK
from host.model.request import Request
from host.mods.mods_to_load import ModsToLoad
from tests.helpers import write_mod

MOD = """
require("host.generators").register_generator {
  id = "plain",
  generate = function() return require("host.toolbox").caves { width = 20, height = 20 }:map() end,
}
"""
BUDGETS = Budgets(instructions=3_000_000)


def test_a_child_does_not_pay_for_its_parent(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1"\n', "init.lua": MOD})
    request = Request("m.plain", seed=1)
    job = Job(GENERATE, ModsToLoad((str(mod),), (), BUDGETS), {"request": request.to_data()})
    WORK.note(10**9)
    try:
        assert run_job(job)["width"] == 20
    finally:
        WORK.take()


def test_a_dungeon_does_not_pay_for_errors_before_it(tmp_path: Path) -> None:
    mod = write_mod(tmp_path / "m", {"mod.toml": 'id = "m"\nversion = "1"\n', "init.lua": MOD})
    host = Host([mod], budgets=BUDGETS)
    host.generate("m.plain", seed=1)
    WORK.note(10**9)
    assert host.generate("m.plain", seed=1).width == 20
