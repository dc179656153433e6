"""What pages ask for: the parameters of an address, checked, also view, world, picture and other reserved names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from host.errors import RequestError
from host.errors.spelling import did_you_mean
from host.model.checks import check_whole
from host.model.request import DEFAULTS, TYPED_FIELDS, Request, read_field, read_number, write_field
from host.render.style import PictureStyle

# What the page shows, and how.
_OF_PAGE = ("view", "overlays", "at", "x", "y", "look", "world", "all", "picture", "format", "seeds", "for")
# Parameters of addresses that are no options of a generator. An option with such a name has the prefix "option.".
RESERVED = frozenset({"generator", *TYPED_FIELDS, *_OF_PAGE})
_PREFIX = "option."
# Options of pictures that are on or off.
_SWITCHES = ("title", "legend", "numbers", "grid", "paper", "light")


def describe_fields() -> list[dict[str, Any]]:
    """Return name, label and control of each field for which the page has one, and the text that it has at first.

    A control is the attributes of its element.
    """
    rows = []
    for field in fields(Request):
        kind, metadata = TYPED_FIELDS.get(field.name), field.metadata
        if field.name not in DEFAULTS:
            continue
        if kind is bool:
            control = {"type": "checkbox"}
        elif kind is list:
            control = {"placeholder": metadata["example"], "pattern": r"\d+(,\d+)*"}
        else:
            control = {"type": "number", "min": metadata["least"], "max": metadata["most"]}
        if "help" in metadata:
            control["title"] = metadata["help"]
        label = field.name.replace("_", " ").capitalize()
        rows.append({"name": field.name, "label": label, "initial": write_field(field.default), "control": control})
    return rows


def read_request(parameters: Mapping[str, str]) -> Request:
    """Return the request for a map that the parameters of an address make. Raises RequestError."""
    generator = parameters.get("generator", "")
    if not generator:
        raise RequestError("generator is missing: must be the id of a generator")
    options = {
        name.removeprefix(_PREFIX): value
        for name, value in sorted(parameters.items())
        if name not in RESERVED and name.removeprefix(_PREFIX)
    }
    return read_body({**parameters, "generator": generator, "options": options})


def read_body(body: Mapping[str, Any]) -> Request:
    """Return the request that the body of a page holds; its fields may be texts. Raises RequestError."""
    fields = {name: body[name] for name in TYPED_FIELDS if name in body}
    typed = {name: read_field(name, value) if isinstance(value, str) else value for name, value in fields.items()}
    return Request(body.get("generator"), **{"seed": 1, "options": body.get("options", {}), **typed})


def read_style(parameters: Mapping[str, str], tile_size: int) -> PictureStyle:
    """Return the style of a picture that an address asks for, such as "legend,theme:ice". Raises RequestError."""
    values: dict[str, Any] = {}
    for part in filter(None, parameters.get("picture", "").split(",")):
        name, _, value = part.partition(":")
        if name == "theme" and value:
            values["theme"] = value
        elif part in _SWITCHES:
            values[part] = True
        else:
            raise RequestError(f'there is no option "{part}" of pictures', hint=did_you_mean(part, _SWITCHES))
    return PictureStyle.requested(tile_size=tile_size, **values)


def read_whole(parameters: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    """Return a whole number among the parameters of an address. Raises RequestError."""
    return check_whole(name, read_number(parameters.get(name, str(default))), least, most)
