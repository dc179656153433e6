"""dungeon-host: a Lua-scriptable modding host for dungeon games.

>>> from host import Host
>>> game = Host(mods=["base"])
>>> m = game.generate("base", seed=7, dungeon="tiny")
>>> m.width, m.height
(14, 14)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from host.version import __version__

if TYPE_CHECKING:
    from host.checking.compare import find_missing
    from host.checking.compatibility import Missing
    from host.checking.diagnostic import Diagnostic
    from host.checking.diagnostic import Diagnostic as Finding
    from host.checking.run import check
    from host.errors import HostError
    from host.generate.options import Choice, Generator, Option
    from host.library import Host
    from host.maps.map import Map
    from host.model.request import Request
    from host.process.budgets import Budgets

# Name -> (module, name in it). A name is imported when it is first used: commands use few of them.
_EXPORTS = {
    "Budgets": ("host.process.budgets", "Budgets"),
    "Choice": ("host.generate.options", "Choice"),
    "Diagnostic": ("host.checking.diagnostic", "Diagnostic"),
    # The name of Diagnostic in version 0.1.
    "Finding": ("host.checking.diagnostic", "Diagnostic"),
    "Generator": ("host.generate.options", "Generator"),
    "Host": ("host.library", "Host"),
    "HostError": ("host.errors", "HostError"),
    "Map": ("host.maps.map", "Map"),
    "Missing": ("host.checking.compatibility", "Missing"),
    "Option": ("host.generate.options", "Option"),
    "Request": ("host.model.request", "Request"),
    "check": ("host.checking.run", "check"),
    "find_missing": ("host.checking.compare", "find_missing"),
}

__all__ = [
    "Budgets",
    "Choice",
    "Diagnostic",
    "Finding",
    "Generator",
    "Host",
    "HostError",
    "Map",
    "Missing",
    "Option",
    "Request",
    "__version__",
    "check",
    "find_missing",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'host' has no attribute {name!r}")
    module, attribute = _EXPORTS[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_EXPORTS})
