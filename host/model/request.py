"""Requests: what a dungeon is made from, and what makes the same dungeon again; and checks of such arguments.

Options: `--players`.
"""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from hashlib import blake2b
from itertools import chain
from typing import Any

from host.errors import RequestError, show_value
from host.model.checks import as_plain, check_fields, check_list, check_text, check_whole
from host.version import VERSIONS, read_versions

# The id of the mod that a script is, and of the generator of its map: no request makes it again.
SCRIPT = "script"
# Options of the generator of the areas of a mod, which name a floor.
AREA, FLOOR = "area", "floor"
MOST_PLAYERS = 64
MOST_SEED = 2**63 - 1
MOST_DRAWS = 10**6
# What a document says of each mod.
_MOD_FIELDS = ("id", "version", "hash")
# Seconds of game time.
MOST_SECONDS = 1e9
# The largest whole number of an option: larger ones take long to write.
_MOST_WHOLE = 10**1000
# Numbers from here on, which have more digits than an option may have, are written as 1e+18.
_LEAST_WITH_EXPONENT = 1e18


@dataclass(frozen=True)
class Request:
    """What a dungeon is made from. The same request gives the same dungeon, with the same mods.

    >>> from host import Request
    >>> Request("base", seed=7, options={"dungeon": "tiny"}).command
    'dungeon-host generate base --set dungeon=tiny --seed 7'

    Raises RequestError for a value that cannot be. The metadata of a field is for commands and pages: `help`,
    without which it has no option of its own; `least` and `most` of a number; `elements` and `example` of a list.
    """

    # The id of a generator, or of a mod that has one; None for the only generator of the mods.
    generator: str | None
    _: KW_ONLY
    # From 0 to MOST_SEED.
    seed: int
    # From 1 to MOST_PLAYERS.
    players: int = field(default=2, metadata={"least": 1, "most": MOST_PLAYERS})
    # Numbers of the colours of the first players of kts, from 1: players of one colour are a team.
    house_colours: Sequence[int] = field(
        default=(),
        metadata={
            "help": "Colours of the first players in kts, counted from 1: players of one colour are a team.",
            "elements": "numbers of colours",
            "example": "1,1,2,2",
        },
    )
    # Option id -> value: a text, a number or a boolean. The generator reads texts as on a command line.
    options: Mapping[str, Any] = field(default_factory=dict)
    # Whether the seed was drawn because the caller named none, so that a game which continues a save keeps its own.
    is_drawn: bool = field(default=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.generator, str | None):
            raise RequestError(f"the generator is {show_value(self.generator)}: must be the id of a generator")
        checked: dict[str, Any] = {"seed": check_seed(self.seed), "options": _check_options(self.options)}
        for each in fields(self):
            value, about = getattr(self, each.name), each.metadata
            if TYPED_FIELDS.get(each.name) is bool:
                checked[each.name] = _check_switch(each.name, value)
            elif "least" in about:
                checked[each.name] = check_whole(each.name, value, about["least"], about["most"])
        checked["house_colours"] = _check_house_colours(self.house_colours, checked["players"])
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def __hash__(self) -> int:
        # Options may have any order, and a mapping has no hash.
        return hash((self.generator, self.seed))

    @staticmethod
    def of(generator: Any, arguments: Mapping[str, Any], **defaults: Any) -> Request:
        """Return the request of a call of the library: fields by name, and options of the generator by their ids.

        generator: an id, or a request, whose fields and options `arguments` replace.
        defaults: fields that `arguments` may leave out. A seed that is left out, or is None, is drawn at random.
        """
        if isinstance(generator, Request):
            values = {name: getattr(generator, name) for name in _FIELDS}
        else:
            values = {"options": {}, **defaults, "generator": generator}
        options = values["options"]
        values |= {name: value for name, value in arguments.items() if name in _FIELDS}
        named = {name: value for name, value in arguments.items() if name not in _FIELDS}
        if "options" in arguments:
            _check_options(arguments["options"])
            for name in named:
                if name in arguments["options"]:
                    raise RequestError(f"the option {name} is set twice, in options and by its name")
            options = {**options, **arguments["options"]}
        values["options"] = {**options, **named}
        if values.get("seed") is None:
            values |= {"seed": fresh_seed(), "is_drawn": True}
        return Request(**values)

    def with_seed(self, seed: int) -> Request:
        """Return the request with another seed."""
        return replace(self, seed=seed)

    def with_generator(self, generator: str | None) -> Request:
        """Return the request with another generator."""
        return replace(self, generator=generator)

    @property
    def fields(self) -> dict[str, Any]:
        """The value of each of REQUEST_FIELDS, by name."""
        return {name: getattr(self, name) for name in REQUEST_FIELDS}

    def to_data(self) -> dict[str, Any]:
        """Return the request as JSON, without fields of `_LEFT_OUT` that have their default."""
        data = {**self.fields, "is_drawn": self.is_drawn}
        return {
            name: [*value] if isinstance(value, tuple) else value
            for name, value in data.items()
            if name not in _LEFT_OUT or value != _LEFT_OUT[name]
        }

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Request:
        """Return the request that `to_data` described; other keys are ignored. Raises RequestError, TypeError."""
        if "seed" not in data:
            raise RequestError("seed is missing")
        return Request(**{name: data[name] for name in _FIELDS if name in data})

    @property
    def command(self) -> str:
        """The command line that makes the same dungeon, without --mods."""
        return self.format_command()

    def format_command(self, name: str = "generate", *, mods: Iterable[str] = (), players: int = 2) -> str:
        """Return a command line about the same dungeon, by default the one that makes it.

        mods: the values of --mods.
        players: how many players the command has when it names no number.
        """
        words = ["dungeon-host", name, *([] if self.generator is None else [self.generator])]
        words += [word for mod in mods for word in ("--mods", mod)]
        words += [word for option, value in self.options.items() for word in ("--set", f"{option}={as_text(value)}")]
        words += ["--seed", str(self.seed)]
        for name, default in {**DEFAULTS, "players": players}.items():
            if (value := getattr(self, name)) != default:
                words += [option_name(name), *([] if value is True else [write_field(value)])]
        return join_words(words)


