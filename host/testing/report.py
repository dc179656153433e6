"""How a test that failed is told: a sentence, what was expected and what there was, the mod's own frames, and the
command that runs it again."""

from __future__ import annotations

from difflib import unified_diff
from itertools import zip_longest
from typing import Any, NamedTuple

from host.errors import Frame, HostError, visible

# Lines of a difference that are shown, and columns of two drawings side by side.
_MOST_LINES = 200
_WIDE = 100
_CONTEXT = 3
_MOST_FAILURES = 20
_BETWEEN = "   │ "


class Failure(NamedTuple):
    """What went wrong in a test. `kind` is "failure" for an expectation that does not hold, "error" for anything else;
    `shape` is "map" when actual and expected are drawings."""

    kind: str
    message: str
    frames: tuple[Frame, ...] = ()
    actual: str | None = None
    expected: str | None = None
    shape: str | None = None

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Failure:
        """As the child sent it. Raises TypeError or ValueError for what is none."""
        words = iter(_text(data["frames"]).split("\0") if data["frames"] else ())
        frames = tuple(Frame(file, int(line), name) for file, line, name in zip(words, words, words, strict=True))
        texts = [None if data.get(name) is None else _text(data[name]) for name in ("actual", "expected", "shape")]
        return cls(_text(data["kind"]), _text(data["message"]), frames, *texts)

    @classmethod
    def from_error(cls, error: HostError) -> Failure:
        """One for an error that ended the test, its file, or the mods."""
        frames = error.frames
        if not frames and error.file:
            frames = (Frame(error.file, error.line or 0),)
        hint = f"; {error.hint}" if error.hint else ""
        return cls("error", f"{error.message}{hint}", frames)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(type(value))
    return value


def headline(failures: list[Failure]) -> str:
    """The first failure in one line."""
    lines = failures[0].message.splitlines() or [""]
    first = lines[0]
    values = (failures[0].expected, failures[0].actual)
    if failures[0].shape is None and all(value is not None and _is_short(value) for value in values):
        first += f": expected {values[0]}, got {values[1]}"
    more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
    return visible(f"{first}{more}")


def tell(failures: list[Failure], *, seed: int, again: str) -> str:
    """The whole story of a test."""
    parts = ["\n".join(_tell(failure)) for failure in failures[:_MOST_FAILURES]]
    if len(failures) > _MOST_FAILURES:
        parts.append(f"… and {len(failures) - _MOST_FAILURES} more")
    parts.append(f"  seed   {seed}\n  again  {again}")
    return "\n".join(visible(part) for part in parts)


def _tell(failure: Failure) -> list[str]:
    place = f"{failure.frames[0].file}:{failure.frames[0].line}: " if failure.frames else ""
    word = "failed" if failure.kind == "failure" else "error"
    first, *rest = failure.message.split("\n")
    lines = [f"{word}: {place}{first}", *(f"  {line}" for line in rest)]
    if failure.expected is not None and failure.actual is not None:
        if failure.shape == "map":
            lines += _side_by_side(failure.expected, failure.actual)
        elif _is_short(failure.expected) and _is_short(failure.actual):
            lines += [f"  expected  {failure.expected}", f"  got       {failure.actual}"]
        else:
            lines += _difference(failure.expected, failure.actual)
    lines += [f"  {'from  ' if i else 'at    '} {frame}" for i, frame in enumerate(failure.frames)]
    return lines


def _is_short(text: str) -> bool:
    return "\n" not in text and len(text) <= 60


def _difference(expected: str, actual: str) -> list[str]:
    if expected == actual:
        return ["  what is shown of both is the same"]
    before, after = _one_a_line(expected), _one_a_line(actual)
    shown = list(unified_diff(before, after, "expected", "got", lineterm="", n=_CONTEXT))
    if len(shown) > _MOST_LINES:
        shown = [*shown[:_MOST_LINES], f"… and {len(shown) - _MOST_LINES} lines more"]
    return [f"  {line}" for line in shown if not line.startswith("@@")]


def _one_a_line(text: str) -> list[str]:
    """A table of one line with a line for each of its values, so that a difference shows which one it is in."""
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
    """Two drawings beside each other, or below each other when they are wide, with ^ under the squares that differ."""
    left, right = expected.split("\n"), actual.split("\n")
    width = max((len(line) for line in left), default=0)
    other = max((len(line) for line in right), default=0)
    below = width + other > _WIDE
    pad = max(width, len("expected"))
    lines = [] if below else [f"  {'':4} {'expected':{pad}}{_BETWEEN}got"]
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
        marks = "".join("^" if one != two else " " for one, two in zip_longest(a, b, fillvalue=" ")).rstrip()
        if below:
            lines += [f"  {y:4} expected {a}", f"  {'':4} got      {b}", *([f"  {'':13} {marks}"] if marks else [])]
        else:
            lines.append(f"  {y:4} {a:{pad}}{_BETWEEN}{b}".rstrip())
            if marks:
                lines.append(f"  {'':4} {marks[:pad]:{pad}}{_BETWEEN}{marks}")
    return lines[:_MOST_LINES]
