"""Whether maps depend on an order that must not matter: of names in Lua's tables (`hash-order`), or of mods
(`load-order`). Generators make the same maps in several setups.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from host.process.child import malformed_answer
from host.tools.checking.children import Children, LoadSetup
from host.tools.checking.diagnostic import Diagnostic, new_diagnostic
from host.tools.checking.inspect import PLAYERS, TRIAL, describe
from host.tools.checking.maps import difference

# Seeds of the maps of each generator, and seeds of Lua's hashes, under which the maps must be the same.
SEEDS = (1, 2, 3)
HASH_SEEDS = (2, 5, 6, 7, 8)
_CAUSES = {
    "hash-order": "the order in which Lua walks names",
    "load-order": "which of two independent mods is loaded first",
}
_ADVICE = {
    "hash-order": "where pairs decides what is drawn or placed, walk a list, or sort the names first",
    "load-order": "name the mods that must load first under [optional] in mod.toml, or choose by id, not by position",
}


class MapMaker(NamedTuple):
    """A generator of a mod, or another maker of maps, and its source location."""

    mod: str
    id: str
    file: str
    line: int | None


class MapOrders(Children):
    """Child processes that make maps again in other orders."""

    # For how many players generators make maps.
    players = PLAYERS

    def compare(self, made: Mapping[MapMaker, Sequence[Any]], setup: LoadSetup) -> list[MapMaker]:
        """Make the maps again in another setup; report and return the generators whose maps differ."""
        answer = self.trial(list(made), setup) if made else None
        if answer is None:
            return []
        differing = []
        for (source, maps), others in zip(made.items(), answer["made"], strict=False):
            seed = next(
                (seed for seed, first, second in zip(SEEDS, maps, others, strict=False) if first != second), None
            )
            if seed is not None:
                self.diagnostics.append(self._difference(source, setup, seed))
                differing.append(source)
        return differing

    def _difference(self, source: MapMaker, setup: LoadSetup, seed: int) -> Diagnostic:
        """Describe how the maps of a seed differ in another setup."""
        trials = [self.trial([source], order, seeds=[seed], whole=True) for order in (LoadSetup(setup.mods), setup)]
        first, second = (trial and trial["made"][0][0] for trial in trials)
        if first and second:
            where = _where(first, second)
        else:
            reasons = [data["message"] for trial in trials if trial for data in trial["diagnostics"]]
            where = f"one of them cannot be made: {(*reasons, 'there was no answer')[0]}"
        rule = "load-order" if setup.backwards else "hash-order"
        message = f"the maps of {describe(source.id)} depend on {_CAUSES[rule]}: with seed {seed}, {where}"
        return new_diagnostic(rule, source.mod, message, file=source.file, line=source.line, hint=_ADVICE[rule])

    def trial(
        self,
        sources: Sequence[MapMaker],
        setup: LoadSetup,
        *,
        seeds: Sequence[int] = SEEDS,
        whole: bool = False,
        note: bool = False,
    ) -> Any:
        """Return the result of `trial` for generators of one mod, or None; with `note` store its diagnostics."""
        mod = sources[0].mod
        arguments = {"generators": [source.id for source in sources], "seeds": list(seeds), "whole": whole}
        arguments["players"] = self.players
        makers = describe(sources[0].id) if len(sources) == 1 else f"{len(sources)} generators and areas"
        step = f"checking {mod}: {makers}, {setup}"
        answer = self.perform(TRIAL, mod, step, arguments, setup, note=note)
        if answer is not None and [len(made) for made in answer["made"]] != [len(seeds) for _ in sources]:
            raise malformed_answer()
        return answer


def _where(one: Any, other: Any) -> str:
    """Describe how two maps that children made differ. Raises DiedError for malformed data."""
    try:
        return difference(one, other)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise malformed_answer() from None