_FIELDS = tuple(field.name for field in fields(Request))
# Names of the fields from which a dungeon is made.
REQUEST_FIELDS = tuple(name for name in _FIELDS if name != "is_drawn")
_KINDS: Mapping[str, type] = {"int": int, "bool": bool, "Sequence[int]": list}
# Names of the fields that people type as texts -> int, bool, or list for one of whole numbers.
TYPED_FIELDS = {
    field.name: _KINDS[str(field.type)]
    for field in fields(Request)
    if field.name in REQUEST_FIELDS and field.name not in ("generator", "options")
}
# Fields of TYPED_FIELDS with a default -> the default.
DEFAULTS = {name: field.default for field in fields(Request) if (name := field.name) in TYPED_FIELDS and name != "seed"}
# Fields that JSON leaves out when they have their defaults, as the files of 0.1 do -> the default.
_LEFT_OUT = {name: default for name, default in {**DEFAULTS, "is_drawn": False}.items() if name != "players"}


@dataclass(frozen=True)
class Origin(Request):
    """What reproduces a map: the request that made it, with the values of all options, and the mods."""

    _: KW_ONLY
    # (id, version, content hash) of each mod, in load order.
    mods: tuple[tuple[str, str, str], ...] = ()
    # Id of a mod -> path of each of its files -> hash of its content; mods of older hosts are missing.
    files: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    # Seconds of game time that went by after the map was made.
    play: float = 0.0
    # As `host.version.VERSIONS` of the host that made the map; empty for hosts that wrote none.
    versions: Mapping[str, str | int] = field(default_factory=lambda: VERSIONS)

    __hash__ = Request.__hash__

    @staticmethod
    def from_request(request: Request, mods: Iterable[tuple[str, str, str]], **changes: Any) -> Origin:
        """Return the origin of a map of a request; `changes` replace fields of both."""
        return Origin(**{**request.fields, "mods": tuple(mods), **changes})

    @property
    def request(self) -> Request:
        """The request alone."""
        return Request(**self.fields)

    def to_data(self) -> dict[str, Any]:
        """Return the origin as JSON."""
        mods = [
            {
                "id": name,
                "version": version,
                "hash": digest,
                **({"files": self.files[name]} if name in self.files else {}),
            }
            for name, version, digest in self.mods
        ]
        play = {"play": self.play} if self.play else {}
        return {**self.versions, **super().to_data(), **play, "mods": mods}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Origin:
        """Return the origin that `to_data` described. Raises RequestError, TypeError, ValueError, KeyError."""
        mods, files = [], {}
        for index, mod in enumerate(check_list("mods", data["mods"])):
            name = f"mods[{index}]"
            check_fields(name, mod, _MOD_FIELDS)
            identity, version, digest = (check_text(f"{name}: {field}", mod[field]) for field in _MOD_FIELDS)
            mods.append((identity, version, digest))
            if "files" in mod:
                files[identity] = check_fields(f"{name}: files", mod["files"], ())
        for file, digest in chain(*(digests.items() for digests in files.values())):
            if not isinstance(digest, str):
                raise RequestError(f"the digest of {show_value(file)} is {show_value(digest)}: must be a text")
        play = data.get("play", 0.0)
        check_seconds(play)
        request, versions = Request.from_data(data), read_versions(data)
        return Origin.from_request(request, mods, files=files, play=play, versions=versions)


def digest_file(content: bytes) -> str:
    """Return the hash of the content of a file of a mod, as `Origin.files` has it: 8 digits."""
    return blake2b(content).digest()[:4].hex()


