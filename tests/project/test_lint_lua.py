"""The contract between the packages of the Lua half."""

from pathlib import Path

from tools.lint_lua import find_cycles, lint_requires, read_requires

CONTRACT = {"core": [], "kts": ["core"]}


def test_every_group_of_cycles_is_reported_once() -> None:
    graph = {"a": ["b"], "b": ["c", "d"], "c": ["a"], "d": [], "e": ["e"]}
    assert find_cycles(graph) == [["a", "b", "c"], ["e"]]


def test_requires_outside_the_contract_are_reported() -> None:
    requires = {
        "core/errors": {"kts/menu": 3},
        "kts/menu": {"core/errors": 1, "core/gone": 2},
    }
    assert list(lint_requires(requires, CONTRACT)) == [
        "lua/core/errors.lua:3: requires: core may not require kts (see pyproject.toml)",
        "lua/kts/menu.lua:2: requires: there is no module core/gone",
        "lua/core/errors.lua:1: cycle: core/errors → kts/menu → core/errors",
    ]


def test_modules_that_are_imported_by_their_names_in_a_table_are_imports(tmp_path: Path) -> None:
    (tmp_path / "kts").mkdir()
    (tmp_path / "kts" / "init.lua").write_text(
        'for _, name in ipairs { "kts/menu", "and/or" } do\n  import(name)\nend\n'
    )
    (tmp_path / "kts" / "menu.lua").write_text('-- "kts/init"\nreturn {\n  later = "kts/init",\n}\n')
    requires = read_requires(tmp_path)
    assert requires == {"kts/init": {"kts/menu": 1}, "kts/menu": {"kts/init": 3}}
    assert find_cycles(requires) == [["kts/init", "kts/menu"]]
