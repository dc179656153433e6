"""Metrics of contents: how often a segment, an item or a monster is on a map. Their ids are `KIND:ID`.

There is a metric for each id, so none of them is in `METRICS`, and no survey has them unless they are asked for.
Options are read like contents: `option:ID` is the value of an option, and `option:ID=TEXT` whether it has this value.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from host.errors import RequestError, listing
from host.errors.spelling import did_you_mean
from host.metrics.analysis import Analysis
from host.metrics.contents import KINDS, SEGMENT
from host.metrics.metric import CONTENT, NAN, Metric
from host.model.request import as_text

# Separates the kind from the id.
SEPARATOR = ":"
OPTION = "option"
_LONGEST = 200


def occurrence(identity: str) -> Metric:
    """Return the metric of an id such as "monster:base.rat": the number of such contents on a map.

    `*` stands for any letters: "item:*" counts all items, "item:base.*" the items of base. A segment may be named by
    its title, too: "segment:Bear cave". The formula is ours.
    Raises RequestError for another kind.
    """
    kind, _, pattern = identity.partition(SEPARATOR)
    if kind not in (*KINDS, OPTION):
        raise RequestError(
            f'there is no metric "{identity}": contents are counted as {listing(f"{kind}:ID" for kind in KINDS)}',
            hint=did_you_mean(kind, [*KINDS, OPTION]),
        )
    if not pattern or len(identity) > _LONGEST or not pattern.isprintable():
        raise RequestError(f'"{identity}" names no {kind}: must be {kind}:ID, such as {kind}:base.*')

    if kind == OPTION:
        name, is_compared, text = pattern.partition("=")

        def value(analysis: Analysis) -> float:
            origin = analysis.map.origin
            found = None if origin is None else origin.options.get(name)
            if is_compared:
                return float(found is not None and as_text(found) == text)
            return float(found) if isinstance(found, int | float) else NAN

        return Metric(identity, f"option {pattern}", CONTENT, "", value, None, None, "", False, NAN)

    def count(analysis: Analysis) -> float:
        segments = {segment.id: segment.fields.title for segment in analysis.map.registry.all(SEGMENT)}
        return sum(
            number
            for name, number in analysis.occurrences[kind].items()
            if fnmatchcase(name, pattern) or (kind == SEGMENT and segments.get(name) == pattern)
        )

    help_text = f"number of {kind}s" if pattern == "*" else f"number of the {kind} {pattern}"
    return Metric(identity, help_text, CONTENT, "", count, 0, None, f"{kind}s", False, NAN)
