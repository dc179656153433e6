"""The generators and tools of the host for Python, without mods; `docs/toolbox.md` shows them at work."""

from host.generate.niches import Niche, niches
from host.generate.place_reachable import place_reachable
from host.generate.plans.plan import Plan, as_rows
from host.generate.plans.recipes import RECIPES, plan, steps
from host.generate.scatter import scatter, scatter_steps
from host.generate.stamp import Laid, stamp, stamp_steps
from host.metrics.distances import distance_steps, distances, path, path_steps
from host.metrics.regions import is_connected, regions
from host.metrics.walkability import walkable
from host.model.rng import Stream

__all__ = [
    "RECIPES",
    "Laid",
    "Niche",
    "Plan",
    "Stream",
    "as_rows",
    "distance_steps",
    "distances",
    "is_connected",
    "niches",
    "path",
    "path_steps",
    "place_reachable",
    "plan",
    "regions",
    "scatter",
    "scatter_steps",
    "stamp",
    "stamp_steps",
    "steps",
    "walkable",
]
