"""`dungeon-host check`: diagnostics of entities, and of mods that are required."""

from __future__ import annotations

import pytest

from tests.helpers import MakeMod
from tests.tools.checking.diagnostics import checked

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
    # Without steps General fails when it is tried.
    assert [line for line in checked(make_mod, ENTITY % text) if " handler " not in line] == expected


def test_typos_of_entities_that_no_generator_creates(make_mod: MakeMod) -> None:
    text = """
    E.baseModifiers = { atack = { damage = 1 }, hp = { amont = 3 } }
    E.sequenceSteps = { { action = Action, succes = 1 }, { acton = Action } }
    Decorators.General(E)
    """
    warning, nothing = "it/init.lua:1 near-miss E.", "which the host does not use; did you mean"
    # A step without its action fails when it is tried.
    assert [line for line in checked(make_mod, ENTITY % text) if " handler " not in line] == [
        f'{warning}baseModifiers has the field "atack", {nothing} "attack"?',
        f'{warning}baseModifiers.hp has the field "amont", {nothing} "amount"?',
        f'{warning}sequenceSteps[1] has the field "succes", {nothing} "success"?',
        f'{warning}sequenceSteps[2] has the field "acton", {nothing} "action"?',
    ]


def test_misspelled_fields_of_entities(make_mod: MakeMod) -> None:
    init = """
    Beast = class("Beast", Entity)
    Beast.color, Beast.nmae = "red", "beast"
    function Beast:excuteAction() end
    E = class("E", Beast)
    E.layr, E.glpyh, E.sequenceStep, E.baseModifier = Layers.real, "e", {}, {}
    Decorators.Start(E)
    registerEntity(E)
    E()
    """
    assert checked(make_mod, init) == [
        f'it/init.lua:{line} near-miss {name} has the field "{wrong}", which the host does not use; '
        f'did you mean "{right}"?'
        for line, name, wrong, right in [
            (1, "Beast", "color", "colour"),
            (1, "Beast", "excuteAction", "executeAction"),
            (1, "Beast", "nmae", "name"),
            (4, "E", "baseModifier", "baseModifiers"),
            (4, "E", "glpyh", "glyph"),
            (4, "E", "layr", "layer"),
            (4, "E", "sequenceStep", "sequenceSteps"),
        ]
    ]


def test_fields_of_entities_that_mods_add(make_mod: MakeMod) -> None:
    # Of another type, beside the field of the host, with a number, or not alike.
    text = """
    E.names, E.layers, E.scripts, E.glyphs = { "e" }, { Layers.real }, {}, {}
    E.glyph, E.glyp, E.name, E.nam = "e", "f", "e", "f"
    E.colour2, E.colour_of_night, E.states, E.delay = "red", "blue", 3, 2
    function E:layr() end
    function E:calculateDamage() end
    """
    assert checked(make_mod, ENTITY % text) == []


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
