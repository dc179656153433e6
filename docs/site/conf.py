"""The documentation site, which `make docs` builds with Sphinx.

Its sources are README.md, docs/, the READMEs of mods, the declarations of the API and the docstrings of the library.
The source folder is the root of the checkout, so that a link leads to the same page here as in a repository browser.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "docs" / "site")]

from dungeon_pictures import add_pictures, draw_toolbox  # noqa: E402 - the path comes first

from host import __version__  # noqa: E402
from host.tools.reference.books import all_books  # noqa: E402
from host.tools.reference.pages import page_files  # noqa: E402

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "dungeon-host"
version = release = __version__
author = "the dungeon-host contributors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
root_doc = "README"
include_patterns = [
    "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**.md", "examples/README.md", "mods/*/README.md",
]  # fmt: skip
myst_heading_anchors = 4
myst_enable_extensions = ["deflist", "attrs_block"]
# Pygments reads `x < 4` in Lua as the start of an attribute such as `<const>`.
suppress_warnings = ["misc.highlighting_failure"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
html_theme = "furo"
html_title = f"dungeon-host {__version__}"
html_extra_path = ["index.html"]
html_copy_source = False
html_show_sourcelink = False

# The doors of docs/README.md, with the pages behind each.
CONTENTS = """

```{toctree}
:hidden:
:caption: Write mods
:glob:

docs/README
docs/first-quest/README
docs/first-quest/[1-6]-*
docs/first-mod
docs/mods
docs/studio
docs/testing-mods
docs/checking
docs/debug
docs/profile
docs/explain
docs/tools
docs/sharing
docs/ci
```

```{toctree}
:hidden:
:caption: Dialects

docs/kts
docs/pools
docs/actions
docs/areas
docs/saves
docs/rooms
docs/toolbox
docs/api/index
```

```{toctree}
:hidden:
:caption: Generate dungeons

docs/pictures
docs/gallery
docs/editors
docs/play
docs/survey
docs/metrics
```

```{toctree}
:hidden:
:caption: Use it in a program

docs/python
docs/site/reference
examples/README
```

```{toctree}
:hidden:
:caption: Run it for others

docs/deploying
docs/security
```

```{toctree}
:hidden:
:caption: Bundled mods
:glob:

mods/*/README
```

```{toctree}
:hidden:
:caption: Change the host

docs/architecture
CONTRIBUTING
CHANGELOG
```
"""


def write_api_pages(_: Sphinx) -> None:
    """Write the pages of the API below docs/api, and the pictures that they show."""
    folder = ROOT / "docs" / "api"
    pages = page_files(all_books())
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in pages:
            path.unlink()
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # An unchanged page keeps its time, so that Sphinx does not read it again.
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")
    draw_toolbox(ROOT / "docs" / "pictures" / "made")


def complete_page(_: Sphinx, document: str, source: list[str]) -> None:
    """Give the front page its table of contents, and every guide pictures of the dungeons that its commands make."""
    if document == root_doc:
        source[0] += CONTENTS
    # A step of the quest has its own picture, and only a part of a mod; the gallery has its pictures.
    if document != "docs/gallery" and not document.startswith(("docs/api/", "docs/first-quest/")):
        source[0] = add_pictures(source[0], ROOT, document)


def setup(app: Sphinx) -> None:
    app.connect("builder-inited", write_api_pages)
    app.connect("source-read", complete_page)
