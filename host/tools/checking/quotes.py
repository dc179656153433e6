"""The lines of mods that diagnostics are about."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from host.errors import HostError
from host.errors.excerpt import Excerpt, make_excerpt
from host.mods.files import read_mod_file
from host.syntax.syntax_errors import explain_syntax_error
from host.tools.checking.diagnostic import Diagnostic

_QUOTED = re.compile(r'"[^"]+"|\'[^\']+\'')


def quote_diagnostic(diagnostic: Diagnostic, folders: Mapping[str, Path]) -> Excerpt | None:
    """Return the lines that a diagnostic is about, or None; `folders` has the folder of each mod by its id."""
    mod, _, inside = (diagnostic.file or "").partition("/")
    if mod not in folders or not inside or not diagnostic.line:
        return None
    try:
        source = read_mod_file(folders[mod], inside, inside)
    except HostError:
        return None
    # Messages name the wrong value last.
    quoted = reversed(_QUOTED.findall(diagnostic.message))
    excerpt = make_excerpt(source, diagnostic.line, words=[word for text in quoted for word in (text, text[1:-1])])
    if excerpt is None or diagnostic.rule != "load":
        return excerpt
    return excerpt._replace(label=explain_syntax_error(source, diagnostic.line, 0, diagnostic.message) or "")
