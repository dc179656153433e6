"""The generators and tools of the host for Python, without mods; `docs/toolbox.md` shows them at work."""

from host.generate.distances import distances, is_connected, path, regions, walkable
from host.generate.plan import Plan, as_rows
from host.generate.recipes import RECIPES, plan, steps
from host.generate.scatter import scatter, scatter_steps
from host.generate.stamp import stamp
from host.model.rng import Stream

__all__ = [
    "RECIPES",
    "Plan",
    "Stream",
    "as_rows",
    "distances",
    "is_connected",
    "path",
    "plan",
    "regions",
    "scatter",
    "scatter_steps",
    "stamp",
    "steps",
    "walkable",
]
