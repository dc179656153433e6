"""The base of readers of JSON from other editors. Files are not trusted: contents are checked, sizes limited."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

from host.errors import HostError, visible
from host.export.drawn import path_beside
from host.model.checks import check_list, check_whole
from host.paths.folders import read_regular_file

# Characters of a value in a message.
_LONGEST_VALUE = 60
_MOST_BYTES = 64 * 2**20
# Values and lists of a file: JSON takes up to 60 times its bytes in memory.
_MOST_VALUES, _MOST_LISTS = 10_000_000, 1_000_000
Json = dict[str, Any]


def show_json(value: Any) -> str:
    """Return a value for a message, as it is in the file."""
    return "missing" if value is None else json.dumps(value, default=str)[:_LONGEST_VALUE]


class JsonReader:
    """Reads a file and the files that it names; errors name the file that is read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        # The file that is being read, and its line that is not JSON.
        self._file = str(path)
        self._line: int | None = None
        # Bytes that may still be read.
        self._left = _MOST_BYTES

    def _content(self, path: Path) -> bytes:
        self._file = str(path)
        content = read_regular_file(path, str(path), _MOST_BYTES)
        self._left -= len(content)
        if self._left < 0:
            self._fail(f"the file and the files that it names have more than {_MOST_BYTES} bytes")
        if content.count(b",") > _MOST_VALUES or content.count(b"[") + content.count(b"{") > _MOST_LISTS:
            self._fail(f"the file has more than {_MOST_VALUES} values, or {_MOST_LISTS} lists and objects")
        return content

    def _parse(self, content: bytes, rule: str, no_json: str = "") -> Json:
        """Return the object of a file. `rule` ends messages; `no_json` is the message for a text that is not JSON."""
        try:
            data = json.loads(content)
        except json.JSONDecodeError as error:
            if no_json and content.lstrip()[:1] not in (b"{", b"["):
                self._fail(no_json)
            self._line = error.lineno
            self._fail(f"this is not JSON from column {error.colno} on: {rule}")
        except (ValueError, RecursionError):
            self._fail(f"this is not JSON: {rule}")
        if not isinstance(data, dict):
            self._fail(f"this is not a JSON object: {rule}")
        return data

    def _beside(self, name: str, what: str) -> Path:
        """Return the path of a file in the folder of the first one, or below it."""
        try:
            return path_beside(self._path, name, what)
        except ValueError as error:
            self._fail(str(error))

    def _list(self, owner: Json, key: str, most: int, what: str = "") -> list[Any]:
        """Return the list of an object, an empty one when it is missing; `what` follows the key in messages."""
        value = owner.get(key)
        return [] if value is None else check_list(key + what, value, most, self._error, show_json)

    def _whole(self, value: Any, name: str, low: int, high: int) -> int:
        if value is None:
            self._fail(f"{name} is missing: must be a whole number between {low} and {high}")
        number = int(value) if isinstance(value, float) and value.is_integer() else value
        return check_whole(name, number, low, high, self._error, show_json)

    def _fail(self, message: str, hint: str | None = None) -> NoReturn:
        raise self._error(message, hint)

    def _error(self, message: str, hint: str | None = None) -> HostError:
        return HostError(visible(message), file=self._file, line=self._line, hint=hint)
