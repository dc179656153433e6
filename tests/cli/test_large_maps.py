"""Generators of the host within their documented limits: the default budgets follow the size of the map."""

from __future__ import annotations

import pytest

from host.generate.plans.recipes import RECIPES, needed_budget
from host.process import sandbox
from tests.helpers import run_command


@pytest.mark.parametrize("name", RECIPES)
def test_budgets_grow_with_the_map(name: str) -> None:
    memory, seconds = needed_budget(name, {"width": "4000", "height": "4000"})
    assert memory > 3 * 10**9
    assert seconds > 60
    assert needed_budget("base", {"dungeon": "tiny"}) == (0, 0)


def test_the_time_of_a_walk_grows_with_the_number_of_its_lives() -> None:
    size = {"width": 1000, "height": 1000}
    few, many = ({**size, "open": 1, "life": life} for life in (400, 1))
    # Twelve lives for each square, of at least 13 microseconds each.
    assert needed_budget("walk", many)[1] > 12 * 10**6 * 13e-6
    assert needed_budget("walk", few)[1] < 12


@pytest.mark.slow
def test_a_large_map_needs_no_options_for_budgets(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    size = ("--set", "width=2000", "--set", "height=2000", "--format", "json", "-o", f"{tmp_path}/map.json")
    with monkeypatch.context() as patch:
        # With less room for Python, the default budgets are too small for a map of this size, not only for larger ones.
        patch.setattr(sandbox, "MARGIN", 64 * 2**20)
        assert run_command("generate", "caves", "--seed", "1", *size).exit_code == 0
        # This process may have free memory, which a child may use, too: with little more, it ends soon.
        patch.setattr(sandbox, "MARGIN", 16 * 2**20)
        result = run_command("generate", "caves", "--seed", "1", *size, "--memory", "16", "--timeout", "300")
    assert result.exit_code == 3
    assert "--memory MIB or Budgets(memory=…) gives the process more" in result.stderr
