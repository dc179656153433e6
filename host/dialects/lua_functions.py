"""Everything that Python calls in trusted Lua, in one file: one stub for each function."""

# mypy: disable-error-code="empty-body"

from __future__ import annotations

from host.border.lua_function import lua_function
from host.border.values import Value

# -- loading (lua/core/loader.lua); mods go by number


@lua_function("core/loader")
def load(
    number: int,
    mod: str,
    entry: str,
    is_legacy: bool,
    has_old_lua: bool,
    dialects: list[str],
    lists_dialects: bool,
    dependencies: list[str],
) -> None:
    """Load a mod with its entry file; an empty `entry` runs no file.

    `has_old_lua`: it is written for Lua 5.1. `lists_dialects`: its manifest lists them.
    """


@lua_function("core/loader")
def forget(number: int) -> None:
    """Forget a mod that failed to load."""


@lua_function("core/loader")
def run_text(number: int, source: bytes, name: str) -> None:
    """Run a text as code of a loaded mod."""


@lua_function("core/loader")
def read_manifest(source: bytes, name: str) -> Value:
    """Run a manifest that is a Lua table, in an empty environment."""


@lua_function("core/loader")
def name_prototypes(number: int) -> None:
    """Name the prototypes of a mod after the variables that hold them."""


@lua_function("core/dialects")
def finish_loading(is_complete: bool) -> Value:
    """Let dialects check what mods registered; return a list of errors. `is_complete`: no mod failed to load."""


@lua_function("core/dialects")
def check_content(mod: str) -> None:
    """Let dialects warn of what a mod registered."""


@lua_function("core/dialects")
def list_looks(mod: str) -> str:
    """Return the looks of what a mod registered in Lua: LOOK_FIELDS texts of each, joined by NUL."""


@lua_function("core/loader")
def begins_world(mod: str) -> bool:
    """Return whether the entry of a mod has a function `begin`."""


# -- the names that mods find (lua/core/names.lua, lua/areas/data/names.lua)


@lua_function("core/names")
def variable_names(mod: str) -> list[str]:
    """Return the names of the global variables of a mod."""


@lua_function("core/names")
def load_without_code(
    number: int, mod: str, entry: str, is_legacy: bool, has_old_lua: bool, dialects: list[str]
) -> None:
    """Make the environment of a mod, and run nothing of the mod; see `load`."""


@lua_function("core/names")
def list_variables(mod: str) -> list[str]:
    """Return the names of the global variables of a mod, and of their members."""


@lua_function("core/names")
def find_syntax_error(source: bytes) -> str:
    """Return what Lua says is wrong with a text, ":LINE: …", or an empty text when it can be compiled."""


@lua_function("core/names")
def list_members(mod: str, table: str) -> list[str]:
    """Return the names in a table of a global variable of a mod, such as "math" or "levels.deep"; none for others."""


@lua_function("core/names")
def list_modules(mod: str, paths: list[str]) -> list[str]:
    """Return the paths of a list by which a mod can require a module."""


@lua_function("core/names")
def list_reasons(paths: list[str]) -> list[str]:
    """Return why the host leaves out modules: an empty text where no dialect says why."""


@lua_function("areas/data/names")
def list_types() -> list[str]:
    """Return the names of the types of data."""


@lua_function("areas/data/names")
def list_events() -> list[str]:
    """Return the ids of events, also the former ids of renamed ones."""


# -- what a profiler measures (lua/profiling/profiler.lua)


@lua_function("profiling/profiler", "begin")
def begin_profile() -> None:
    """Begin to measure what runs in the Lua state."""


@lua_function("profiling/profiler", "take")
def take_profile() -> str:
    """Return what was measured since the last call, a line for each node."""


# -- the debugger (lua/debugging/debugger.lua)


@lua_function("debugging/debugger", "begin")
def begin_debugging(probe: str) -> None:
    """Begin to debug the mods that load from now on; `probe` is a name that no mod guesses."""


# -- the state of mods between games (lua/core/freshness.lua)


@lua_function("core/freshness")
def remember() -> str:
    """Remember the state of the mods; return why this is not possible, or an empty text."""


@lua_function("core/freshness")
def restore() -> str:
    """Restore the state of the mods; return what could not be restored, or an empty text."""


@lua_function("core/freshness")
def taint() -> str:
    """Return what was walked in another order than in a new state, since the last `restore`; empty for nothing."""


# -- games


@lua_function("core/dialects")
def new_game() -> None:
    """Reset all dialects for a new game."""


@lua_function("core/dialects")
def start_game(is_loaded: bool) -> None:
    """Set up a game in which the player travels between maps; `is_loaded` for a game from a save."""


@lua_function("core/dialects")
def begin_play() -> None:
    """Let dialects begin what happens by itself, after players have entered."""


@lua_function("core/dialects")
def restore_game() -> None:
    """Load the game from the save."""


@lua_function("core/dialects")
def end_game() -> None:
    """Save the game at the end of a run, if there is a file for it."""


