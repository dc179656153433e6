"""The wheel contains Lua, guides and bundled mods, and works in an empty environment in another folder."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from host.tools.reference.stubs import load_stubs
from tests.helpers import ROOT, run_command


def run(*words: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (file,) = folder.glob("dungeon_host-*.whl")
    return file


def test_a_wheel_is_built_with_hatchling_alone() -> None:
    wanted = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert [name for name in wanted if not name.startswith("hatchling")] == []


@pytest.mark.slow
def test_the_wheel_carries_all_lua_all_guides_and_all_mods(wheel: Path) -> None:
    carried = {name.removeprefix("host/data/") for name in zipfile.ZipFile(wheel).namelist()}
    folders = ("lua", "mods", "templates", "host", "dungeon_host", "pytest_dungeon_host")
    listed = run("git", "ls-files", *folders, cwd=ROOT).split() if (ROOT / ".git").exists() else []
    wanted = {path for path in listed if (ROOT / path).exists()}
    assert wanted <= carried
    wanted = {
        "lua/core/boot.lua",
        "mods/base/mod.toml",
        "templates/editor/.luarc.json",
        "host/py.typed",
        "README.md",
        "docs/play.md",
        "docs/first-quest/2-door.md",
    }
    assert wanted <= carried
    assert not any("__pycache__" in name or name.startswith("tests") for name in carried)


@pytest.mark.slow
def test_the_wheel_works_in_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env")
    binaries = tmp_path / "env" / "bin"
    # Compiling all that is installed takes longer than the commands, which compile what they import.
    pip = (sys.executable, "-m", "pip", "--python", binaries / "python")
    run(*pip, "install", "--quiet", "--no-compile", wheel, cwd=tmp_path)
    picture = run(binaries / "dungeon-host", "generate", "--seed", "1", cwd=tmp_path)
    assert picture == run_command("generate", "--seed", "1").stdout
    sought = run(binaries / "dungeon-host", "docs", "quest", cwd=tmp_path)
    assert sought == run_command("docs", "quest").stdout
    run(binaries / "dungeon-host", "new", "my_mod", "--dialect", "kts", cwd=tmp_path)
    assert (tmp_path / "my_mod/.stubs/kts.lua").read_text("utf-8") == load_stubs()["kts.lua"]
    run(binaries / "dungeon-host", "check", "my_mod", "--mods", "my_mod", cwd=tmp_path)
    # What tests and the parser of Lua text need is an extra, and each command that needs it says so.
    for words in (("test", "my_mod"), ("debug", "generate", "my_mod"), ("check", "my_mod", "--strict")):
        command = [str(binaries / "dungeon-host"), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 1, done
        assert "dungeon-host[tools]" in done.stdout + done.stderr
        assert "Traceback" not in done.stderr
    run(*pip, "install", "--quiet", "--no-compile", f"{wheel}[tools]", cwd=tmp_path)
    assert "passed" in run(binaries / "dungeon-host", "test", "my_mod", "--", "-n", "1", cwd=tmp_path)
    run(*pip, "uninstall", "--quiet", "--yes", "pytest-xdist", cwd=tmp_path)
    command = [str(binaries / "dungeon-host"), "test", "my_mod", "--", "-n", "1"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "pytest-xdist, which is not installed" in done.stderr
    assert "passed" in run(binaries / "dungeon-host", "test", "my_mod", cwd=tmp_path)
    where = run(binaries / "python", "-c", "import host; print(host.__file__)", cwd=tmp_path)
    assert str(tmp_path) in where
