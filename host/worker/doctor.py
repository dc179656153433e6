"""What `dungeon-host doctor` finds out: about this system, and what a child on it is kept from."""

from __future__ import annotations

import platform
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from host.errors import HostError
from host.runtime.state import DEFAULT_MEMORY
from host.worker.jobs import Job, bundled_ids
from host.worker.parent import DEFAULT_TIMEOUT, MOST_ANSWERED, START_METHOD, run_job
from host.worker.probe import PROGRAM, SECRET


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
    return [
        Check("wall clock", f"{DEFAULT_TIMEOUT:g} s"),
        Check("memory of Lua", f"{DEFAULT_MEMORY // 2**20} MiB"),
        Check("output", f"{MOST_ANSWERED // 2**20} MiB"),
    ]


def bundled(*, timeout: float) -> list[Check]:
    """Whether each bundled mod loads."""
    return [_loads(identity, timeout) for identity in bundled_ids()] or [Check("bundled mods", "there are none", False)]


def _loads(identity: str, timeout: float) -> Check:
    try:
        _run(Job("mods", (), (identity,)), timeout)
    except HostError as error:
        return Check(identity, f"does not load: {error}", False)
    return Check(identity, "loads")


def protections(*, timeout: float) -> list[dict[str, Any]]:
    """What a real child was kept from when it tried, as `probe` describes it. Raises HostError if it tells nothing."""
    with tempfile.TemporaryDirectory(prefix="dungeon-host-") as folder:
        (Path(folder) / SECRET).write_text("what no mod may read")
        program = Path(folder) / PROGRAM
        program.write_bytes(b"\0")
        program.chmod(0o700)
        found: list[dict[str, Any]] = _run(Job("probe", arguments={"folder": folder}), timeout)
    return found


def _run(job: Job, timeout: float) -> Any:
    return run_job(job, timeout=timeout, say=_drop, warn=_drop)


def _drop(_: str) -> None:
    return None
