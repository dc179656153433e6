"""Where is what: the files whose path and first sentences have all of some words, such as `where.py assert map`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("host", "lua", "dungeon_host", "pytest_dungeon_host", "tools", "bench", "examples", "editors")
# How a file begins: the first paragraph of a docstring, lines of comments, or a comment before its tags.
_BEGIN = {
    ".py": re.compile(r'r?"""((?s:.+?))(?:\n\n|""")'),
    ".lua": re.compile(r"((?:--.*\n)+)"),
    ".js": re.compile(r"((?://.*\n)+|/\*\*(?s:.+?)(?:\n \*\n|@|\*/))"),
}


def first_sentences(text: str, suffix: str) -> str:
    """Return what a file says of itself, as one line; empty for one that says nothing."""
    match = _BEGIN[suffix].match(text)
    return " ".join(re.sub(r"^(?:--|//| ?\*/?|/\*\*)|@|\*/", "", match[1], flags=re.MULTILINE).split()) if match else ""


def find(words: list[str]) -> list[str]:
    """Return a line for each file whose path and first sentences have all the words, in any case."""
    lines = []
    for path in sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in _BEGIN):
        line = f"{path.relative_to(ROOT).as_posix()}: {first_sentences(path.read_text(encoding='utf-8'), path.suffix)}"
        if "node_modules" not in path.parts and all(word.lower() in line.lower() for word in words):
            lines.append(line)
    return lines


if __name__ == "__main__":
    print(*find(sys.argv[1:]) or ["no file says so: use fewer words"], sep="\n")
