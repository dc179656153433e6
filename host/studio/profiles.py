"""Profiles of generators: how much each function of the mods used for the map that is shown."""

from __future__ import annotations

import asyncio
from typing import Any

from host.engine.jobs import Job
from host.engine.operations import GENERATE
from host.errors import visible
from host.model.request import Request
from host.studio.mod_workers import ModWorkers
from host.tools.profiling.flame import write_flame
from host.tools.profiling.profile import Profile
from host.tools.profiling.run import Profiler

# Functions and calls of the host that a page gets.
_MOST_ROWS = 200


async def profile_map(job: Job, mod_workers: ModWorkers, request: Request, title: str) -> dict[str, Any]:
    """Make a map, and return what the mods used, with a flame graph. Raises HostError, and Superseded at a save."""
    check = mod_workers.make_save_check()
    profiler = Profiler()
    job = job._replace(operation=GENERATE, arguments={"request": request.to_data()})
    await asyncio.to_thread(profiler.run, job, tick=check)
    return await asyncio.to_thread(_describe, profiler.profile, title)


def _describe(profile: Profile, title: str) -> dict[str, Any]:
    data = profile.to_data()
    for rows in (data["functions"], data["host_calls"]):
        del rows[_MOST_ROWS:]
        for row in rows:
            row["name"] = visible(row["name"])
    return {**data, "flame": write_flame(profile, title)}
