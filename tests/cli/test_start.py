"""What the program imports before it works: no command waits for modules that it does not use."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from host.cli.main import COMMANDS, cli
from host.process.start import START_METHOD
from tests.helpers import MakeMod

_COMMAND = """
import atexit, sys
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
from host.__main__ import main
main()
"""
# The child process finds all modules of the host imported by its parent, and fails when it needs another one.
_NO_IMPORT_IN_CHILD = """
import os, sys
parent = os.getpid()
class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name.startswith("host.") and os.getpid() != parent:
            raise ImportError(f"{name} is imported in the child")
sys.meta_path.insert(0, Finder)
"""
# Modules that a game needs, and that take longest to import.
_OF_GAMES = {
    "host.engine.engine",
    "host.border.state",
    "host.dialects.functions",
    "host.model.game_map",
    "lupa",
    "numpy",
}
# Modules for other commands than `generate`.
_OF_OTHERS = {
    *("host.generate.plans.recipes", "host.generate.plans.caves", "host.metrics.distances"),
    *(
        "host.tools.checking",
        "host.tools.checking.run",
        "host.tools.reference",
        "host.tools.testing",
        "host.syntax.scopes",
    ),
    "host.render.svg",
    *("host.dialects.actions", "host.dialects.rooms", "host.dialects.toolbox", "host.engine.simulation"),
    *("host.export.tiled", "host.save.database", "host.cli.test", "host.cli.check", "host.cli.completion"),
    *("PIL", "pytest", "rich", "cbor2", "sqlite3", "tree_sitter", "subprocess", "tempfile", "asyncio"),
    *("numpy.ma", "difflib", "queue", "selectors"),
}


def _imported(*arguments: str) -> set[str]:
    """Run Python with arguments and return the modules that it prints on standard error."""
    run = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=True)
    return set(run.stderr.split())


def test_import_of_the_library_waits_for_the_first_use_of_a_name() -> None:
    modules = _imported("-c", "import host, sys; print(*sys.modules, file=sys.stderr)")
    assert not modules & {*_OF_GAMES, *_OF_OTHERS, "click", "host.errors"}


def test_help_imports_no_command() -> None:
    modules = _imported("-c", _COMMAND, "--help")
    assert not modules & {*_OF_GAMES, *_OF_OTHERS}
    assert not {name for name in modules if name.startswith("host.cli.") and name != "host.cli.main"}


def test_generate_imports_nothing_of_other_commands() -> None:
    modules = _imported("-c", _COMMAND, "generate", "--seed", "1")
    assert modules >= _OF_GAMES
    assert not modules & _OF_OTHERS


def test_generate_of_a_mod_in_a_folder_looks_for_no_installed_mods(make_mod: MakeMod) -> None:
    generator = 'require("host.generators").register_generator { id = "it", generate = function() MAZE end }'
    maze = 'return require("host.toolbox").maze { width = 9, height = 9 }:map()'
    mod = make_mod("hall", generator.replace("MAZE", maze))
    modules = _imported("-c", _COMMAND, "generate", str(mod), "--seed", "1")
    assert modules >= _OF_GAMES
    assert not modules & {"platformdirs", "resolvelib", "importlib.metadata", "host.mods.sharing"}
    assert not {name for name in modules if name.startswith(("host.mods.sharing", "urllib.request"))}


@pytest.mark.skipif(START_METHOD != "fork", reason="a fresh child imports everything again")
def test_generate_imports_at_most_150_modules_of_the_host_in_parent_and_child() -> None:
    modules = _imported("-c", _NO_IMPORT_IN_CHILD + _COMMAND, "generate", "--seed", "1")
    assert len([name for name in modules if name.split(".")[0] == "host"]) <= 150


@pytest.mark.parametrize("name", COMMANDS)
def test_list_of_commands_shows_the_first_line_of_each(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert command.get_short_help_str(200) == COMMANDS[name]


def test_library_names_the_attribute_that_it_lacks() -> None:
    import host

    assert {*host.__all__} <= {*dir(host)}
    assert all(hasattr(host, name) for name in host.__all__)
    with pytest.raises(AttributeError, match="module 'host' has no attribute 'Hots'"):
        host.Hots  # noqa: B018
