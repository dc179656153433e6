"""Tables of numbers, as the users of `segments import` write them."""

from __future__ import annotations

from pathlib import Path

from host.errors import HostError, in_one_line
from host.model.segment_file import LARGEST_TILE
from host.mods.toml import NotTomlError, as_written, parse_toml
from host.paths.folders import read_regular_file

_MOST_BYTES = 2**17


def read_numbers(path: Path) -> dict[str, int]:
    """Return the numbers of a TOML file with lines such as `"#" = 2`, by what stands before them.

    Raises HostError with the file and the problem.
    """
    content = read_regular_file(path, str(path), _MOST_BYTES)
    try:
        table = parse_toml(content, "the table")
    except NotTomlError as error:
        raise HostError(error.message, file=str(path), line=error.line, hint=error.hint) from None
    for key, value in table.items():
        if type(value) is not int or not 0 <= value <= LARGEST_TILE:
            rule = "must be a number of the segment file, 0 or more"
            raise HostError(f"{in_one_line(as_written(key))} is {as_written(value)}: {rule}", file=str(path))
    if not table:
        raise HostError(
            'the table is empty: must have lines such as "#" = 2',
            file=str(path),
            hint="what is no letter or digit stands between quotes" if content.strip() else None,
        )
    return dict(table)
