"""The dialects of the host, and the libraries for all dialects: functions, services and generators."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module

from host.border.function import ApiFunction
from host.border.session import Mods, Session
from host.dialects.areas import MapServices
from host.dialects.explanations import ExplanationServices
from host.dialects.kts.menu import find_menu
from host.dialects.kts.services import KtsServices
from host.dialects.loose_items import LooseItemServices
from host.dialects.objects import ObjectServices

# Name -> modules and variables of the functions declared in Python; dialects that are all Lua have none. When a mod
# lists no dialects and names clash, the first dialect wins.
DIALECTS: dict[str, tuple[str, ...]] = {
    "kts": ("kts.functions:KTS",),
    "pools": (),
    "areas": (),
    "actions": ("actions:ACTIONS", "actions_generator:GENERATOR"),
    "rooms": ("rooms:LEVELS",),
}

# The same of libraries, which mods of any dialect can require, as `require "host.generators"`.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "generators": ("generators:GENERATORS",),
    "survey": ("survey:SURVEY",),
    "toolbox": ("toolbox:TOOLBOX",),
}

# Functions that make the services which the Lua halves of dialects call.
SERVICES: tuple[Callable[[Session, Mods], object], ...] = (
    lambda session, _: MapServices(session),
    lambda session, _: ObjectServices(session),
    lambda session, _: LooseItemServices(session),
    lambda session, _: ExplanationServices(session),
    KtsServices,
)

# Functions that find a generator in what a mod declares for a dialect, such as a quest menu.
GENERATOR_FINDERS = (find_menu,)


@cache
def functions_of(name: str) -> tuple[ApiFunction, ...]:
    """Return the functions of a dialect or a library; their modules are imported when the first mod uses it."""
    functions: list[ApiFunction] = []
    for declarations in {**DIALECTS, **LIBRARIES}[name]:
        module, _, variable = declarations.partition(":")
        functions += getattr(import_module(f"host.dialects.{module}"), variable).functions
    return tuple(functions)
