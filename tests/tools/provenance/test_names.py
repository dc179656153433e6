"""Names that `why` takes with other marks, and in another case."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import run_command, write_mod


@pytest.mark.parametrize(
    ("subject", "name", "other"),
    [
        ("item", "base.crossbow", "Base:Crossbow"),
        ("item", "base.crossbow", "base::crossbow"),
        ("option", "quest", "Quest"),
        ("field", "base.crossbow.ammo", "Base:Crossbow::AMMO"),
        ("field", "undercroft.surface.archetype", "UNDERCROFT:Surface:Archetype"),
        ("pool", "i.common", "I::Common"),
        ("segment", "Wine cellar", "wine CELLAR"),
    ],
)
def test_why_takes_any_mark_and_case(subject: str, name: str, other: str) -> None:
    mod = name.partition(".")[0] if name.startswith("undercroft") else "base"
    right, written = (run_command("why", subject, text, mod, "--seed", "1") for text in (name, other))
    assert written.exit_code == 0, written.stderr
    assert written.stdout.replace(other, name) == right.stdout


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["why", "field", "base.crosbow.ammo"], "base.crossbow"),
        (["why", "field", "base.crossbow.amo"], "ammo"),
        (["why", "pool", "i.comon"], "common"),
        (["why", "segment", "wine_celar"], "Wine cellar"),
        (["pools", "I:Comon"], "i.common"),
    ],
)
def test_why_names_what_is_near(words: list[str], near: str) -> None:
    done = run_command(*words)
    assert f'did you mean "{near}"?' in done.stdout + done.stderr


@pytest.mark.parametrize(("subject", "name"), [("item", "base.crossbow"), ("field", "base.crossbow.ammo")])
def test_why_says_that_the_mod_of_an_id_is_not_loaded(
    subject: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mod(tmp_path / "hut", {"mod.toml": 'id = "hut"\nversion = "1.0"\n', "init.lua": ""})
    monkeypatch.chdir(tmp_path)
    done = run_command("why", subject, name)
    assert done.exit_code == 1
    assert 'nothing has the id "base.crossbow"; the mod base is not loaded: --mods base loads it' in done.stderr
    assert run_command("why", subject, name, "--mods", "base").exit_code == 0


@pytest.mark.parametrize("path", ["I:COMMON", "i..common"])
def test_pools_take_any_mark_and_case(path: str) -> None:
    right, written = (run_command("pools", text) for text in ("i.common", path))
    assert written.exit_code == 0, written.stderr
    assert written.stdout.replace(path, "i.common") == right.stdout
