"""Declarations in Python: API functions, and the fields of records that constructors and generators take."""

from __future__ import annotations

import inspect
import sys
from dataclasses import replace

from host.border.function import ApiFunction
from host.border.schema import (
    DIRECTION,
    Anything,
    Field,
    Function,
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    Number,
    Position,
    Text,
    Truth,
    Type,
    WordOf,
)
from host.border.session import ALWAYS, LOAD, title
from host.dialects.functions import functions_of
from host.dialects.kts.fields import CONSTRUCTORS, KINDS
from host.generate.options import Option
from host.generate.plans.recipes import PLANS
from host.model.request import as_text
from host.syntax.declarations.texts import Entry, Param, page_title, read_body, read_signature
from host.syntax.declarations.types import ANY, Kind, Listed, Named, Optional, Union, Word, is_atom, parse

# Name of a type in messages -> type in the reference.
_NAMES = {
    "access": "Access?",
    "glyph": "string?",
    "colour": "string?",
    "items": "string | number | boolean | nil",
    "integer|function": "integer | function | nil",
    "table": "table",
}
_PLAIN: dict[type[Type], str] = {
    Anything: "any",
    Integer: "integer",
    Number: "number",
    Truth: "truth",
    Text: "string",
    Position: "Position",
}


def kind_of(declared: Type) -> Kind:
    """Return the type of a declaration in Python as one of texts."""
    if isinstance(declared, Maybe):
        inner = kind_of(declared.of)
        return inner if isinstance(inner, Optional) or is_atom(inner, "any") else Optional(inner)
    if isinstance(declared, ListOf):
        return Listed(kind_of(declared.of))
    if isinstance(declared, WordOf):
        # The other words for directions, "up" and so on, are as good as those that messages show.
        shown = declared.words if declared is DIRECTION else declared.shown_words or declared.words
        words = tuple(Word(word) for word in shown if word)
        return words[0] if len(words) == 1 else Union(words)
    if isinstance(declared, Function):
        return Named("function") if declared.needed else Optional(Named("function"))
    if isinstance(declared, HandleOf):
        return parse(declared.name if declared.name != "handle" else "|".join(map(_title, declared.kinds)))
    return parse(_PLAIN.get(type(declared)) or _NAMES.get(declared.name) or declared.name)


def _title(kind: str) -> str:
    return {"item": "ItemType", "monster": "MonsterType"}.get(kind, kind.capitalize())


def read_declared(dialect: str, pages: dict[str, str]) -> list[Entry]:
    """Read the functions that Python declares for a dialect, and the records that constructors and generators take.

    Adds page -> title for each module that declares some.
    """
    entries: list[Entry] = []
    if dialect == "kts":
        for name, kind in CONSTRUCTORS.items():
            record = _record(dialect, f"{name}Fields", f"What {dialect}.{name} takes.", KINDS[kind][0].fields)
            entries.append(replace(record, page="constructors"))
        for function in functions_of(dialect):
            module = function.run.__module__
            page = module.rpartition(".")[2]
            pages[page] = page_title(sys.modules[module].__doc__ or page)
            entries.append(replace(_function(dialect, function), page=page))
    if dialect == "toolbox":
        for name, recipe in PLANS.items():
            entry = Entry(dialect, "record", f"{name.capitalize()}Options", f"record {name.capitalize()}Options")
            entry.page = "toolbox"
            entry.key, entry.doc = entry.name, [f"The options of toolbox.{name}; each may be left out."]
            entry.fields = [_option(option) for option in recipe.generator.options]
            entries.append(entry)
    return entries


def _record(dialect: str, name: str, doc: str, fields: tuple[Field, ...]) -> Entry:
    params = [Param(field.name, kind_of(field.type), field.doc) for field in fields]
    return Entry(dialect, "record", name, f"record {name}", key=name, fields=params, doc=[doc])


def _option(option: Option) -> Param:
    if option.longest is not None:
        return Param(option.id, Optional(Named("string")), option.help, f'"{option.default}"')
    if option.choices:
        values = [choice.value for choice in option.choices]
        if all(isinstance(value, bool) for value in values):
            return Param(option.id, Optional(Named("boolean")), option.help, as_text(option.default))
        return Param(
            option.id, Optional(Union(tuple(Word(str(v)) for v in values))), option.help, f'"{option.default}"'
        )
    kind = Optional(Named("number" if option.real else "integer"))
    bounds = f"{option.least} to {option.most}"
    return Param(option.id, kind, f"{option.help} ({bounds})" if option.help else bounds, str(option.default))


def _function(dialect: str, function: ApiFunction) -> Entry:
    lines = inspect.cleandoc(function.doc).splitlines()
    # The Lua half may change arguments before they reach Python.
    signature = next((line[2:] for line in lines if line.startswith("= ")), None)
    marks: tuple[str, ...] = ()
    if signature:
        signature, _, mark = signature.partition(" -- ")
        entry = read_signature(dialect, signature)
        marks = (mark,) if mark else ()
    else:
        entry = Entry(dialect, "function", function.name, "")
        entry.owner, _, entry.key = function.name.rpartition(".")
        entry.params = [Param(param.name, kind_of(param.type)) for param in function.params]
        if not entry.params and entry.key.startswith("Can_"):
            # Mods pass the arguments of the action, which it ignores.
            entry.params = [Param("...", ANY, "ignored")]
        if function.variadic:
            entry.params[-1].name = "..."
    read_body(entry, [line for line in lines if not line.startswith("= ")])
    entry.marks = ("within", *marks)
    entry.phases = "" if function.phases == ALWAYS else title(function.phases)
    if function.phases == LOAD:
        entry.marks += ("load",)
    return entry
