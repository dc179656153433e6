"""Plans of surveys: a survey goes on only with the request that began it, whatever fields requests have."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from host.errors import SaveError
from host.model.request import Request
from host.survey.file import check_same
from host.survey.plan import SurveyPlan
from host.survey.reader import dump

PLAN = SurveyPlan(Request("m.plain", seed=1), count=3)
# What no dungeon is made from.
OTHERS = ("is_drawn",)
FIELDS = [field.name for field in fields(Request) if field.name not in OTHERS]


def another(value: Any) -> Any:
    """Return a value of the same type that is no default."""
    if isinstance(value, bool):
        return not value
    others = {int: 3, str: "m.other", tuple: (1,), dict: {"size": 3}}
    return others[type(value)]


def read_again(plan: SurveyPlan, without: str = "") -> SurveyPlan:
    data = json.loads(dump(plan.to_data()))
    return SurveyPlan.from_data({name: value for name, value in data.items() if name != without})


def other_plan(name: str) -> SurveyPlan:
    return replace(PLAN, request=replace(PLAN.request, **{name: another(getattr(PLAN.request, name))}))


@pytest.mark.parametrize("name", FIELDS)
def test_a_survey_with_another_value_of_a_field_does_not_go_on(name: str) -> None:
    other = other_plan(name)
    assert read_again(other) == other
    check_same(Path("a"), read_again(other), other)
    for then, now in ((PLAN, other), (other, PLAN)):
        with pytest.raises(SaveError, match=f"cannot go on: {name} is .* in the file, and "):
            check_same(Path("a"), read_again(then), now)


@pytest.mark.parametrize("name", [name for name in FIELDS if name not in ("generator", "seed")])
def test_a_survey_of_a_host_without_a_field_goes_on_with_its_default(name: str) -> None:
    check_same(Path("a"), read_again(PLAN, without=name), PLAN)
    with pytest.raises(SaveError, match=f"go on: {name} is"):
        check_same(Path("a"), read_again(PLAN, without=name), other_plan(name))


def test_files_of_0_2_have_the_same_plan() -> None:
    text = (
        '"generator":"m.plain","count":3,"seed":1,"players":2,"house_colours":[],"options":{},"sweep":null,'
        '"metrics":[],"mods":[]}'
    )
    assert dump(PLAN.to_data()).endswith(text)
