"""Types of data that the host keeps for mods and does not interpret."""

# Lua lines and messages are whole, so that they can be searched for.
# ruff: noqa: E501

from __future__ import annotations

import pytest

from host import Host, HostError
from tests.helpers import MakeMod


def test_unknown_fields_of_open_types_are_kept(make_mod: MakeMod) -> None:
    lines: list[str] = []
    mod = make_mod(
        "m",
        """
        data:add { _type = "base.race", _id = "imp", age_min = 1, age_max = 2, skills = {}, body_parts = {}, elona_id = 7, properties = { life = 3 } }
        data:add { _type = "base.mef", _id = "web", events = {}, on_stepped_on = print }
        data:add { _type = "base.class", _id = "mage", anything = { 1, 2 } }
        local race = data["base.race"]["m.imp"]
        print(race.elona_id, race.properties.life, data["base.mef"]["m.web"].on_stepped_on == print, data["base.class"]:iter():length())
        print(data:has_type "base.chip", table.index_of(data:types(), "base.chip") ~= nil)
        """,
    )
    host = Host([mod], output=lines.append)
    assert lines == ["7 3 true 1", "true true"]
    assert not host.warnings


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            '_type = "base.race", _id = "imp", age_min = 1, skills = {}, body_parts = {}',
            "age_max is nil: must be given",
        ),
        ('_type = "base.enchantment", _id = "e"', "rarity is nil: must be given"),
        ('_type = "base.mef", _id = "web", events = 3', "events is 3"),
        ('_type = "base.rase", _id = "imp"', 'there is no type of that name; did you mean "base.race"?'),
    ],
)
def test_open_types_have_required_fields(make_mod: MakeMod, entry: str, message: str) -> None:
    with pytest.raises(HostError) as caught:
        Host([make_mod("m", f"data:add {{ {entry} }}")], output=lambda _: None)
    assert message in str(caught.value)


def test_a_type_that_nobody_declares_is_kept_with_a_warning(make_mod: MakeMod) -> None:
    lines: list[str] = []
    mod = make_mod(
        "m",
        """
        data:add { _type = "elona.material", _id = "silk", weight = 3 }
        data:add { _type = "elona.material", _id = "gold", weight = 9 }
        print(data["elona.material"]["m.silk"].weight, data["elona.material"]:iter():length())
        """,
    )
    host = Host([mod], output=lines.append)
    assert lines == ["3 2"]
    assert host.warnings == [
        'm/init.lua:1: no mod declares the type "elona.material": its entries are kept, and the host does not read them'
    ]
