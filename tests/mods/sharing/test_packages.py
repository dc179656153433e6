"""Mods in Python packages: found by the entry point `dungeon_host.mods`, and nothing of the package is imported."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from host import Host, HostError, install, installed_mods
from host.mods.installed import packaged_mods
from tests.helpers import write_mod
from tests.mods.sharing.helpers import HALL, pack
from tests.mods.sharing.test_install import refused, run

FAILS = "raise SystemExit('a package is imported')\n"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of Python packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def write_package(site: Path, value: str, identity: str = "hall", *, name: str = "hall", toml: str = "") -> None:
    """Write a distribution with an entry point, and its package with a mod."""
    package = value.partition(":")[0].replace(".", "/")
    for part in (package, *map(str, Path(package).parents)):
        if part != ".":
            write_mod(site / part, {"__init__.py": FAILS})
    manifest = f'id = "{identity}"\nversion = "1.5.0"\n{toml}'
    write_mod(site / package, {"mod.toml": manifest, "init.lua": HALL.replace("ID", identity)})
    info = site / f"{identity}_{name}-1.0.dist-info"
    write_mod(
        info,
        {
            "METADATA": f"Metadata-Version: 2.1\nName: {identity}-{name}\nVersion: 1.0\n",
            "entry_points.txt": f"[dungeon_host.mods]\n{name} = {value}\n",
        },
    )
    importlib.invalidate_caches()


@pytest.mark.parametrize("value", ["hall_package", "hall_package.mods.hall", "hall_package:main"])
def test_a_mod_in_a_package_is_found_by_its_id(value: str, site: Path, tmp_path: Path) -> None:
    write_package(site, value)
    assert "11 × 11 squares" in run("generate", "hall", "--seed", "1")
    assert "a Python package" in run("info")
    assert "hall 1.5.0" in run("info", "hall")
    assert Host(["hall"]).mods[-1].version == "1.5.0"
    assert "hall_package" not in sys.modules
    install(pack(tmp_path, "annex", needs={"hall": ">=1.5"}))
    assert "1 mod checked" in run("check", "annex")
    assert "is in a Python package: pip removes it" in refused("uninstall", "hall")


def test_an_installed_mod_comes_before_one_in_a_package(site: Path, tmp_path: Path) -> None:
    write_package(site, "hall_package")
    install(pack(tmp_path, "hall", "1.0.0"))
    assert Host(["hall"]).mods[-1].version == "1.0.0"
    assert [mod.version for mod in installed_mods()] == ["1.0.0"]


@pytest.mark.parametrize("value", ["none", "none.at.all", "sys", "json", "os.path", "hall-package", "..", "a..b", ":x"])
def test_entry_points_that_lead_nowhere_are_passed_over(value: str, site: Path) -> None:
    write_mod(
        site / "odd-1.0.dist-info",
        {
            "METADATA": "Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n",
            "entry_points.txt": f"[dungeon_host.mods]\nodd = {value}\n",
        },
    )
    write_package(site, "hall_package")
    assert packaged_mods() == {"hall": site / "hall_package"}


def test_a_package_with_a_broken_manifest_is_passed_over(site: Path) -> None:
    write_package(site, "hall_package", toml="[[[")
    assert packaged_mods() == {}
    with pytest.raises(HostError, match='there is no mod "hall"'):
        Host(["hall"])
