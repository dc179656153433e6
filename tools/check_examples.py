"""Check the types of the Python in docs and examples, strictly, in mypy and pyright, as programs of users are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/**/*.md", "mods/*/README.md", "examples/*.md")
_BLOCK = re.compile(r"^```python[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def list_blocks() -> Iterator[tuple[str, str]]:
    """Yield the name of a file and the text of each block of the pages; its lines are where they are on the page."""
    for pattern in PAGES:
        for page in sorted(ROOT.glob(pattern)):
            text = page.read_text(encoding="utf-8")
            for match in _BLOCK.finditer(text):
                line = text.count("\n", 0, match.start(1))
                name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
                yield f"{name}_{line + 1}.py", "\n" * line + match[1]


def main() -> int:
    """Write the blocks to a temporary folder, and run both checkers there; return 1 for an error."""
    examples = sorted((ROOT / "examples").glob("*.py"))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for name, text in list_blocks():
            (folder / name).write_text(text, encoding="utf-8")
        for path in examples:
            (folder / path.name).write_bytes(path.read_bytes())
        settings = {"include": ["."], "extraPaths": [str(ROOT)], "typeCheckingMode": "strict", "pythonVersion": "3.11"}
        (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        files = [path.name for path in sorted(folder.glob("*.py"))]
        commands = (
            ["mypy", "--config-file", str(ROOT / "pyproject.toml"), *files],
            ["basedpyright", "--project", ".", "--pythonpath", sys.executable],
        )
        codes = [subprocess.run([Path(sys.executable).parent / name, *words], cwd=folder, check=False).returncode  # noqa: S603
                 for name, *words in commands]  # fmt: skip
    print(f"checked {len(files)} programs of docs and examples")
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main())
