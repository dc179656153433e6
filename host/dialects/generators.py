"""host.generators: registers the generators and kinds of rooms that mods write in Lua, and checks their options."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import (
    Field,
    Function,
    HandleOf,
    Integer,
    ListOf,
    Maybe,
    Name,
    Number,
    Record,
    Text,
    Type,
    WordOf,
    refuse,
    refuse_names,
)
from host.border.service import service_for
from host.border.session import LOAD
from host.border.values import Table, shown
from host.errors import ArgumentError
from host.generate.levels.room_kinds import WHERE, Piece, RoomKind
from host.generate.options import Choice, Generator, Option, Value

_MAX_OPTIONS = 100
_MAX_CHOICES = 1000
_MAX_TEXT = 1000
# Pieces of a kind of rooms, and characters of its name.
_MOST_PIECES, _MOST_NAME = 40, 60
# Larger whole numbers lose digits as floats.
_MAX_WHOLE = 2**53

_OPTION_FIELDS = ("id", "type", "default", "choices", "least", "most", "help")
# Names of these fields in other tools -> the field.
_OTHER_FIELDS = {
    "min": "least",
    "minimum": "least",
    "max": "most",
    "maximum": "most",
    "name": "id",
    "values": "choices",
}
# Arguments of `generate` in tests, which are not options.
_RESERVED = ("seed", "players")


class _Options(ListOf):
    """A list of options."""

    def read(self, value: Any, path: str) -> list[Any]:
        options = super().read(value, path)
        name = next((name for name in value.fields if isinstance(name, str)), None)
        if name is not None:
            rule = 'must be a list of tables, as { { id = "size", default = 3, least = 1, most = 9 } }'
            raise ArgumentError(f'{path} has the name "{name}": {rule}', path=path, rule=rule)
        return options


class _Option(Type):
    """A table with an id, and choices, bounds, or a default that is true or false."""

    name = "option"

    def read(self, value: Any, path: str) -> Option:
        if not isinstance(value, Table):
            refuse(path, value, "must be a table with an id and a default")
        refuse_names(path, value, _OPTION_FIELDS, "field", _OTHER_FIELDS)
        fields = value.fields
        identity = Name().read(fields.get("id"), f"{path}.id")
        if identity in _RESERVED:
            refuse(f"{path}.id", identity, "must be another name: every generator receives a seed and players")
        text = Maybe(Text(_MAX_TEXT), "").read(fields.get("help"), f"{path}.help")
        default, choices = fields.get("default"), fields.get("choices")
        kind = fields.get("type", _kind_of(default, choices))
        if kind not in ("integer", "number", "boolean", "choice"):
            refuse(f"{path}.type", kind, 'must be "integer", "number", "boolean" or "choice"')
        if kind == "choice":
            values = self._choices(choices, path)
            return Option(identity, _chosen(default, values, path), tuple(map(Choice, values)), help=text)
        if kind == "boolean":
            if not isinstance(default, bool):
                refuse(f"{path}.default", default, "must be true or false")
            return Option(identity, default, (Choice(False), Choice(True)), help=text)
        return self._number(identity, kind, fields, path)._replace(help=text)

    @staticmethod
    def _choices(choices: Any, path: str) -> list[Value]:
        if not isinstance(choices, Table) or not choices.items:
            refuse(f"{path}.choices", choices, "must be a list of strings and numbers")
        if len(choices.items) > _MAX_CHOICES:
            refuse(f"{path}.choices", choices, f"must have at most {_MAX_CHOICES} elements")
        for i, choice in enumerate(choices.items, 1):
            if not isinstance(choice, str | int | float | bool) or (
                isinstance(choice, float) and not _is_finite(choice)
            ):
                refuse(f"{path}.choices[{i}]", choice, "must be a string, a number or a boolean")
            if isinstance(choice, str) and len(choice) > _MAX_TEXT:
                refuse(f"{path}.choices[{i}]", choice, f"must have at most {_MAX_TEXT} characters")
        return choices.items

    @staticmethod
    def _number(identity: str, kind: str, fields: dict[Any, Any], path: str) -> Option:
        numbers = {}
        for name in ("least", "most", "default"):
            number = fields.get(name)
            if isinstance(number, bool) or not isinstance(number, int | float) or not _is_finite(number):
                refuse(f"{path}.{name}", number, "must be a finite number")
            if kind == "integer":
                if number != int(number) or abs(number) > _MAX_WHOLE:
                    refuse(f"{path}.{name}", number, "must be a whole number")
                number = int(number)
            numbers[name] = number if kind == "integer" else float(number)
        least, most, default = numbers["least"], numbers["most"], numbers["default"]
        if least > most:
            refuse(f"{path}.least", least, f"must not be more than most, which is {shown(most)}")
        if not least <= default <= most:
            refuse(f"{path}.default", default, f"must be between {shown(least)} and {shown(most)}")
        is_whole = kind == "integer"
        return Option(identity, default, numeric=is_whole, real=not is_whole, least=least, most=most)


def _kind_of(default: Any, choices: Any) -> str:
    """Return the type of an option without a type."""
    if choices is not None:
        return "choice"
    if isinstance(default, bool):
        return "boolean"
    return "number" if isinstance(default, float) else "integer"


def _chosen(default: Any, values: list[Value], path: str) -> Value:
    if default is None:
        return values[0]
    for value in values:
        if type(value) is type(default) and value == default:
            return value
    return refuse(f"{path}.default", default, "must be one of its choices")


def _is_finite(number: float) -> bool:
    return abs(number) <= 1e300


_GENERATOR = Record(
    (
        Field("id", Name(), "the id within the mod: the generator is called mod.id"),
        Field("options", Maybe(_Options(_Option(), longest=_MAX_OPTIONS), []), "its options"),
        Field("generate", Function(needed=True), "makes the map: receives a table of the options, and returns a map"),
        Field("help", Maybe(Text(_MAX_TEXT), ""), "a short description"),
    )
)
_PIECE = Record(
    (
        Field("tile", HandleOf(("tile",)), "the tile of the piece, which lies on the floor of the room"),
        Field("where", WordOf({where: where for where in WHERE}), "where it stands"),
        Field("number", Maybe(Number(0.0, 1000.0), 1.0), "how many from 1 on, or below 1 a share of such squares"),
    ),
    noun="field",
)
_ROOM_KIND = Record(
    (
        Field("name", Text(_MOST_NAME), "the name of such rooms"),
        Field("furniture", ListOf(_PIECE, longest=_MOST_PIECES), "its pieces, in the order in which they are placed"),
        Field("least", Maybe(Integer(1, 10_000), 9), "the smallest size of such a room in squares"),
        Field("most", Maybe(Integer(1, 10_000), 10_000), "the largest size"),
        Field("floor", Maybe(HandleOf(("tile",))), "the floor of such rooms"),
    ),
    noun="field",
)


@service_for("generators.register_room_kind", LOAD, kind=_ROOM_KIND)
def generators_register_room_kind(call: Call, file: str | None, line: int, kind: dict[str, Any]) -> None:
    """Register a kind of rooms, from which the generators of the host draw, too."""
    pieces = tuple(Piece(f"#{piece['tile'].index}", piece["where"], piece["number"]) for piece in kind["furniture"])
    floor = None if kind["floor"] is None else f"#{kind['floor'].index}"
    fields = RoomKind(kind["name"], pieces, kind["least"], kind["most"], floor)
    call.session.registry.add("room_kind", call.mod, file or call.mod, line, fields)


@service_for("generators.register_generator", LOAD, generator=_GENERATOR)
def generators_register_generator(
    call: Call, file: str | None, line: int, generator: dict[str, Any]
) -> tuple[int, str]:
    """Register a generator for `dungeon-host generate MOD.ID`; return its index, and the ids of its options."""
    name, options = generator["id"], tuple(generator["options"])
    names = [option.id for option in options]
    for i, option in enumerate(names, 1):
        if option in names[: i - 1]:
            rule = "is the id of another option"
            raise ArgumentError(f'options[{i}].id "{option}" {rule}', path=f"options[{i}].id", rule=rule)
    fields = Generator(name, call.mod, options, generator["help"])
    prototype = call.session.registry.add("generator", call.mod, file or call.mod, line, fields, name=name)
    return prototype.index, " ".join(names)
