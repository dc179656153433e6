"""A project that has a module `host` of its own keeps it, and the program finds its own package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from host.mods.manifest import LEGACY
from pytest_dungeon_host import guard
from tests.helpers import ROOT, write_mod

PROGRAM = str(Path(sys.executable).with_name("dungeon-host"))
PYTEST = str(Path(sys.executable).with_name("pytest"))
# A module of the project, whose test imports it.
TEST = "from host import OWN\n\ndef test_own():\n    assert OWN == 7\n"
MOD = {
    "mods/m/mod.toml": "id = 'm'\nversion = '1'\n",
    "mods/m/init.lua": """
        require("host.generators").register_generator {
          id = "hall",
          generate = function() return require("host.toolbox").caves { width = 20, height = 20 }:map() end,
        }
    """,
    "mods/m/tests/a_test.lua": "it('passes', function() end) it('passes too', function() end)",
}
PROJECTS = {
    "module": {"host.py": "OWN = 7\n", "test_own.py": TEST},
    "package": {"host/__init__.py": "OWN = 7\n", "test_own.py": TEST},
    "installed by its tests": {
        "src/host.py": "OWN = 7\n",
        "pytest.ini": "[pytest]\npythonpath = src\n",
        "test_own.py": TEST,
    },
}


def run(words: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **variables}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=100, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("module", [PYTEST, "-n", "1"]),
        ("package", [sys.executable, "-m", "pytest"]),
        ("installed by its tests", [PYTEST]),
    ],
)
def test_tests_of_a_project_with_a_host_of_its_own(tmp_path: Path, name: str, command: list[str]) -> None:
    write_mod(tmp_path, {"conftest.py": "", **PROJECTS[name]})
    done = run([*command, "-p", "no:cacheprovider"], tmp_path)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    assert "dungeon-host:" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", PROJECTS)
def test_its_tests_of_mods_are_left_to_the_command_with_one_line(tmp_path: Path, name: str) -> None:
    # Its mods are no more trusted than others.
    python = {"conftest.py": "", "mods/m/conftest.py": "raise SystemExit('Python of a mod ran')"}
    project = write_mod(tmp_path, {**PROJECTS[name], **MOD, **python})
    done = run([PYTEST, "-p", "no:cacheprovider"], project)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
    (line,) = (line for line in done.stdout.splitlines() if "dungeon-host:" in line)
    own = next(project.rglob("host.py"), project / "host" / "__init__.py")
    assert line == f"dungeon-host: `host` is {own} here, so tests of mods are left to `dungeon-host test`"


def test_a_session_without_tests_of_mods_imports_nothing_of_ours(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text(
        "import sys\ndef test_x(): assert not [name for name in sys.modules if name.split('.')[0] == 'host']\n"
    )
    done = run([PYTEST, "-p", "no:cacheprovider"], tmp_path)
    assert "1 passed" in done.stdout, done.stdout


# Commands that start each kind of process: none, a fork, a fresh interpreter, the fork server, workers of pytest.
COMMANDS = {
    "version": ["--version"],
    "generate": ["generate", "m.hall", "--mods", "mods/m", "--seed", "1"],
    "test": ["test", "mods/m"],
    "test without fork": ["test", "mods/m", "--", "--lua-spawn"],
    "test in workers": ["test", "mods/m", "--", "-n", "1"],
}


@pytest.fixture(scope="module")
def hostile_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    raising = "raise SystemExit('the wrong package host')"
    return write_mod(tmp_path_factory.mktemp("project"), {**MOD, "host/__init__.py": raising, "other/host.py": raising})


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_program_finds_its_own_package(hostile_project: Path, words: list[str]) -> None:
    path = os.pathsep.join([str(hostile_project), "other", ""])
    done = run([PROGRAM, *words], hostile_project, PYTHONPATH=path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_python_m_and_completion_find_it_too(hostile_project: Path) -> None:
    for folder in (hostile_project, hostile_project / "mods"):
        path = {"PYTHONPATH": os.pathsep.join([str(ROOT), str(hostile_project)])}
        words = [sys.executable, "-P", "-m"]
        for module in ("host", "dungeon_host"):
            assert run([*words, module, "--version"], folder, **path).stdout.startswith("dungeon-host, version")
        shell = {"_DUNGEON_HOST_COMPLETE": "bash_complete", "COMP_WORDS": "dungeon-host\ngen", "COMP_CWORD": "1"}
        done = run([PROGRAM], folder, PYTHONPATH=str(hostile_project), **shell)
        assert "generate" in done.stdout, done.stderr


def test_fresh_interpreters_find_it(hostile_project: Path) -> None:
    """With another package in front of it on the path, as when a program imports both under names of its own."""
    program = """
import json, sys
from host.engine.jobs import Job, run_job
from host.engine.operations import LIST_MODS
from host.mods.mods_to_load import ModsToLoad
sys.path.insert(0, sys.argv[1])
found = run_job(Job(LIST_MODS, ModsToLoad((sys.argv[2],))), say=print, warn=print, method="spawn")
print(json.dumps([mod["id"] for mod in found]))
"""
    words = [sys.executable, "-c", program, str(hostile_project), str(hostile_project / "mods")]
    done = run(words, ROOT)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == ["m"]


def test_the_guard_knows_a_mod_by_the_same_files_as_the_host() -> None:
    assert {*guard.MANIFESTS, *guard.MAIN_FILES} == {"mod.toml", *LEGACY}
