"""The checks of `dungeon-host doctor`: this system, the bundled mods, and the sandbox on this system."""

from __future__ import annotations

import platform
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from host.engine.jobs import Job, run_job
from host.engine.operations import LIST_MODS
from host.errors import HostError
from host.mods.mods_to_load import ModsToLoad
from host.paths import bundled_ids
from host.process.budgets import DEFAULT_BUDGETS, Budgets
from host.process.child import MOST_RECEIVED, run_task
from host.process.probe import PROGRAM, SECRET
from host.process.start import START_METHOD
from host.process.task import Task


class Check(NamedTuple):
    """The state of a part of the installation."""

    name: str
    state: str
    is_well: bool = True


def check_system() -> list[Check]:
    """Return what the host runs on."""
    return [
        Check("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        Check("Python", platform.python_version()),
        Check("Lua", f"5.5, in lupa {version('lupa')}"),
        Check("numpy", version("numpy")),
        Check("a child is", "forked" if START_METHOD == "fork" else "spawned"),
    ]


def check_budgets() -> list[Check]:
    """Return the default limits of mods."""
    limits = DEFAULT_BUDGETS
    return [
        Check("instructions of a call", f"{limits.instructions:,}"),
        Check("memory of Lua", f"{limits.memory // 2**20} MiB"),
        Check("wall clock", f"{limits.seconds:g} s"),
        Check("printed in a game", f"{limits.output:,} bytes"),
        Check("answer of a child", f"{MOST_RECEIVED // 2**20} MiB"),
    ]


def check_bundled_mods() -> list[Check]:
    """Return whether each bundled mod loads."""
    return [_check_mod(identity) for identity in bundled_ids()] or [Check("bundled mods", "there are none", False)]


def _check_mod(identity: str) -> Check:
    try:
        run_job(Job(LIST_MODS, ModsToLoad((), (identity,))))
    except HostError as error:
        return Check(identity, f"does not load: {error}", False)
    return Check(identity, "loads")


def check_sandbox(limits: Budgets = DEFAULT_BUDGETS) -> list[dict[str, Any]]:
    """Return which acts the sandbox refused to a real child, as `host.process.probe.probe` does. Raises HostError."""
    with tempfile.TemporaryDirectory(prefix="dungeon-host-") as folder:
        (Path(folder) / SECRET).write_text("no mod may read this")
        program = Path(folder) / PROGRAM
        program.write_bytes(b"\0")
        program.chmod(0o700)
        shape = [{"name": str, "why": str, "state": str, "by": [str]}]
        task = Task("host.process.probe:probe", {"folder": folder}, budgets=limits, result=shape)
        results: list[dict[str, Any]] = run_task(task)
    return results
