"""Coverage hides its variable from the code that it measures."""

from __future__ import annotations

import lupa.lua55 as lua55

from host.syntax.statements import instrument


def test_no_code_reads_the_variable_of_coverage() -> None:
    for source in (b"return __covered", b"__covered0 = nil return __covered or __covered0 or __covered1"):
        run = lua55.LuaRuntime(encoding=None).eval(b"function(text) return load(text)({}) end")
        assert run(instrument(source)) is None
