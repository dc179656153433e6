"""The dialects of the host, and the libraries for all dialects: functions, services and generators."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from host.border.function import ApiFunction
from host.border.service import Service, collect_services, service
from host.border.session import Mods, Session
from host.border.values import Table, Value
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
    "toolbox": ("toolbox.placement", "toolbox.plans", "toolbox.rewriting", "toolbox.searches", "toolbox.tiling"),
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


class ExplanationServices:
    """What the Lua half asks for while `Session.explainer` is set."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @service
    def record_call(self, function: str, file: str | None, line: int) -> None:
        """Record where a mod calls a function."""
        if self._session.explainer is not None:
            self._session.explainer.record_call(function, file, line)

    @service
    def explain_draw(self, path: str, reason: str, file: str | None, line: int, draw: Value) -> str:
        """Count a draw that failed; return the reason with the explanation. `draw`: see lua/pools/explanation.lua."""
        # Imported here: only failures need them.
        from host.generate.explain.explainer import RecordedCall
        from host.generate.explain.pools import PoolNode, Tilde, UnweightedEntry, explain_draw

        explainer = self._session.explainer
        if explainer is None:
            return reason
        fields: Mapping[str, Any] = draw.fields
        tildes = [
            Tilde(int(tilde["depth"]), tilde["segment"], tilde["setting"], *_location(tilde))
            for tilde in _rows(fields["tildes"])
        ]
        nodes = [
            PoolNode(
                node["path"],
                tuple(node["segments"].items),
                node["has_weight"],
                *_location(node),
                tuple(UnweightedEntry(entry["name"], *_location(entry)) for entry in _rows(node["entries"])),
            )
            for node in _rows(fields["nodes"])
        ]
        call = RecordedCall("drawFromPool", file, line or None)
        return explainer.fail(reason, lambda: explain_draw(path, fields["root"], tildes, nodes, reason, call))


def _rows(table: Table) -> list[Mapping[str, Any]]:
    return [row.fields for row in table.items]


def _location(fields: Mapping[str, Any]) -> tuple[str | None, int | None]:
    """Return file and line of what Lua describes."""
    file = fields.get("file")
    return file, int(fields["line"]) if file else None
