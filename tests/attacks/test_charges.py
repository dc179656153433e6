"""Random small programs over functions of C: each ends within its limits, at its line, and the host says why."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from host import Host
from host.errors import BudgetError
from host.process.budgets import Budgets
from tests.helpers import examples, write_mod

MANIFEST = 'id = "m"\nversion = "1.0"\n'

pieces = st.sampled_from(["a", "b", ".", "%a", "%w", "%s", "[^b]", "[ab]", "%b()", "(", ")", "()", "$", "^", "%1"])
patterns = st.lists(st.builds("{}{}".format, pieces, st.sampled_from(["", "*", "+", "-", "?"])), max_size=12)
sizes = st.sampled_from([0, 1, 23, 24, 100, 256, 300, 5000, 50_000])
texts = st.builds('("{}"):rep({}, "{}")'.format, st.sampled_from(["a", "ab", "(", "\\x80"]), sizes, st.just(""))
matches = st.builds(
    'string.{}({}, "{}"{})'.format,
    st.sampled_from(["find", "match", "gmatch", "gsub"]),
    texts,
    patterns.map("".join),
    st.sampled_from(["", ", 2", ', "%0%0"', ", -1, true"]),
)
scans = st.builds(
    "{}({}{})".format,
    st.sampled_from(
        [
            *(f"string.{name}" for name in ("byte", "format", "len", "lower", "packsize", "rep", "sub", "unpack")),
            *(f"utf8.{name}" for name in ("codepoint", "codes", "len", "offset")),
            "load",
            "tonumber",
        ]
    ),
    texts,
    st.sampled_from(["", ", 1", ", 2, -1", ", 100"]),
)
many = st.builds(
    "{}(table.unpack(LIST, 1, {}))".format,
    st.sampled_from(
        [
            'string.format:bind "%d"', "string.char", "bit.bor", "bit.band", "math.max", "select:bind(1)", "table.pack",
            "utf8.char", "pass",
        ]
    ),
    sizes,
)  # fmt: skip
calls = st.one_of(matches, scans, many, st.builds("table.create({})".format, sizes))


def _program(calls: list[str]) -> str:
    """Repeat calls for ever, on line 3."""
    bound = [call.replace(":bind(1)(", "(1, ").replace(':bind "%d"(', '("%d", ') for call in calls]
    body = " ".join(f"pcall(function() local _ = {call} end)" for call in bound)
    setup = "LIST = {} for i = 1, 100000 do LIST[i] = 65 end function pass(...) return select('#', ...) end"
    return f"{setup}\n\nwhile true do {body} end"


@pytest.mark.slow
@settings(deadline=None, derandomize=True, max_examples=examples(15), suppress_health_check=list(HealthCheck))
@given(st.lists(calls, min_size=1, max_size=3), st.sampled_from([1_000_000, 2_000_000]))
def test_random_calls_end_within_their_limit(calls: list[str], instructions: int) -> None:
    with TemporaryDirectory() as folder:
        mod = write_mod(Path(folder) / "m", {"mod.toml": MANIFEST, "init.lua": _program(calls)})
        start = process_time()
        with pytest.raises(BudgetError, match=r"used up the (instructions|memory)") as caught:
            Host([mod], budgets=Budgets(instructions, memory=256 * 2**20, seconds=20))
        assert (caught.value.mod, caught.value.file, caught.value.line) == ("m", "m/init.lua", 3)
        # Six times as long as these instructions take where every one is counted, and what a step of C may take.
        assert process_time() - start < 6 * instructions * 3e-8 + 6
