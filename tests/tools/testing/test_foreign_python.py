"""Python in the folder of a mod never runs, however its Lua tests are run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT, write_mod

PLANTED = """
import os, pathlib
pathlib.Path(os.environ["PLANTED"]).joinpath(str(abs(hash(__file__)))).write_text(__file__)
def test_python(): assert False
"""
FILES = {
    "mod.toml": "id = 'm'\nversion = '1'\ndialects = ['kts']\n",
    "init.lua": "",
    "tests/ok_test.lua": "it('passes', function() end)",
}
# Every place in a mod from which pytest or Python takes code.
PLACES = (
    "conftest.py",
    "tests/conftest.py",
    "tests/test_x.py",
    "tests/__init__.py",
    "__init__.py",
    "test_y.py",
    "tests/deep/conftest.py",
    "tests/deep/test_z.py",
    "sitecustomize.py",
    "evil.py",
    "json.py",
    "rich/__init__.py",
    "execnet.py",
    "xdist/__init__.py",
    "host/__init__.py",
    "dungeon_host/__init__.py",
    "pytest_dungeon_host.py",
)
CONFIGURATIONS = {
    "pytest.ini": "[pytest]\npythonpath = .\naddopts = -p evil\npython_files = *.py\n",
    "tox.ini": "[pytest]\npythonpath = .\naddopts = -p evil\n",
    "setup.cfg": "[tool:pytest]\npythonpath = .\naddopts = -p evil\n",
    "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\naddopts = '-p evil'\n",
}
COMMAND = [str(Path(sys.executable).with_name("dungeon-host")), "test"]
PYTEST = [str(Path(sys.executable).with_name("pytest")), "-p", "no:cacheprovider"]


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A folder in which each file of Python that runs leaves a file."""
    (tmp_path / "planted").mkdir()
    return tmp_path / "planted"


def plant(folder: Path, planted: Path, more: dict[str, str] | None = None) -> Path:
    return write_mod(folder, {**FILES, **dict.fromkeys(PLACES, PLANTED), **(more or {})})


def run(words: list[str], folder: Path, planted: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PLANTED": str(planted)}
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, timeout=100, check=False)


def traces(planted: Path) -> list[str]:
    return sorted(path.read_text() for path in planted.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("beside", ["m"]),
        ("inside", ["tests/ok_test.lua::passes"]),
        ("inside", [".", "--", "-n", "1"]),
        ("tests", ["."]),
    ],
)
def test_command_runs_no_python(tmp_path: Path, planted: Path, where: str, words: list[str]) -> None:
    mod = plant(tmp_path / "m", planted)
    folder = {"beside": tmp_path, "inside": mod, "tests": mod / "tests"}[where]
    done = run([*COMMAND, *words], folder, planted)
    assert traces(planted) == []
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


@pytest.mark.parametrize(
    ("file", "words"), [*zip(CONFIGURATIONS, (["."], [], ["tests"], ["tests/ok_test.lua"]), strict=True)]
)
def test_command_reads_no_configuration_of_a_mod(tmp_path: Path, planted: Path, file: str, words: list[str]) -> None:
    mod = plant(tmp_path / "m", planted, {file: CONFIGURATIONS[file]})
    done = run([*COMMAND, *words], mod, planted)
    assert traces(planted) == []
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_command_runs_no_python_outside_of_mods_either(tmp_path: Path, planted: Path) -> None:
    (tmp_path / "test_x.py").write_text(PLANTED)
    (tmp_path / "conftest.py").write_text(PLANTED)
    for words in ([], ["test_x.py"]):
        done = run([*COMMAND, *words], tmp_path, planted)
        assert traces(planted) == []
        assert done.returncode != 0


@pytest.mark.slow
def test_python_files_named_in_the_command_do_not_run(tmp_path: Path, planted: Path) -> None:
    mod = plant(tmp_path / "m", planted)
    for name in ("conftest.py", "tests/test_x.py::test_python"):
        done = run([*COMMAND, name], mod, planted)
        assert traces(planted) == []
        assert done.returncode != 0


@pytest.mark.slow
@pytest.mark.parametrize("words", [[], ["mods/m/tests/test_x.py"]])
def test_plugin_runs_python_of_the_project_and_not_of_its_mods(tmp_path: Path, planted: Path, words: list[str]) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "conftest.py").write_text("import pytest\n")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_own.py").write_text("def test_own(): pass\n")
    plant(tmp_path / "mods" / "m", planted)
    done = run([*PYTEST, *words], tmp_path, planted)
    assert traces(planted) == []
    if not words:
        assert "2 passed" in done.stdout, done.stdout + done.stderr
        assert "is not run" in done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("file", CONFIGURATIONS)
def test_plugin_refuses_the_configuration_of_a_mod(tmp_path: Path, planted: Path, file: str) -> None:
    # pytest itself imports from `pythonpath` and loads `-p` before it loads any plugin.
    configuration = re.sub("pythonpath.*|addopts.*", "", CONFIGURATIONS[file])
    mod = plant(tmp_path / "m", planted, {file: configuration})
    done = run(PYTEST, mod, planted)
    assert traces(planted) == []
    assert done.returncode == 4
    assert "a mod must not configure pytest" in done.stderr


@pytest.mark.parametrize(
    ("marker", "where"), [("mod.toml", ""), ("mod.lua", "tests"), ("init.lua", "tests/deep"), ("main.lua", "")]
)
def test_plugin_knows_a_mod_by_each_of_its_files(tmp_path: Path, planted: Path, marker: str, where: str) -> None:
    mod = plant(tmp_path / "m", planted)
    (mod / "tests" / "ok_test.lua").unlink()
    for name in ("mod.toml", "init.lua"):
        (mod / name).unlink()
    (mod / marker).touch()
    (mod / ".pytest_cache").symlink_to(planted)
    done = run(PYTEST[:1], mod / where, planted)
    assert traces(planted) == []
    assert done.returncode in (0, 5), done.stdout + done.stderr


def test_module_run_with_python_m_imports_nothing_from_the_mod(tmp_path: Path, planted: Path) -> None:
    mod = plant(tmp_path / "m", planted)
    # Python itself takes the package `host`, and what starts it, from the current folder.
    for name in ("host/__init__.py", "json.py"):
        (mod / name).unlink()
    (mod / "host").rmdir()
    done = run([sys.executable, "-m", "host", "test", "."], mod, planted)
    assert traces(planted) == []
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_checkout_runs_in_its_own_folder() -> None:
    done = run([sys.executable, "-m", "host", "--version"], ROOT, ROOT)
    assert done.returncode == 0, done.stderr
