"""The build hook of the wheel: puts editor stubs, made from the declarations, and guides beside the bundled mods."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class DataHook(BuildHookInterface):
    """Adds stubs and guides to host/data in a wheel. An installation in place makes stubs when they are asked for."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from host.export.files import write_all
        from host.paths import GUIDES
        from host.tools.reference.guides import guides
        from host.tools.reference.stubs import stubs_for

        self._folder = tempfile.TemporaryDirectory()
        write_all({Path(self._folder.name, name): content for name, content in stubs_for().items()})
        build_data["force_include"][self._folder.name] = "host/data/stubs"
        # Without their pictures, which no command shows; those of mods are in the folders of the mods.
        for name, path in guides().items():
            if path.is_relative_to(GUIDES):
                build_data["force_include"][str(path)] = f"host/data/docs/{name}"
            elif path.parent == GUIDES.parent:
                build_data["force_include"][str(path)] = f"host/data/{name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        if version != "editable":
            self._folder.cleanup()
