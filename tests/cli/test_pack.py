"""`dungeon-host pack`: a mod that passes its checks and tests becomes a zip file."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from tests.helpers import run_command, write_mod

HALL = {
    "mod.toml": 'id = "hall"\nversion = "1.0.0"\n',
    "init.lua": 'kts.Tile { name = "floor" }\n',
    "tests/hall_test.lua": 'it("counts", function() assert.equal(2, 1 + 1) end)\n',
    ".notes": "mine",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    write_mod(tmp_path / "hall", HALL)
    return tmp_path


def test_a_mod_is_checked_tested_and_packed(folder: Path) -> None:
    done = run_command("pack", "hall", "-o", "hall.zip")
    assert done.exit_code == 0, done.output
    assert "1 mod checked: no errors, no warnings" in done.output
    assert "1 passed" in done.output
    assert "hall.zip: 3 files, " in done.output
    with zipfile.ZipFile("hall.zip") as archive:
        assert archive.namelist() == ["hall/init.lua", "hall/mod.toml", "hall/tests/hall_test.lua"]
    first = Path("hall.zip").read_bytes()
    (folder / "hall").rename(folder / "other")
    assert run_command("pack", "other", "-o", "deep/other.zip").exit_code == 0
    assert Path("deep/other.zip").read_bytes() == first


def test_a_mod_beside_it_is_its_dependency_and_not_packed(folder: Path) -> None:
    write_mod(
        folder / "annex",
        {
            "mod.toml": 'id = "annex"\nversion = "1.0.0"\n[dependencies]\nhall = ">=1"\n',
            "init.lua": "",
        },
    )
    done = run_command("pack", "./annex", "-o", "annex.zip")
    assert done.exit_code == 0, done.output
    assert "the mod has no tests" in done.output
    with zipfile.ZipFile("annex.zip") as archive:
        assert archive.namelist() == ["annex/init.lua", "annex/mod.toml"]


@pytest.mark.parametrize(
    ("file", "text", "reason"),
    [
        ("init.lua", "kts.Tile {", "error:"),
        ("tests/hall_test.lua", 'it("counts", function() assert.equal(3, 1 + 1) end)\n', "1 failed"),
    ],
)
def test_a_mod_with_errors_is_not_packed(folder: Path, file: str, text: str, reason: str) -> None:
    (folder / "hall" / file).write_text(text)
    Path("hall.zip").write_text("before")
    done = run_command("pack", "hall", "-o", "hall.zip")
    assert done.exit_code == 1
    assert reason in done.output
    assert Path("hall.zip").read_text() == "before"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["hall", "-o", "hall/hall.zip"], "is in the mod"),
        (["hall", "-o", "hall.tar"], "does not end in .zip"),
        (["hull", "-o", "hull.zip"], '"hull" does not exist'),
        ([".", "-o", "all.zip"], '"." is not a mod'),
    ],
)
def test_what_cannot_be_packed_says_why(folder: Path, words: list[str], reason: str) -> None:
    done = run_command("pack", *words)
    assert done.exit_code != 0
    assert reason in done.output
    assert not [*folder.rglob("*.zip"), *folder.rglob("*.tar")]
