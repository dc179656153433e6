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
    from host.errors import HostError
    from host.generate.options import Choice, Generator, Option
    from host.model.request import Request
    from host.process.budgets import Budgets
    from host.public.host import Host
    from host.public.map import Map
    from host.public.recording import Recording
    from host.tools.checking.compare import find_missing
    from host.tools.checking.compatibility import Missing
    from host.tools.checking.diagnostic import Diagnostic
    from host.tools.checking.diagnostic import Diagnostic as Finding
    from host.tools.checking.run import check

# Name -> (module, name in it). A name is imported when it is first used: commands use few of them.
_EXPORTS = {
    "Budgets": ("host.process.budgets", "Budgets"),
    "Choice": ("host.generate.options", "Choice"),
    "Diagnostic": ("host.tools.checking.diagnostic", "Diagnostic"),
    # The name of Diagnostic in version 0.1.
    "Finding": ("host.tools.checking.diagnostic", "Diagnostic"),
    "Generator": ("host.generate.options", "Generator"),
    "Host": ("host.public.host", "Host"),
    "HostError": ("host.errors", "HostError"),
    "Map": ("host.public.map", "Map"),
    "Missing": ("host.tools.checking.compatibility", "Missing"),
    "Option": ("host.generate.options", "Option"),
    "Recording": ("host.public.recording", "Recording"),
    "Request": ("host.model.request", "Request"),
    "check": ("host.tools.checking.run", "check"),
    "find_missing": ("host.tools.checking.compare", "find_missing"),
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
    "Recording",
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
