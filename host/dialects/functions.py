"""The dialects of the host, and the libraries for all dialects: functions, services and generators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from host.border.function import ApiFunction
from host.border.service import Service, collect_services
from host.border.session import Mods, Session
from host.dialects.explanations import ExplanationServices
from host.dialects.kts.menu import find_menu
from host.dialects.kts.services import KtsServices
from host.dialects.maps import MapServices
from host.dialects.objects import LooseItemServices, ObjectServices

# Name -> modules with the services that only its Lua half calls; their names begin with this name. When a mod lists no
# dialects and names clash, the first dialect wins.
DIALECTS: dict[str, tuple[str, ...]] = {
    "kts": ("kts.functions.dungeon", "kts.functions.items", "kts.functions.segments", "kts.functions.stuff"),
    "pools": (),
    "areas": (),
    "actions": ("actions", "actions_generator"),
    "rooms": ("rooms",),
}

# The same of libraries, which mods of any dialect can require, as `require "host.generators"`.
LIBRARIES: dict[str, tuple[str, ...]] = {
    "generators": ("generators",),
    "sprites": ("sprites",),
    "survey": ("survey",),
    "toolbox": ("toolbox.placement", "toolbox.plans", "toolbox.rewriting", "toolbox.searches"),
}

# Dialect -> module and variable of the functions that mods call in Python.
_FUNCTIONS = {"kts": ("host.dialects.kts.functions", "KTS")}

# Functions that make the services which several Lua halves call, and those with a state.
SERVICES: tuple[Callable[[Session, Mods], object], ...] = (
    lambda session, _: MapServices(session),
    lambda session, _: ObjectServices(session),
    lambda session, _: LooseItemServices(session),
    lambda session, _: ExplanationServices(session),
    KtsServices,
)

# What a mod without such a generator lacks -> the function that finds the generator which it declares for a dialect.
GENERATOR_FINDERS = {"sets no kts.MENU": find_menu}


@cache
def functions_of(dialect: str) -> tuple[ApiFunction, ...]:
    """Return the functions of a dialect that mods call in Python; imports their modules."""
    module, variable = _FUNCTIONS[dialect]
    return tuple(getattr(import_module(module), variable).functions)


@cache
def services_of(name: str) -> Mapping[str, tuple[Service, Callable[..., Any]]]:
    """Return the services of a dialect or a library; imports their modules, when the first mod uses it."""
    modules = DIALECTS.get(name) or LIBRARIES.get(name, ())
    return collect_services(import_module(f"host.dialects.{module}") for module in modules)
