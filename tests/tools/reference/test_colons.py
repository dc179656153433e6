"""Dots where colons belong, and colons where dots belong, for every declared function of every class and library."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from host import HostError
from host.syntax.declarations.texts import Entry
from host.syntax.lua_names import LUA_LIBRARIES
from host.tools.checking.source import check_sources
from tests.helpers import check_cases
from tests.tools.reference.test_reference import (
    BOOKS,
    COMPLETE,
    _folder_of_mods,  # noqa: F401 - a fixture
    called_on,
    expression,
    host_for,
    prelude,
    run,
)

# Its functions may be called with a dot, too.
EITHER = "EnumTable"


def message_of(dialect: str, text: str) -> str | None:
    """Return the error of a text that runs in a game of a dialect; None without one."""
    engine, _ = host_for(dialect)
    engine.games.loader.add_text("sample/example.lua", text.encode())
    try:
        run(dialect, prelude(dialect), text)
    except HostError as error:
        return str(error)
    return None


@pytest.mark.parametrize("dialect", COMPLETE)
def test_an_error_of_a_method_that_is_called_with_a_dot_says_so(dialect: str) -> None:
    book = BOOKS[dialect]
    methods = [entry for entry in book.of_kind("method") if entry.owner != EITHER and called_on(book, entry)]

    def check(entry: Entry) -> None:
        for arguments in ("()", "(7)"):
            said = message_of(dialect, f"local object = {called_on(book, entry)} object.{entry.key}{arguments}")
            # Few methods look at nothing of their object.
            assert said is None or "colon" in said or f":{entry.key}()" in said, said

    if methods:
        check_cases([(entry.name, entry) for entry in methods], check)


@pytest.mark.parametrize(
    ("dialect", "text", "said"),
    [
        (
            "toolbox",
            "toolbox.maze().map { room = 1 }",
            "Plan:map is called on a table: must be called with a colon, on a plan",
        ),
        (
            "toolbox",
            'local text = "a" text.upper()',
            "upper is called with a dot: must be called with a colon, as object:upper(…)",
        ),
        ("actions", "Vec(1, 2).mag()", "mag is called with a dot: must be called with a colon, as object:mag(…)"),
        (
            "rooms",
            "GameRunner().createLevel(3)",
            "GameRunner:createLevel is called on 3: must be called with a colon, on a GameRunner",
        ),
        (
            "kts",
            "kts:RandomRange(1, 2)",
            "kts.RandomRange is called with a colon: must be called with a dot, as kts.RandomRange(…)",
        ),
        ("kts", "math:abs(3)", "math.abs is called with a colon: must be called with a dot, as math.abs(…)"),
        (
            "areas",
            'require("api.Event"):trigger("x")',
            "Event.trigger is called with a colon: must be called with a dot, as Event.trigger(…)",
        ),
        (
            "pools",
            "Pools:registerRootPool()",
            "Pools.registerRootPool is called with a colon: must be called with a dot, as Pools.registerRootPool(…)",
        ),
        *(
            (
                "pools",
                f"Pools:drawFromPool{arguments}",
                "'; Pools.drawFromPool is called with a colon: must be called with a dot, as Pools.drawFromPool(…)",
            )
            for arguments in (' "gems.cave"', "()", "{}")
        ),
    ],
)
def test_the_message_says_which_sign_belongs_there(dialect: str, text: str, said: str) -> None:
    message = message_of(dialect, text)
    assert message is not None
    assert message.endswith(said)


def check_colon(dialect: str, folder: Path, entry: Entry) -> None:
    owner = expression(BOOKS[dialect], entry.owner)
    (folder / "init.lua").write_text(f"local owner = {owner}\nowner:{entry.key}()\n", encoding="utf-8")
    dialects = [] if dialect in ("host", "toolbox", "generators", "survey") else [dialect]
    said = [
        diagnostic
        for diagnostic in check_sources(
            host_for("kts")[0], "it", folder, dialects, has_old_lua=False, note=lambda *_: None
        )
        if diagnostic.rule == "colon"
    ]
    assert [(one.line, one.message) for one in said] == [
        (2, f"{entry.name} is called with a colon: must be called with a dot, as {entry.name}(…)")
    ]


@pytest.mark.parametrize("dialect", COMPLETE)
def test_check_finds_every_function_that_is_called_with_a_colon(dialect: str, tmp_path: Path) -> None:
    book = BOOKS[dialect]
    methods = {entry.name.replace(":", ".") for entry in book.of_kind("method")}
    functions = [entry for entry in book.of_kind("function") if entry.owner and entry.name not in methods]
    if functions:
        check_cases([(entry.name, entry) for entry in functions], partial(check_colon, dialect, tmp_path))


def test_check_finds_colons_of_the_libraries_of_lua(tmp_path: Path) -> None:
    lines = [f"{name}:x()" for name in sorted(LUA_LIBRARIES)]
    (tmp_path / "init.lua").write_text("\n".join(lines), encoding="utf-8")
    said = [
        one.line
        for one in check_sources(host_for("kts")[0], "it", tmp_path, [], has_old_lua=False, note=lambda *_: None)
        if one.rule == "colon"
    ]
    assert said == [*range(1, len(lines) + 1)]
    # Tables of the mod are none of the host's.
    (tmp_path / "init.lua").write_text("math = {} math:x() local table = {} table:x()\nbit.go = 1 bit:go()")
    assert not [
        one
        for one in check_sources(host_for("kts")[0], "it", tmp_path, [], has_old_lua=False, note=lambda *_: None)
        if one.rule == "colon"
    ]
