"""`dungeon-host check`: diagnostics of entities, and of mods that are required."""

from __future__ import annotations

import pytest

from tests.checking.diagnostics import checked
from tests.helpers import MakeMod

ENTITY = """
E = class("E", Entity)
E.layer = Layers.real
Decorators.Start(E)
%s
registerEntity(E)
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("decorate(E, Decorators.Acting)", "is decorated with Acting and not with Sequential"),
        ("E.sequenceSteps = { { action = Action } }", "has sequenceSteps and is not decorated with Sequential"),
        ("Decorators.General(E)", ""),
        ("decorate(E, Decorators.Acting) function E:calculateAction() end", ""),
        ("decorate(E, Decorators.Acting) function E:executeAction() end", ""),
        ("decorate(E, Decorators.Acting) E.layer = Layers.player", ""),
        ("", ""),
    ],
    ids=["acting", "steps", "general", "calculates", "executes", "player", "neither"],
)
def test_entities_that_never_act(make_mod: MakeMod, text: str, reason: str) -> None:
    hint = "decorate it with Decorators.Sequential, or write its calculateAction"
    expected = [f"it/init.lua:1 never-acts it.E {reason}, so it never acts; {hint}"] if reason else []
    assert checked(make_mod, ENTITY % text) == expected


def test_typos_of_entities_that_no_generator_creates(make_mod: MakeMod) -> None:
    text = """
    E.baseModifiers = { atack = { damage = 1 }, hp = { amont = 3 } }
    E.sequenceSteps = { { action = Action, succes = 1 } }
    Decorators.General(E)
    """
    warning, nothing = "it/init.lua:1 near-miss E.", "which the host does not use; did you mean"
    assert checked(make_mod, ENTITY % text) == [
        f'{warning}baseModifiers has the field "atack", {nothing} "attack"?',
        f'{warning}baseModifiers.hp has the field "amont", {nothing} "amount"?',
        f'{warning}sequenceSteps[1] has the field "succes", {nothing} "success"?',
    ]


@pytest.mark.parametrize(
    ("toml", "is_told"),
    [("version = '1'", True), ("[dependencies]\nbase = '*'", False), ("[optional]\nbase = '*'", False)],
    ids=["none", "dependencies", "optional"],
)
def test_a_mod_that_is_required_and_not_declared(make_mod: MakeMod, toml: str, *, is_told: bool) -> None:
    found = checked(make_mod, "require 'base'", toml="" if is_told else toml)
    assert found == (
        [
            (
                'it/init.lua:1 undeclared mod it requires the mod "base" and does not depend on it; name it under '
                "[dependencies] in mod.toml, or under [optional]"
            )
        ]
        if is_told
        else []
    )
