"""The build hook of the wheel: puts the guides beside the bundled mods. It needs no package but hatchling."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):
    """Adds the guides to host/data in a wheel; an installation in place finds them in the checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        # Without their pictures, which no command shows; `make docs` writes pages of the API there.
        guides = [path for path in root.glob("docs/**/*.md") if not path.is_relative_to(root / "docs/api")]
        for path in (root / "README.md", *sorted(guides)):
            build_data["force_include"][str(path)] = f"host/data/{path.relative_to(root).as_posix()}"
