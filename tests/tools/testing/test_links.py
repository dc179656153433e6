"""Links to folders in mods: following them has no end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import MakeMod, run_command

TEST = 'describe("a hall", function() it("is there", function() assert.equals(1, 1) end) end)'


@pytest.mark.parametrize("links", [("tests/a", "tests/b"), ("a", "tests/b"), ("../a", "../b")])
def test_links_that_lead_in_circles_are_not_followed(make_mod: MakeMod, tmp_path: Path, links: tuple[str, ...]) -> None:
    mod = make_mod("m", root=tmp_path / "mods", files={"tests/m_test.lua": TEST})
    for link in links:
        (mod / link).symlink_to(".")
    assert "1 passed" in run_command("test", tmp_path / "mods").stdout


def test_tests_of_a_mod_behind_a_link_run(make_mod: MakeMod, tmp_path: Path) -> None:
    mod = make_mod("m", files={"tests/m_test.lua": TEST})
    (tmp_path / "mods").mkdir()
    (tmp_path / "mods" / "m").symlink_to(mod)
    assert "1 passed" in run_command("test", tmp_path / "mods").stdout
    assert "1 passed" in run_command("test", tmp_path / "mods" / "m").stdout