@lua_function("core/dialects")
def set_strict(is_strict: bool) -> None:
    """Set whether an error of a handler ends what the handler was called for."""


@lua_function("core/game/clock")
def run_until(milliseconds: int) -> None:
    """Run what waits for the game clock, up to a time."""


@lua_function("core/game/objects", "export")
def export_objects(map_number: int) -> tuple[str | None, bytes | None, str | None]:
    """Return the looks and positions of the objects on a map, and what they carry, or nothing."""


@lua_function("core/game/objects", "friends")
def list_friends(map_number: int) -> bytes:
    """Return the uids of the creatures on a map that are friends of the player, as 32-bit little-endian integers."""


@lua_function("core/game/objects")
def report_occupants() -> None:
    """Report where objects block on the map of the game."""


# -- what a person who plays can do (lua/core/game/offers.lua)


@lua_function("core/game/offers", "list")
def list_offers() -> Value:
    """Return what a person can do now: rows with the fields id, text and reason."""


# -- kts


@lua_function("kts/variables")
def has_menu(mod: str) -> bool:
    """Return whether a mod sets kts.MENU."""


@lua_function("kts/variables")
def error_message() -> str | None:
    """Return the text of DUNGEON_ERROR."""


@lua_function("kts/menu", "describe")
def describe_menu(mod: str, players: int) -> Value:
    """Return a list of the number of a menu as it is now, and the default of each of its options."""


@lua_function("kts/menu")
def describe_items(mod: str) -> Value:
    """Return the options of the menu of that number."""


@lua_function("kts/menu", "start")
def start_menu(mod: str, players: int, options: Value) -> Value:
    """Start a game from a menu; `options` is a list of names and values in turn. Return its description and options."""


@lua_function("kts/updates")
def do_pending() -> None:
    """Roll the numbers that the game waits for, such as the health of new monsters."""


@lua_function("kts/contents", "table_of")
def read_tile_table(mod: str, variable: str) -> Value:
    """Return the whole numbers that are keys of a table of a mod, and what each stands for: a list of two lists."""


@lua_function("kts/contents", "table_of_file")
def read_tile_table_of_file(file: str) -> Value:
    """Return the same for the tile table with which a segment file (`/mod/path`) was loaded."""


# -- tries of mods


@lua_function("kts/tries", "callbacks")
def list_callbacks(kind: str, index: int, names: list[str]) -> list[str]:
    """Return which of some callbacks a prototype has, by name."""


@lua_function("kts/tries", "run")
def run_callbacks() -> None:
    """Call the callbacks that are queued."""


@lua_function("areas/play/tries", "acts")
def list_acts(kind: str, entry: str) -> list[str]:
    """Return the names of what happens to objects of an entry of data when they are tried."""


@lua_function("areas/play/tries", "begin")
def begin_tries(mod: str, is_small: bool) -> bool:
    """Make a small map with a player, or begin the game of a mod; return False when there is no map."""


@lua_function("areas/play/tries", "play")
def try_object(kind: str, entry: str, act: str, most_ignored: int) -> None:
    """Let something happen to a new object of an entry; the first `most_ignored` errors of handlers are dropped."""


@lua_function("actions/simulation/tries", "play")
def try_entity(mod: str, entity: str, x: int, y: int, turns: int) -> None:
    """Create an entity of a registered class on the map of the game, beside a player, and play turns."""


# -- calls of mods, recorded for explanations


@lua_function("core/border/recording")
def record_calls(is_on: bool) -> None:
    """Set whether calls of mods are recorded, to explain failures."""


# -- pools


@lua_function("pools/report", "nodes")
def list_pools(path: str, with_children: bool) -> Value:
    """Return the pools that a path names, each after its parent."""


@lua_function("pools/report", "sample")
def sample_pool(path: str, draws: int) -> Value:
    """Return how often each entry of a pool is drawn."""


@lua_function("pools/draw_counts", "begin")
def count_draws() -> None:
    """Count draws from the pools of the game from now on, and forget those before."""


@lua_function("pools/draw_counts", "take")
def take_draws() -> Value:
    """Return how often the entries of pools were drawn since `count_draws`, as columns."""


# -- generators


@lua_function("generators/init", "generate")
def run_generator(index: int, options: Value) -> int | None:
    """Run a registered generator; return the number of its map, or nothing for the map of the game."""


# -- metrics


@lua_function("survey/init", "measure")
def measure_map(index: int, number: int, width: int, height: int) -> float | None:
    """Measure a map by its number with a registered metric; return nothing where it has no value."""


# -- worlds of the areas dialect


@lua_function("areas/play/keys", "begin")
def begin_world(mod: str) -> str | None:
    """Begin the world of a mod; return what is wrong, if anything."""


@lua_function("areas/play/keys", "visit")
def visit_area(area: str) -> str | None:
    """Enter the first floor of a unique area; return what is wrong, if anything."""


@lua_function("areas/play/atlas", "has_maps")
def has_areas(mod: str) -> bool:
    """Return whether a mod begins a world, or declares areas."""


