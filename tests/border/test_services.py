"""Services: what Lua calls in Python is declared, once and with types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host.border.service import collect_services, service
from host.border.values import Value
from host.dialects.functions import DIALECTS, LIBRARIES, services_of
from host.engine.engine import Engine
from host.generate.plans.recipes import PLANS
from host.paths import LUA
from host.tools.debugging.observer import DebugObserver
from host.tools.provenance.recorder import Recorder
from host.tools.testing.services import CoverageServices, TestServices
from host.tools.testing.snapshots import SnapshotServices

# Names in `py` that are not services.
CONSTANTS = {"has", "has_clock", "instructions", "invoker", "is_limited", "library", "seconds"}
# Services whose names lua/toolbox/library.lua makes of the names of generators.
GENERATORS = {f"toolbox_{name}" for name in PLANS}


def names_in_lua() -> set[str]:
    """Collect every name after `py.` in lua/."""
    texts = (path.read_text(encoding="utf-8") for path in LUA.rglob("*.lua"))
    lines = [line.partition("--")[0] for text in texts for line in text.splitlines()]
    pattern = re.compile(r'\bpy\.(\w+)|rawget\(py, "(\w+)"')
    return {match[1] or match[2] for line in lines for match in pattern.finditer(line)}


def test_lua_calls_every_declared_service_and_no_other() -> None:
    debugging = DebugObserver(lambda _: None, "probe", {}, [])
    snapshots = SnapshotServices(Path(), updates=False)
    testing = collect_services([TestServices([]), snapshots, CoverageServices(Path()), Recorder(), debugging])
    services = Engine([], output=lambda _: None).lua.services
    of_dialects = {name for dialect in (*DIALECTS, *LIBRARIES) for name in services_of(dialect)}
    assert of_dialects > GENERATORS
    assert names_in_lua() - CONSTANTS == {*services, *testing, *of_dialects} - GENERATORS


@pytest.mark.parametrize("dialect", [*DIALECTS, *LIBRARIES])
def test_the_services_of_a_dialect_are_found_by_its_name(dialect: str) -> None:
    assert {name.partition("_")[0] for name in services_of(dialect)} <= {dialect}


def test_types_that_cannot_cross_are_refused_when_declared() -> None:
    with pytest.raises(TypeError, match=r"service .*take: the parameter thing is object: cannot cross from Lua"):

        @service
        def take(self, thing: object) -> None: ...

    with pytest.raises(TypeError, match=r"service .*put: the parameter number is int: cannot cross from Lua"):

        @service
        def put(self, value: Value, number: int) -> None: ...

    with pytest.raises(TypeError, match=r"service .*give: the result is tuple\[str, object\]: cannot cross to Lua"):

        @service
        def give(self) -> tuple[str, object]: ...


class Greeting:
    @service
    def greet(self) -> None: ...


def test_a_name_is_declared_once() -> None:
    with pytest.raises(TypeError, match="the service greet is declared twice"):
        collect_services([Greeting(), Greeting()])
