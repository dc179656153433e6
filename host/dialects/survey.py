"""host.survey: registers the metrics that mods write in Lua."""

from __future__ import annotations

from typing import Any

from host.border.function import Call
from host.border.schema import Field, Function, Maybe, Name, Record, Text
from host.border.service import service_for
from host.border.session import LOAD

_METRIC = Record(
    (
        Field("id", Name(), "the id within the mod: the column is mod.id"),
        Field("measure", Function(needed=True), "measures a map: returns a number, or nil for none"),
        Field("help", Maybe(Text(1000), ""), "a short description"),
    )
)


@service_for("survey.metric", LOAD, metric=_METRIC)
def survey_metric(call: Call, file: str | None, line: int, metric: dict[str, Any]) -> int:
    """Register a metric for surveys; return its index."""
    prototype = call.session.registry.add("metric", call.mod, file or call.mod, line, metric["help"], name=metric["id"])
    return prototype.index
