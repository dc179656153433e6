"""`dungeon-host check`: misspelled names in baseModifiers and sequenceSteps, wherever a mod makes the class."""

from __future__ import annotations

import pytest

from host.syntax.declarations.texts import Entry
from tests.helpers import MakeMod
from tests.tools.checking.diagnostics import checked
from tests.tools.reference.test_reference import BOOKS

ORC = """E = class("Orc", Entity)
E.baseModifiers = { attakc = { damage = 1 }, hp = { amonut = 1 } }
E.sequenceSteps = { { acton = Action } }
"""
NOTHING = "which the host does not use; did you mean"
GENERATE = 'require("host.generators").register_generator { id = "x", generate = function()\n%s\nend }'


@pytest.mark.parametrize(
    ("init", "files", "place"),
    [
        (ORC, {}, "init.lua:1"),
        (f"local {ORC}", {}, "init.lua:1"),
        (f"local function make()\n{ORC} return E end\nmake() make()", {}, "init.lua:2"),
        (f'{ORC}S = class("Sub", E)\nDecorators.Start(S)\nDecorators.General(S)\nregisterEntity(S)', {}, "init.lua:1"),
        ('require ".orc"', {"orc.lua": f"local {ORC}return E"}, "orc.lua:1"),
        (GENERATE % f"local {ORC}Decorators.Start(E) return World(5, 5)", {}, "init.lua:2"),
        (GENERATE % 'require ".orc" return World(5, 5)', {"orc.lua": f"local {ORC}return E"}, "orc.lua:1"),
    ],
    ids=["global", "local", "function", "base", "module", "generator", "module of a generator"],
)
def test_a_class_that_nobody_registers_has_its_names_checked(
    make_mod: MakeMod, init: str, files: dict[str, str], place: str
) -> None:
    warnings = [line for line in checked(make_mod, init, files=files) if " near-miss " in line]
    assert warnings == [
        f'it/{place} near-miss Orc.baseModifiers has the field "attakc", {NOTHING} "attack"?',
        f'it/{place} near-miss Orc.baseModifiers.hp has the field "amonut", {NOTHING} "amount"?',
        f'it/{place} near-miss Orc.sequenceSteps[1] has the field "acton", {NOTHING} "action"?',
    ]


def record(name: str) -> Entry:
    (entry,) = (entry for entry in BOOKS["actions"].entries if entry.name == name and entry.fields)
    return entry


def test_every_declared_field_has_its_typo_found(make_mod: MakeMod) -> None:
    lines, expected = [], []
    for name, table, text in (
        ("BaseModifiers", "baseModifiers", "{ %s = {} }"),
        ("SequenceStep", "sequenceSteps", "{ { %s = 1 } }"),
    ):
        for field in record(name).fields:
            # Its first two letters change places.
            wrong = field.name[1::-1] + field.name[2:]
            line = len(lines) + 1
            lines.append(f'E{line} = class("E{line}", Entity) E{line}.{table} = {text % wrong}')
            title = f"E{line}.{table}{'[1]' if table == 'sequenceSteps' else ''}"
            expected.append(f'it/init.lua:{line} near-miss {title} has the field "{wrong}", {NOTHING} "{field.name}"?')
    assert checked(make_mod, "\n".join(lines)) == expected


def test_a_class_of_another_mod_has_its_names_checked(make_mod: MakeMod) -> None:
    init = """local Rat = require "mod.critters.entities.rat"
Rat.baseModifiers.attakc = {}
Rat.baseModifiers.attack = { damge = 1 }
Rat.sequenceSteps = { { acton = Action } }
"""
    warnings = checked(make_mod, init, toml='[dependencies]\ncritters = "*"\n')
    by = "(of critters, or of a mod that changed it)"
    assert [line.partition("near-miss ")[2] for line in warnings] == [
        f'Rat.baseModifiers {by} has the field "attakc", {NOTHING} "attack"?',
        f'Rat.baseModifiers.attack {by} has the field "damge", {NOTHING} "damage"?',
        f'Rat.sequenceSteps[1] {by} has the field "acton", {NOTHING} "action"?',
    ]


def test_amounts_of_a_tinker_have_their_names_checked(make_mod: MakeMod) -> None:
    init = """local StatTinker = require "@tinkers.stattinker"
StatTinker { { StatTypes.Attack, { damge = 2 } } }
StatTinker { { StatTypes.Attack, "damge", 2 } }
StatTinker { { StatTypes.Attack, { damage = 2 } }, { StatTypes.Dig, { damage = 3 } } }
"""
    assert checked(make_mod, init) == [
        f'it/init.lua:{line} near-miss StatTinker: element 1 for Attack has the field "damge", {NOTHING} "damage"?'
        for line in (2, 3)
    ]


@pytest.mark.parametrize(
    ("config", "near"),
    [
        ("{ subpols = {} }", "subpools"),
        ("{ subpools = { { ids = { 1 }, subpols = {} } } }", "subpools"),
        ("{ subpools = { { ids = { { id = 1, mas = 2 } } } } }", "mass"),
    ],
)
def test_the_config_of_a_pool_has_its_names_checked(make_mod: MakeMod, config: str, near: str) -> None:
    init = f"""local Pool, Record = require "@items.pool.pool", require "@items.pool.record"
Pool({{ Record(1, 1, 1) }}, {config})
"""
    # A mass that is missing is an error, too.
    (warning,) = (line for line in checked(make_mod, init) if " near-miss " in line)
    assert warning.startswith("it/init.lua:2 ")
    assert warning.endswith(f'did you mean "{near}"?')