@lua_function("areas/play/atlas", "make")
def make_areas(mod: str) -> Value:
    """Begin the game of a mod, and generate all floors of all areas.

    Return a list of rows: number of the map, key of its area (empty for none), floor.
    """


@lua_function("areas/play/keys", "status")
def world_status() -> tuple[str, str]:
    """Return the title and the status line of a world."""


@lua_function("areas/play/keys", "view")
def view_traveller() -> Value:
    """Return the player of a world as `view_simulated_player` does."""


@lua_function("areas/play/keys", "outcome")
def outcome_of_world() -> str | None:
    """Return how the game of a world ended for its player; nothing while it goes on."""


@lua_function("areas/play/conquest", "goal")
def goal_of_world(mod: str) -> str:
    """Return what the mod that began a world asks of its player; an empty text for nothing."""


@lua_function("areas/play/keys", "reports")
def reports_of_key() -> Value:
    """Return what happened to entities while a key was pressed, as `reports_of_turn` does."""


@lua_function("areas/play/keys", "press")
def press_key(key: str, is_strict: bool) -> None:
    """Do what a key means in a world."""


# -- simulations


@lua_function("actions/simulation/simulation", "begin")
def begin_simulation(square: int, is_strict: bool, mods: list[str], kts_plays: bool, critters: bool) -> str | None:
    """Play the player that a mod has put on the map of the game, or let one of a class of one of `mods` enter.

    Return what is wrong, if anything. With `kts_plays` it is the knight that kts lets enter. With `critters` enemies
    and items from the pools join it.
    """


@lua_function("actions/simulation/simulation", "turn")
def play_turn(milliseconds: int, move: str) -> tuple[bool, str, bool | None]:
    """Play a turn, in which game time may pass; `move` is what the player does.

    Return whether the player lives, the line of the log, and whether nothing but the log happened.
    """


@lua_function("actions/simulation/simulation", "player_square")
def square_of_simulated_player() -> tuple[int | None, int | None]:
    """Return where the player of a simulation is on its map, if anywhere."""


@lua_function("actions/simulation/simulation", "view")
def view_simulated_player() -> Value:
    """Return the player of a simulation: its square, its health and what it carries; nothing for nobody."""


@lua_function("actions/simulation/simulation", "reports")
def reports_of_turn() -> Value:
    """Return what happened to entities in the last turn: rows with the fields name, code, is_player, lost, x and y."""


@lua_function("actions/simulation/simulation", "summary")
def summarise_simulation() -> Value:
    """Return what came of the turns."""


@lua_function("areas/play/simulation", "begin")
def begin_world_simulation(mod: str, is_strict: bool, is_loaded: bool) -> str | None:
    """Begin to simulate a world; return what is wrong, if anything."""


@lua_function("areas/play/simulation", "turn")
def play_world_turn(move: str) -> tuple[bool, str, bool | None]:
    """Play a turn in a world; it returns what `play_turn` returns."""


@lua_function("areas/play/simulation", "press_script")
def play_by_script(is_strict: bool) -> str | None:
    """Let the player of a world that is played by keys act by itself for a turn; return a line about it, if any."""


# -- where things come from


@lua_function("provenance/recorder", "begin")
def begin_record(with_squares: bool, identity: str, path: str) -> None:
    """Begin to record what changes squares, and a field of an entry; empty texts for no field."""


@lua_function("provenance/recorder", "watch")
def watch_square(x: int, y: int) -> None:
    """Record objects that are put on a square from now on."""


# -- the REPL


@lua_function("repl/evaluation")
def evaluate(number: int, source: bytes, name: str) -> tuple[bool, list[str], int | None, bytes | None, int | None]:
    """Evaluate a text as code of a mod.

    Returns whether it goes on in the next line; results as Lua literals; and the number of the map that the first one
    is, or squares and width of the plan that it is.
    """


@lua_function("repl/evaluation")
def list_fields(number: int, path: str) -> list[str]:
    """Return the names of the fields of a table that variables of a mod lead to."""


# -- tests of mods


@lua_function("testing/init", "ready")
def ready_tests() -> None:
    """Load the Lua half of tests before there is a test file."""


@lua_function("testing/init", "open")
def open_test_file(mod: int, path: str) -> None:
    """Run a test file."""


@lua_function("testing/init", "run")
def run_test(function: str, position: int) -> Value:
    """Run a test of the open file; return its failures."""


@lua_function("testing/init", "declared")
def list_tests() -> Value:
    """Return the tests that the open file declares."""


@lua_function("testing/init", "functions")
def list_test_functions() -> Value:
    """Return the functions of the open file whose names begin with `test`."""


@lua_function("testing/init", "declared_by")
def list_tests_of(function: str) -> Value:
    """Return the tests that a function of the open file declares."""


@lua_function("core/coverage", "take")
def covered_lines() -> str:
    """Return the lines that ran since the last call: `name<tab>line line …` for each chunk."""
