"""The reference of a dialect as a page of Markdown, out of the declarations that the argument checks use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from host.api.dialects import DIALECTS
from host.api.function import ApiFunction
from host.api.kts.fields import CONSTRUCTORS, KINDS
from host.api.phase import ALWAYS, title
from host.api.schema import Choice, Field, Maybe


def page(dialect: str) -> str:
    """The page of a dialect: constructors with their fields, then all functions by name."""
    functions = [f for f in DIALECTS[dialect] if not f.part_of]
    by_name = {f.name.partition(".")[2]: f for f in functions}
    lines = [
        f"# {dialect}: reference",
        "",
        "Made by `python -m host.api.reference` from what the host checks; a test holds it true.",
        "[The kts dialect](kts.md) explains how it all goes together.",
        "",
        "## Constructors",
        "",
    ]
    for name, kind in CONSTRUCTORS.items():
        lines += [f"### {dialect}.{name}", "", by_name[name].doc.strip().splitlines()[0], ""]
        lines += _fields(KINDS[kind][0].fields)
    lines += ["## Functions", ""]
    for name in sorted(by_name, key=str.lower):
        if name not in CONSTRUCTORS:
            lines += _function(by_name[name])
    return "\n".join(lines).rstrip() + "\n"


def _fields(fields: Iterable[Field]) -> Iterator[str]:
    rows = [f"| `{f.name}` | {_type(f)} | {f.doc} |" for f in fields]
    if rows:
        yield from ("| field | takes | |", "|---|---|---|", *rows, "")
    else:
        yield from ("No fields.", "")


def _type(field: Field) -> str:
    kind = field.type.of if isinstance(field.type, Maybe) else field.type
    if isinstance(kind, Choice):
        words = [f'`"{word}"`' for word in (kind.shown_words or kind.words) if word]
        text = ", ".join(words)
    else:
        text = kind.name.replace("|", " or ")
    return f"{text}, or nothing" if isinstance(field.type, Maybe) else text


def _function(function: ApiFunction) -> Iterator[str]:
    names = [f"{p.name}…" if function.variadic and p is function.params[-1] else p.name for p in function.params]
    yield f"### {function.name}({', '.join(names)})"
    yield ""
    yield " ".join(line.strip() for line in function.doc.strip().split("\n\n")[0].splitlines())
    yield ""
    for param in function.params:
        yield f"* `{param.name}`: {_type(param)}"
    if function.phases != ALWAYS:
        yield f"* may be called {title(function.phases)}"
    yield ""


def main() -> None:
    """Print the page of kts."""
    print(page("kts"), end="")


if __name__ == "__main__":
    main()
