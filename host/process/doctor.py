"""What `dungeon-host doctor` finds out: about this system, and what a child on it is kept from."""

from __future__ import annotations

import platform
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from host.budgets import Budgets
from host.engine.host import DEFAULT_BUDGETS
from host.errors import HostError
from host.paths import bundled_ids
from host.process.jobs import Job
from host.process.parent import MOST_ANSWERED, START_METHOD, run_job
from host.process.probe import PROGRAM, SECRET


class Check(NamedTuple):
    """A thing, how it is, and whether it is as it must be."""

    name: str
    found: str
    well: bool = True


def system() -> list[Check]:
    """What the host runs on."""
    return [
        Check("system", f"{platform.system()} {platform.release()}, {platform.machine()}"),
        Check("Python", platform.python_version()),
        Check("Lua", f"5.5, in lupa {version('lupa')}"),
        Check("numpy", version("numpy")),
        Check("a child is", "forked" if START_METHOD == "fork" else "spawned"),
    ]


def budgets() -> list[Check]:
    """What mods may use when nothing else is said."""
    limits = DEFAULT_BUDGETS
    return [
        Check("instructions of a call", f"{limits.instructions:,}"),
        Check("memory of Lua", f"{limits.memory // 2**20} MiB"),
        Check("wall clock", f"{limits.seconds:g} s"),
        Check("printed in a game", f"{limits.output:,} characters"),
        Check("answer of a child", f"{MOST_ANSWERED // 2**20} MiB"),
    ]


def bundled() -> list[Check]:
    """Whether each bundled mod loads."""
    return [_loads(identity) for identity in bundled_ids()] or [Check("bundled mods", "there are none", False)]


def _loads(identity: str) -> Check:
    try:
        _run(Job("mods", (), (identity,)))
    except HostError as error:
        return Check(identity, f"does not load: {error}", False)
    return Check(identity, "loads")


def protections(limits: Budgets = DEFAULT_BUDGETS) -> list[dict[str, Any]]:
    """What a real child was kept from when it tried, as `probe` describes it. Raises HostError if it tells nothing."""
    with tempfile.TemporaryDirectory(prefix="dungeon-host-") as folder:
        (Path(folder) / SECRET).write_text("what no mod may read")
        program = Path(folder) / PROGRAM
        program.write_bytes(b"\0")
        program.chmod(0o700)
        found: list[dict[str, Any]] = _run(Job("probe", arguments={"folder": folder}, budgets=limits))
    return found


def _run(job: Job) -> Any:
    return run_job(job, say=_drop, warn=_drop)


def _drop(_: str) -> None:
    return None