def fields_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the REQUEST_FIELDS that the document of a map has, by name. Fields with their default may be missing."""
    return {name: document[name] for name in REQUEST_FIELDS if name in document}


def option_name(name: str) -> str:
    """Return the option of commands for one of TYPED_FIELDS."""
    return f"--{name.replace('_', '-')}"


def read_field(name: str, text: str) -> Any:
    """Return the value of one of TYPED_FIELDS from a text, as `write_field` wrote it; an empty text is false for a
    boolean.

    What is no number stays a text, which the request refuses.
    """
    kind = TYPED_FIELDS[name]
    if kind is bool:
        return {"true": True, "false": False, "": False}.get(text, text[:40])
    if kind is list:
        return [read_number(part) for part in text.split(",")] if text else []
    return read_number(text)


def write_field(value: Any) -> str:
    """Return the value of one of TYPED_FIELDS as a text; numbers of lists have commas between them."""
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else as_text(value)


def read_number(text: str) -> int | str:
    """Return the whole number that a text is, or the start of a text that is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 20 else text[:40]


# -- checks


def fresh_seed() -> int:
    """Return a random seed, short enough to type."""
    return int.from_bytes(os.urandom(4), "little")


def check_seed(seed: Any) -> int:
    """Check a seed, and return it as an int. Raises RequestError."""
    return check_whole("seed", seed, 0, MOST_SEED)


def check_last_seed(seed: int, count: int) -> None:
    """Check the last of `count` seeds in a row. Raises RequestError."""
    if seed + count - 1 > MOST_SEED:
        raise RequestError(f"the last seed would be {seed + count - 1}: must be at most {MOST_SEED}")


def _check_switch(name: str, value: Any) -> bool:
    plain = as_plain(value)
    if not isinstance(plain, bool):
        raise RequestError(f"{name} is {show_value(value)}: must be true or false")
    return plain


def _check_house_colours(house_colours: Any, players: int) -> tuple[int, ...]:
    if isinstance(house_colours, str | bytes) or not isinstance(house_colours, Sequence):
        raise RequestError(
            f"house_colours is {show_value(house_colours)}: must be a list of whole numbers, the colour of each player"
        )
    if len(house_colours) > players:
        raise RequestError(
            f"house_colours has {len(house_colours)} colours: must have at most {players}, the number of players"
        )
    return tuple(
        check_whole(f"house_colours[{index}]", colour, 1, MOST_PLAYERS) for index, colour in enumerate(house_colours)
    )


def _check_options(options: Any) -> dict[str, Any]:
    if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
        raise RequestError(f"options is {show_value(options)}: must be a mapping of option ids to values")
    return {name: check_option(name, value) for name, value in options.items()}


def check_option(name: str, value: Any) -> str | int | float | bool:
    """Check the value of an option, and return it as a value of Python. Raises RequestError."""
    plain = as_plain(value)
    if isinstance(plain, float) and not math.isfinite(plain):
        raise RequestError(f"the option {name} is {plain}: must be a finite number")
    if not isinstance(plain, str | int | float) or (isinstance(plain, int) and abs(plain) > _MOST_WHOLE):
        raise RequestError(f"the option {name} is {show_value(value)}: must be a text, a number or a boolean")
    return plain


# -- texts


def as_text(value: Any) -> str:
    """Return the value of an option as users type it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < _LEAST_WITH_EXPONENT:
        value = int(value)
    return str(value)


def join_words(words: Iterable[str]) -> str:
    """Return a command line of words as a shell reads them, in printable characters."""
    return " ".join(map(_quoted, words))


def _quoted(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escaped = word.replace("\\", r"\\").replace("'", r"\'")
    return "$'" + "".join(c if c.isprintable() else _escape(c) for c in escaped) + "'"


def _escape(char: str) -> str:
    # Bytes that are no text, as file names have them, and halves of characters, which no file name has.
    errors = "surrogateescape" if "\udc80" <= char <= "\udcff" else "surrogatepass"
    return "".join(f"\\x{byte:02x}" for byte in char.encode("utf-8", errors))


def check_path(path: Any) -> str:
    """Return the path of a pool."""
    if not isinstance(path, str) or not path.isprintable():
        raise RequestError(f"the path is {show_value(path)}: must be a text such as 'i.common.weapon'")
    return path


def check_draws(draws: Any) -> int:
    """Check a number of draws, and return it as an int."""
    return check_whole("draws", draws, 0, MOST_DRAWS)


def check_seconds(seconds: Any, name: str = "play", least: float = 0, most: float = MOST_SECONDS) -> None:
    """Check a length of time, by default one of game time."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not least <= seconds <= most:
        raise RequestError(f"{name} is {show_value(seconds)}: must be a number of seconds from {least:g} to {most:g}")
