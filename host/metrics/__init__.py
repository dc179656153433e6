"""Measurements of maps in plain numpy: where one can walk, what can be reached, how far it is, and metrics.

>>> from host import Host
>>> from host.metrics import measure
>>> m = Host(mods=["base"]).generate("base", seed=7, dungeon="tiny")
>>> measure(m, ["rooms", "solvable"])
{'rooms': 4.0, 'solvable': 1.0}
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from host.metrics.measurement import DEFAULT, METRICS, measure
    from host.metrics.metric import Metric

# Name -> module. A name is imported when it is first used: most of the host needs no metrics.
_EXPORTS = {
    "DEFAULT": "host.metrics.measurement",
    "METRICS": "host.metrics.measurement",
    "Metric": "host.metrics.metric",
    "measure": "host.metrics.measurement",
}

__all__ = ["DEFAULT", "METRICS", "Metric", "measure"]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'host.metrics' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_EXPORTS[name]), name)
    return value
