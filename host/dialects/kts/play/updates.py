"""Updates of a game in play, at times of the game clock. A game makes one update at a time; Lua passes the time."""

from __future__ import annotations

from host.dialects.kts.play import effects, ending, knights, missiles, movement, spawning
from host.dialects.kts.play.progress import Progress
from host.dialects.kts.play.quest import Quest
from host.play.game import Game


def begin(game: Game) -> None:
    """Begin play, unless it has begun."""
    progress, quest = game.part(Progress), game.part(Quest)
    if progress.has_begun or progress.is_over:
        return
    knights.begin_play(game, game.map)
    progress.has_begun = True
    now = game.clock
    # The quest is shown after players have entered, which comes first.
    progress.due = {"quest": now, "monsters": now + 1, "supplies": now + 1, "critical items": now + 1}
    progress.due["healing"] = now + progress.settings["healing_time"]
    if quest.time_limit > 0:
        progress.due["time limit"] = now + 1000 * quest.time_limit
    missiles.plan_run(progress)


def next_due(game: Game) -> int:
    """Return when the next update is due; -1 for none."""
    progress = game.part(Progress)
    if not progress.has_begun or progress.is_over:
        return -1
    times = [*progress.due.values(), *(p.respawns_at for p in game.players if p.respawns_at is not None)]
    return min(times, default=-1)


def update(game: Game, *, has_function: bool) -> None:
    """Make the updates that are due: players enter, in order, or else one run. See `spawn_when_due`."""
    progress, game_map, now = game.part(Progress), game.map, game.clock
    entering = [player for player in game.players if player.respawns_at is not None and player.respawns_at <= now]
    if entering:
        knights.spawn_when_due(game, game_map, entering[0], has_function=has_function)
        return
    name = min((name for name, due in progress.due.items() if due <= now), key=progress.due.__getitem__, default=None)
    if name is None:
        return
    # Imported here: most maps are not played.
    from host.dialects.kts.play import monsters, strikes, supplies

    del progress.due[name]
    settings = progress.settings
    if name == "time limit":
        ending.end_by_time(game)
    elif name == "monsters":
        progress.due[name] = now + settings["monster_interval"]
        movement.notice_steps(game, game_map)
        spawning.run_generator(game, game_map)
        monsters.run_monsters(game, game_map)
    elif name == "missiles":
        strikes.run_blows(game, game_map)
        missiles.run_missiles(game, game_map)
    elif name == "effects":
        effects.run_effects(game, game_map)
    elif name == "supplies":
        progress.due[name] = now + settings["item_respawn_interval"]
        supplies.respawn_stuff(game, game_map)
    elif name == "quest":
        knights.show_quest(game)
    elif name == "healing":
        progress.due[name] = now + settings["healing_time"]
        knights.heal_at_homes(game, game_map)
    elif name == "critical items":
        progress.due[name] = now + settings["item_check_interval"]
        supplies.check_critical(game, game_map)
    elif supplies.place_lost_item(game, game_map):
        progress.due[name] = now + settings["item_replacement_interval"]
