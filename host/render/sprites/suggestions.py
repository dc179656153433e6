"""Families of sprites that the names and the looks of things suggest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from host.render.sprites.families import FAMILIES

# What a thing is, which decides what its words mean: a bat is a creature, a skeleton on the floor is bones.
TILE, ITEM, CREATURE = "tile", "item", "creature"


def _words(text: str) -> dict[str, str]:
    """Read `family: word word …` lines."""
    entries = (line.partition(":") for line in text.strip().splitlines())
    return {word: family.strip() for family, _, words in entries for word in words.split()}


# Besides the keys of the families themselves.
_FURNITURE = _words("""
    bench: pew settle
    bed: bunk cot
    table: desk counter
    chair: stool seat armchair sofa
    throne: throne
    shelf: bookcase bookshelf shelves cupboard cabinet wardrobe dresser
    rack: stand weapons
    hearth: fireplace oven furnace forge kiln stove
    cauldron: pot kettle vat
    cage: cell
    coffin: sarcophagus casket tomb
    urn: vase jar amphora pots
    altar: shrine
    plinth: pedestal
    statue: sculpture idol bust effigy angel
    pillar: column obelisk
    workbench: lathe
    chest: coffer strongbox
    barrel: cask keg tun
    crate: box
    door: gate portcullis hatch
    torch: brazier lamp lantern candle candelabra sconce campfire bonfire
    fountain: basin
    bush: shrub thicket fern
    tree: pine oak forest fir birch willow palm trees
    mountain: mountains peak hill
    boulder: rock
    rubble: debris dust ashes ash gravel scree
    grave: gravestone tombstone headstone
    straw: hay
    flowers: flower
    mushroom: mushrooms toadstool fungus
    web: cobweb cobwebs webs
    water: moat river lake sea
    puddle: puddles
    stairs: stair staircase steps ladder
    pit: hole chasm shaft
    bridge: planks gangway
    lever: switch crank winch
    plate: button
    trap: spikes snare caltrops
    arch: archway entrance portal
    curtain: drape tapestry
    rug: carpet mat
    blood: gore bloodstain
    corpse: carcass body dead remains
    bones: bone skeleton skull ribs
    pentagram: sigil rune circle
    mound: barrow
""")
_ITEMS = _words("""
    sword: blade sabre scimitar rapier
    dagger: knife stiletto dirk
    axe: hatchet cleaver
    pickaxe: pick mattock
    hammer: maul
    club: mace cudgel morningstar flail
    spear: pike lance javelin halberd trident
    bow: longbow
    arrow: arrows bolt bolts quiver dart darts
    staff: quarterstaff rod
    wand: sceptre
    shield: buckler
    armour: armor mail coat cuirass breastplate robe cloak tunic
    helmet: helm cap hat hood
    boots: shoes sandals greaves
    amulet: necklace pendant talisman
    crown: tiara circlet diadem
    cup: goblet chalice grail relic
    lockpick: lockpicks picklock
    scroll: map letter parchment note
    book: tome grimoire spellbook journal
    flask: potion draught elixir phial vial bottle tonic
    gem: ruby diamond emerald sapphire jewel crystal stone pearl
    orb: ball sphere
    coins: coin gold money treasure silver
    food: bread loaf cake ration rations biscuit
    meat: steak ham sausage drumstick fish
    apple: fruit pear
    bowl: stew soup
    bomb: grenade
    claw: claws teeth fangs fang touch hands
    trap: needle
    mushroom: mushrooms
    bones: bone skull
    torch: lamp lantern candle
    slime: jelly
    straw: hay
    villager: captive prisoner
""")
_CREATURES = _words("""
    rat: mouse rats
    bat: bats
    spider: tarantula scorpion
    beetle: bug ant cockroach
    snake: serpent viper adder worm spitter naga
    slime: blob jelly ooze pudding
    dog: wolf hound jackal fox
    cat: lion panther tiger
    bear: boar
    dragon: drake wyrm wyvern
    gargoyle: golem
    wisp: wisps sprite fairy will-o-wisp
    goblin: kobold imp gremlin
    orc: uruk hobgoblin
    ogre: troll giant cyclops
    zombie: ghoul mummy
    skeleton: bones
    lich: vampire
    ghost: spectre specter spirit wraith phantom shade banshee
    knight: paladin warrior hero
    guard: soldier warden sentinel
    mage: wizard sorcerer cultist acolyte necromancer witch priest monk
    villager: peasant baker smith wanderer merchant innkeeper farmer ranger thief bandit man woman child
    mushroom: fungus myconid
    tree: treant ent
    bomb: bomb
    arrow: arrow
""")
# Families that are not for all things: a tile that is called "sword" is a rack, and no creature is a bench.
_TABLES: Mapping[str, Mapping[str, str]] = {
    TILE: {**{key: key for key in FAMILIES if key not in ("skeleton", "knight")}, **_FURNITURE},
    ITEM: {**{key: key for key in FAMILIES}, **_ITEMS},
    CREATURE: {**{key: key for key in FAMILIES if key != "bones"}, **_CREATURES},
}
# Glyphs that say what a thing is, whose words say nothing.
_GLYPHS: Mapping[str, Mapping[str, str]] = {
    TILE: {"♣": "tree", "♠": "tree", "∩": "arch"},
    ITEM: {
        ")": "sword", "/": "wand", "!": "flask", "?": "scroll", "$": "coins", "*": "gem", "[": "armour", "=": "ring",
        "%": "food", "]": "shield", '"': "amulet", "°": "ring", "ʺ": "key", "ʼ": "lockpick",
    },
    CREATURE: {},
}  # fmt: skip
# Words from which the name of a kind of thing does not follow: "potion of troll blood" is a potion.
_JOINTS = frozenset(("of", "with", "on", "in", "for"))
# Letters of a word that may be the end of another: "longsword" is a sword.
_LEAST_END = 4


@lru_cache(4096)
def suggest(role: str, name: str, identity: str, glyph: str) -> str | None:
    """Return the family that the name, the id (`mod.name`) and the glyph of a thing suggest, or None."""
    table = _TABLES[role]
    for text in (name, identity.partition(".")[2].replace("_", " ")):
        for word in _by_weight(text.casefold()):
            family = _find(table, word)
            if family is not None:
                return family
    return _GLYPHS[role].get(glyph)


def _by_weight(text: str) -> Iterator[str]:
    """Yield the words of a name, first what says most: the noun before "of", then what stands before it."""
    words = ["".join(filter(str.isalnum, word)) for word in text.split()]
    ends = [i for i, word in enumerate(words) if word in _JOINTS and i]
    head = words[: ends[0]] if ends else words
    yield from reversed(head)
    yield from reversed(words[len(head) :])


def _find(table: Mapping[str, str], word: str) -> str | None:
    for form in (word, word.removesuffix("s"), word.removesuffix("es")):
        if form in table:
            return table[form]
    ends = (word[i:] for i in range(1, len(word) - _LEAST_END + 1))
    return next((table[end] for end in ends if end in table), None)
