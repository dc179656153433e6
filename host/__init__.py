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
    from host.export.segments import import_segments
    from host.export.worlds import save_world
    from host.generate.options import Choice, Generator, Option
    from host.model.request import Request
    from host.mods.archive import pack_mod
    from host.mods.installed import InstalledMod
    from host.mods.sharing.installing import InstalledChange, OutdatedMod, install, installed_mods, outdated, uninstall
    from host.process.budgets import Budgets
    from host.public.host import Host
    from host.public.map import Map
    from host.public.recording import Recording
    from host.tools.checking.compatibility import find_missing
    from host.tools.checking.diagnostic import Diagnostic
    from host.tools.checking.diagnostic import Diagnostic as Finding
    from host.tools.checking.missing_names import Missing
    from host.tools.checking.run import check
    from host.tools.sharing.index_builder import build_index

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
    "Missing": ("host.tools.checking.missing_names", "Missing"),
    "Option": ("host.generate.options", "Option"),
    "Recording": ("host.public.recording", "Recording"),
    "Request": ("host.model.request", "Request"),
    "InstalledChange": ("host.mods.sharing.installing", "InstalledChange"),
    "InstalledMod": ("host.mods.installed", "InstalledMod"),
    "OutdatedMod": ("host.mods.sharing.installing", "OutdatedMod"),
    "build_index": ("host.tools.sharing.index_builder", "build_index"),
    "check": ("host.tools.checking.run", "check"),
    "find_missing": ("host.tools.checking.compatibility", "find_missing"),
    "import_segments": ("host.export.segments", "import_segments"),
    "install": ("host.mods.sharing.installing", "install"),
    "installed_mods": ("host.mods.sharing.installing", "installed_mods"),
    "outdated": ("host.mods.sharing.installing", "outdated"),
    "pack_mod": ("host.mods.archive", "pack_mod"),
    "save_world": ("host.export.worlds", "save_world"),
    "uninstall": ("host.mods.sharing.installing", "uninstall"),
}

__all__ = [
    "Budgets",
    "Choice",
    "Diagnostic",
    "Finding",
    "Generator",
    "Host",
    "HostError",
    "InstalledChange",
    "InstalledMod",
    "Map",
    "Missing",
    "Option",
    "OutdatedMod",
    "Recording",
    "Request",
    "__version__",
    "build_index",
    "check",
    "find_missing",
    "import_segments",
    "install",
    "installed_mods",
    "outdated",
    "pack_mod",
    "save_world",
    "uninstall",
]


def __getattr__(name: str) -> Any:
    if name not in _EXPORTS:
        raise AttributeError(f"module 'host' has no attribute {name!r}")
    module, attribute = _EXPORTS[name]
    value = globals()[name] = getattr(import_module(module), attribute)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_EXPORTS})
