"""The report of a failed test: a message, the expected and the actual value, the frames of the mod, and the command
that runs the test again."""

from __future__ import annotations

from difflib import unified_diff
from itertools import zip_longest
from typing import Any, NamedTuple

from host.errors import Frame, HostError, counted, visible
from host.errors.excerpt import Excerpt

# The name of the test that stands for a file that does not load.
LOADING = "(load)"

# Maximum number of lines of a diff, and of columns of two drawings side by side.
_MAX_LINES = 200
_MAX_COLUMNS = 100
_CONTEXT = 3
_MAX_FAILURES = 20
_SEPARATOR = "   │ "


class Failure(NamedTuple):
    """One failure of a test.

    `kind` is "failure" for a failed expectation, "error" for anything else. `shape` is "map" when `actual` and
    `expected` are drawings.
    """

    kind: str
    message: str
    frames: tuple[Frame, ...] = ()
    actual: str | None = None
    expected: str | None = None
    shape: str | None = None
    # The name of the snapshot that has another value, or does not exist.
    snapshot: str | None = None
    # The lines of the mod that an error is about; the report of an expectation shows values instead.
    source: Excerpt | None = None

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Failure:
        """Read a failure that a child sent. Raises TypeError or ValueError for malformed data."""
        words = iter(_text(data["frames"]).split("\0") if data["frames"] else ())
        frames = tuple(Frame(file, int(line), name) for file, line, name in zip(words, words, words, strict=True))
        names = ("actual", "expected", "shape", "snapshot")
        texts = {name: _text(data[name]) for name in names if data.get(name) is not None}
        message = data["message"]
        source = Excerpt.from_data(data["source"]) if data.get("source") else None
        if data.get("error") is not None:
            error = HostError.from_data(data["error"])
            source = error.source or source
            message, frames = _describe(error, frames)
        return cls(_text(data["kind"]), _text(message), frames, source=source, **texts)

    @classmethod
    def from_error(cls, error: HostError) -> Failure:
        """Make a failure of an error that ended the test, its file, or the loading of mods."""
        return cls("error", *_describe(error, error.frames), source=error.source)


def _describe(error: HostError, frames: tuple[Frame, ...]) -> tuple[str, tuple[Frame, ...]]:
    """Return the message of an error, and its frames after its source location, as other commands show it."""
    hint = f"; {error.hint}" if error.hint else ""
    place = Frame(_text(error.file), int(error.line or 1)) if error.file else None
    if place is not None and (not frames or (frames[0].file, frames[0].line) != (place.file, place.line)):
        frames = (place, *frames)
    return f"{error.message}{hint}", frames


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value))
    return value


def headline(failures: list[Failure]) -> str:
    """Return the first failure in one line."""
    lines = failures[0].message.splitlines() or [""]
    first = lines[0]
    values = (failures[0].expected, failures[0].actual)
    if failures[0].shape is None and all(value is not None and _is_short(value) for value in values):
        first += f": expected {values[0]}, got {values[1]}"
    more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
    return visible(f"{first}{more}")


def write_report(failures: list[Failure], *, seed: int, again: str, quotes: bool = True) -> str:
    """Return the report of a failed test; with `quotes` it shows lines of the mod."""
    parts = ["\n".join(_write_failure(failure, quotes=quotes)) for failure in failures[:_MAX_FAILURES]]
    if len(failures) > _MAX_FAILURES:
        parts.append(f"… and {len(failures) - _MAX_FAILURES} more")
    parts.append(f"  seed   {seed}\n  again  {again}")
    return "\n".join(visible(part) for part in parts)


def _write_failure(failure: Failure, *, quotes: bool) -> list[str]:
    location = f"{failure.frames[0].file}:{failure.frames[0].line}: " if failure.frames else ""
    word = "failed" if failure.kind == "failure" else "error"
    first, *rest = failure.message.split("\n")
    lines = [f"{word}: {location}{first}", *(f"  {line}" for line in rest)]
    if failure.expected is not None and failure.actual is not None:
        if failure.shape == "map":
            lines += _side_by_side(failure.expected, failure.actual)
        elif _is_short(failure.expected) and _is_short(failure.actual):
            lines += [f"  expected  {failure.expected}", f"  got       {failure.actual}"]
        else:
            lines += _difference(failure.expected, failure.actual)
    lines += [f"  {'from  ' if i else 'at    '} {frame}" for i, frame in enumerate(failure.frames)]
    if quotes and failure.source is not None:
        lines += [f"  {line}" for line in failure.source.format()]
    return lines


def _is_short(text: str) -> bool:
    return "\n" not in text and len(text) <= 60


def _difference(expected: str, actual: str) -> list[str]:
    if expected == actual:
        return ["  both values have the same text"]
    before, after = _split_table(expected), _split_table(actual)
    shown = list(unified_diff(before, after, "expected", "got", lineterm="", n=_CONTEXT))
    if len(shown) > _MAX_LINES:
        shown = [*shown[:_MAX_LINES], f"… and {counted(len(shown) - _MAX_LINES, 'more line')}"]
    return [f"  {line}" for line in shown if not line.startswith("@@")]


def _split_table(text: str) -> list[str]:
    """Split a table in one line into a line per value, so that a diff shows the value that differs."""
    if "\n" in text or not text.startswith("{ "):
        return text.split("\n")
    parts, depth, start, quoted = ["{"], 0, 1, False
    for i, char in enumerate(text):
        if char == '"' and text[i - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (char == "{") - (char == "}")
            if (char == "," and depth == 1) or (char == "}" and depth == 0):
                parts.append(f"  {text[start:i].strip()},")
                start = i + 1
    return [*parts, "}"]


def _side_by_side(expected: str, actual: str) -> list[str]:
    """Return two drawings side by side, or interleaved when they are wide, with ^ under the squares that differ."""
    left, right = expected.split("\n"), actual.split("\n")
    width = max((len(line) for line in left), default=0)
    other = max((len(line) for line in right), default=0)
    below = width + other > _MAX_COLUMNS
    pad = max(width, len("expected"))
    lines = [] if below else [f"  {'':4} {'expected':{pad}}{_SEPARATOR}got"]
    differing = {y for y, (a, b) in enumerate(zip_longest(left, right)) if a != b}
    near = {y + d for y in differing for d in range(-_CONTEXT, _CONTEXT + 1)}
    skipped = False
    for y, (a, b) in enumerate(zip_longest(left, right, fillvalue="")):
        if len(left) > 2 * _CONTEXT and y not in near:
            skipped = True
            continue
        if skipped:
            lines.append(f"  {'…':>4}")
            skipped = False
        marks = "".join("^" if char != other else " " for char, other in zip_longest(a, b, fillvalue=" ")).rstrip()
        if below:
            lines += [f"  {y:4} expected {a}", f"  {'':4} got      {b}", *([f"  {'':13} {marks}"] if marks else [])]
        else:
            lines.append(f"  {y:4} {a:{pad}}{_SEPARATOR}{b}".rstrip())
            if marks:
                lines.append(f"  {'':4} {marks[:pad]:{pad}}{_SEPARATOR}{marks}")
    return lines[:_MAX_LINES]
