"""Creatures in play: how they enter, move, are hurt, die and rise again."""

from __future__ import annotations

from host.model.geometry import DX, DY
from host.model.map import Map
from host.model.objects import Creature, ItemStack
from host.model.tile import WALKING
from host.play.callbacks import call_hook, call_monster, call_tile
from host.play.game import Game
from host.play.items import give
from host.play.quest import Quest
from host.play.tiles import add_tile, rings

_KNIGHT_HEALTH = 10


def ahead(creature: Creature) -> tuple[int, int]:
    """Return the square that a creature faces."""
    return creature.x + DX[creature.facing], creature.y + DY[creature.facing]


def teleport(game: Game, creature: Creature, x: int, y: int) -> bool:
    """Move a creature to another square; return False when it cannot stand there."""
    if not game.map.is_free(x, y, creature.height):
        return False
    game.map.move_creature(creature, x, y)
    game.post("teleport", creature=creature.uid, x=x, y=y)
    if creature.height == WALKING:
        for tile in game.map.tiles_on(game.map.square(x, y)):
            call_tile(game, tile.prototype.index, "on_walk_over", (x, y), creature)
    return True


def damage(game: Game, creature: Creature, amount: int) -> None:
    """Subtract health from a creature; at 0 it dies."""
    game.map.set_health(creature, creature.health - amount)
    game.post("damage", creature=creature.uid, amount=amount, health=max(creature.health, 0))
    if creature.monster is not None:
        call_monster(game, creature.monster, "on_damage", creature)
    else:
        call_hook(game, "HOOK_KNIGHT_DAMAGE", creature)
    if creature.health <= 0:
        die(game, creature)


def squelch(game: Game, creature: Creature) -> None:
    """Call the hook for the sound of a hit."""
    call_hook(game, "HOOK_CREATURE_SQUELCH", creature, (creature.x, creature.y))


def die(game: Game, creature: Creature, *, leaves_corpse: bool = True) -> None:
    """Remove a creature from the map; its inventory drops, and a monster leaves a corpse."""
    if game.map.creature_at(creature.x, creature.y, creature.height) is not creature:
        return
    game.map.remove_creature(creature)
    game.post("death", creature=creature.uid, x=creature.x, y=creature.y)
    square = game.map.square(creature.x, creature.y)
    for item, count in creature.carried.items():
        put_or_lose(game, square, ItemStack(item, count))
    creature.carried = {}
    if creature.monster is not None:
        call_monster(game, creature.monster, "on_death", creature)
        corpses = game.registry.get("monster", creature.monster).fields.corpses
        if corpses and leaves_corpse:
            add_tile(game, square, game.registry.get("tile", corpses[0]).fields)
    else:
        for player in game.players:
            if player.creature is creature:
                player.creature = None


def put_or_lose(game: Game, square: int, stack: ItemStack) -> None:
    """Put items on a square; without room for them they are lost, which is an event."""
    if not game.map.put_item(square, stack):
        game.post("lost", item=game.registry.get("item", stack.item).id, count=stack.count)


def create_monster(game_map: Map, x: int, y: int, monster: int) -> Creature | None:
    """Create a monster on a square, its health not yet rolled; return None when it cannot stand there."""
    height = game_map.registry.get("monster", monster).fields.height
    if not game_map.is_free(x, y, height):
        return None
    creature = Creature(next(game_map.uids), x, y, height, monster=monster)
    game_map.add_creature(creature)
    return creature


def raise_dead(game: Game, creature: Creature, most: int, radius: int) -> list[Creature]:
    """Turn corpses around a creature into the monsters that zombie activity names; return these monsters."""
    activity = game.part(Quest).zombie_activity
    # Index of a tile prototype -> index of the monster it becomes.
    becomes = {tile: index for tile, kind, index in activity[1] if kind == "monster"} if activity else {}
    risen: list[Creature] = []
    for x, y in rings(creature.x, creature.y, min(radius, max(game.map.width, game.map.height))):
        if len(risen) >= most:
            break
        if not game.map.contains(x, y):
            continue
        for slot, corpse in list(game.map.tile_slots(game.map.square(x, y))):
            monster = becomes.get(corpse.prototype.index)
            zombie = None if monster is None else create_monster(game.map, x, y, monster)
            if zombie is not None:
                game.map.remove_tile(slot)
                risen.append(zombie)
                break
    return risen


def _squares_for_knights(game_map: Map) -> list[int]:
    stair = game_map.tileset.traits.stair
    stacks = game_map.stacks.ravel().tolist()
    return [
        square for square, stack in enumerate(stacks) if not stair[stack] and game_map.is_square_free(square, WALKING)
    ]


def spawn_knights(game: Game) -> None:
    """Create the knight of each player at their home, or, where they respawn anywhere, on a random square."""
    for player in game.players:
        home = game.home_of(player.index)
        if player.creature is not None or player.eliminated:
            continue
        if home is not None:
            x, y, facing = home.x, home.y, (home.facing + 2) % 4
        elif player.respawn == "anywhere" and (squares := _squares_for_knights(game.map)):
            x, y = game.map.position(game.stream("host", "knights enter").choice(squares))
            facing = 2
        else:
            continue
        if not game.map.is_free(x, y, WALKING):
            continue
        knight = Creature(next(game.uids), x, y, WALKING, facing, player=player.index, health=_KNIGHT_HEALTH)
        game.map.add_creature(knight)
        player.creature = knight
        for item, counts in game.part(Quest).starting_gear:
            if counts and counts[0]:
                give(game, knight, item, counts[0])
