"""dungeon-host: a Lua-scriptable modding host for dungeon games.

>>> from host import Host
>>> game = Host(mods=["base"])
>>> m = game.generate("base", seed=7, dungeon="tiny")
>>> m.width, m.height
(14, 14)
"""

from host.budgets import Budgets
from host.checking.diagnostic import Diagnostic
from host.checking.run import check
from host.engine.host import Host
from host.errors import HostError
from host.generate.options import Choice, Generator, Option
from host.model.map import Map
from host.version import VERSION

__version__ = VERSION
# The name of Diagnostic in version 0.1.
Finding = Diagnostic

__all__ = [
    "Budgets",
    "Choice",
    "Diagnostic",
    "Finding",
    "Generator",
    "Host",
    "HostError",
    "Map",
    "Option",
    "__version__",
    "check",
]
