"""What Python calls in Lua is declared, and is there."""

from __future__ import annotations

import re

import pytest

from host.border.lua_function import LuaFunction, lua_function
from host.dialects import lua_functions
from host.paths import LUA

DECLARED = [value for value in vars(lua_functions).values() if isinstance(value, LuaFunction)]


@pytest.mark.parametrize("function", DECLARED, ids=lambda function: f"{function.module}.{function.name}")
def test_the_module_has_the_function(function: LuaFunction[..., object]) -> None:
    name = function.name.decode()
    source = (LUA / f"{function.module.decode()}.lua").read_text(encoding="utf-8")
    assert re.search(rf"\bM\.{name}\b.*=|function M\.{name}\(", source)


def test_types_that_cannot_cross_are_refused_when_declared() -> None:
    with pytest.raises(TypeError, match=r"Lua function m\.take: object cannot cross the border"):

        @lua_function("m")
        def take(thing: object) -> None: ...
