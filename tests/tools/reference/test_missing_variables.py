"""Variables that have no value, as each argument of every declared function and in the tables that it takes."""

from __future__ import annotations

import re
from functools import partial

import pytest

from host.syntax.declarations.texts import Book, Entry
from host.syntax.declarations.types import Named
from tests.helpers import check_cases, sampled
from tests.tools.reference.test_colons import EITHER, message_of
from tests.tools.reference.test_reference import (
    BOOKS,
    COMPLETE,
    _folder_of_mods,  # noqa: F401 - a fixture
    called_on,
    expression,
)

# An error about nil, but for a table of the call that is not there itself.
ABOUT_NIL = re.compile(r"\bis nil\b|\blist\[1\]")
# Each part has every fourth function.
PARTS = 4
CAUSE = 'sample/example.lua:1: there is no variable "roms": '


def fields_of(book: Book, entry: Entry) -> list[str]:
    """The fields of the record that a function takes as its first argument."""
    kind = entry.params[0].type if entry.params else None
    records = [each for each in book.entries if each.fields and isinstance(kind, Named) and each.name == kind.name]
    return [field.name for record in records for field in record.fields]


def check_variable(dialect: str, entry: Entry) -> None:
    book = BOOKS[dialect]
    is_method = entry.kind == "method"
    owner = called_on(book, entry) if is_method else expression(book, entry.owner)
    function = f"owner{':' if is_method else '.'}{entry.key}"
    fields = [f"{{ {name} = roms }}" for name in fields_of(book, entry)]
    for arguments in ("roms", "{ roms }", "passed", *fields):
        said = message_of(dialect, f"rooms = {{}} local passed, owner = roms, {owner} {function}({arguments})")
        # What takes nil, or any list, raises no error; and a record may lack another field.
        if said is None or not ABOUT_NIL.search(said) or (arguments in fields and not has_cause(said, arguments)):
            continue
        assert said.startswith(CAUSE), said
        assert said.endswith('; did you mean "rooms"?'), said


def has_cause(said: str, arguments: str) -> bool:
    """Tell whether an error is about the field of a record that gets the variable."""
    return re.search(rf"\b{arguments.split()[1]} is nil", said) is not None


@pytest.mark.parametrize("part", sampled(range(PARTS), 1))
@pytest.mark.parametrize("dialect", COMPLETE)
def test_an_error_about_nil_begins_with_the_variable_that_is_not_there(dialect: str, part: int) -> None:
    book = BOOKS[dialect]
    entries = [entry for entry in book.entries if entry.called and entry.owner not in ("", EITHER)]
    found = [entry for entry in entries if entry.kind == "function" or called_on(book, entry)][part::PARTS]
    if found:
        check_cases([(entry.name, entry) for entry in found], partial(check_variable, dialect))


AREA = "layout = { width = 1, height = 1, data = { { type = 'block' } } }, wall = base.wall_stone, entry_type = 'close'"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            f"kts.LayoutDungeon {{ {AREA.replace('base.wall_stone', 'roms')}, segments = other_rooms }}",
            "kts.LayoutDungeon: wall is nil: must be a Tile or a list of Tiles",
        ),
        (
            "kts.AddStuff { { 'floor', 0.02, roms } }",
            "kts.AddStuff: list[1] has 2 entries: must be {category, probability, generator}",
        ),
        (
            "kts.AddStuff { { roms, 0.02, print } }",
            "kts.AddStuff: list[1][1] is nil: must be a category: a string, number, boolean or handle",
        ),
    ],
)
def test_the_cause_of_an_error_comes_before_its_consequences(text: str, said: str) -> None:
    message = message_of("kts", f"rooms = {{}} {text}")
    assert message is not None
    place, _, rest = message.partition(": ")
    assert place.startswith("sample/example.lua:")
    assert rest == f'there is no variable "roms": {said}; did you mean "rooms"?'


def test_another_field_without_a_value_is_no_cause() -> None:
    message = message_of("kts", "rooms = {} kts.LayoutDungeon { wall = base.wall_stone, segments = roms }")
    assert message is not None
    assert message.startswith("sample/example.lua:1: kts.LayoutDungeon: layout is nil: must be a table")
