-- Const: numbers of the rules that mods share.
return [==[
module "api.Const": Const -- local

class Const -- required
  Numbers of the rules that mods share, from `require "api.Const"`.

Const.CITIZEN_RESPAWN_HOURS: integer
  48.

Const.MAX_CHARAS: integer
  245.

Const.KARMA_BAD: integer
  -30.

Const.KARMA_GOOD: integer
  20.

Const.MAP_RENEW_MAJOR_HOURS: integer
  120.

Const.MAP_RENEW_MINOR_HOURS: integer
  24.

Const.MAP_MINOR_RENEW_STEP_HOURS: integer
  24.

Const.RESIST_GRADE: integer
  50.

Const.MAX_ENCHANTMENTS: integer
  15.

Const.WEAPON_WEIGHT_LIGHT: integer
  1500.

Const.WEAPON_WEIGHT_HEAVY: integer
  4000.

Const.POTENTIAL_DECAY_RATE: number
  0.9.

Const.SKILL_POINT_EXPERIENCE_GAIN: integer
  400.

Const.PLANT_GROWTH_DAYS: integer
  4.

Const.AI_RANGED_ATTACK_THRESHOLD: integer
  6.

Const.AI_THROWING_ATTACK_THRESHOLD: integer
  8.

Const.RANDOM_ITEM_TITLE_SEED_MAX: integer
  30000.

Const.ETHER_DISEASE_DEATH_THRESHOLD: integer
  20000.

Const.HUNGER_DECREMENT_AMOUNT: integer
  8.

Const.HUNGER_SLEEP_DECREMENT_AMOUNT: integer
  1500.

Const.ALLY_HUNGER_THRESHOLD: integer
  6000.

Const.INNKEEPER_MEAL_NUTRITION: integer
  15000.

Const.EATING_NUTRITION_LIMIT: integer
  10000.

Const.MAX_CHARAS_ALLY: integer
  16.

Const.MAX_CHARAS_ADVENTURER: integer
  40.

Const.MAX_CHARAS_SAVED: integer
  56.

Const.MAX_CHARAS_OTHER: integer
  189.

Const.RESIST_LEVEL_MINIMUM: integer
  3.

Const.RESIST_LEVEL_STRONG: integer
  7.

Const.RESIST_LEVEL_IMMUNE: integer
  7.

Const.FATIGUE_HEAVY: integer
  0.

Const.FATIGUE_MODERATE: integer
  25.

Const.FATIGUE_LIGHT: integer
  50.

Const.FATIGUE_THRESHOLD_HEAVY: integer
  0.

Const.FATIGUE_THRESHOLD_MODERATE: integer
  25.

Const.FATIGUE_THRESHOLD_LIGHT: integer
  50.

Const.MAX_SKILL_LEVEL: integer
  2000.

Const.MAX_SKILL_POTENTIAL: integer
  400.

Const.MAX_SKILL_EXPERIENCE: integer
  1000.

Const.INITIAL_YEAR: integer
  517.

Const.INITIAL_MONTH: integer
  8.

Const.INITIAL_DAY: integer
  12.

Const.IMPRESSION_ENEMY: integer
  0.

Const.IMPRESSION_HATE: integer
  25.

Const.IMPRESSION_NORMAL: integer
  50.

Const.IMPRESSION_PARTY: integer
  53.

Const.IMPRESSION_AMIABLE: integer
  75.

Const.IMPRESSION_FRIEND: integer
  100.

Const.IMPRESSION_FELLOW: integer
  150.

Const.IMPRESSION_MARRY: integer
  200.

Const.IMPRESSION_SOULMATE: integer
  300.

Const.CON_SICK_HEAVY: integer
  30.

Const.CON_POISON_HEAVY: integer
  30.

Const.CON_SLEEP_HEAVY: integer
  30.

Const.CON_ANGRY_HEAVY: integer
  30.

Const.CON_DIM_HEAVY: integer
  60.

Const.CON_DIM_MODERATE: integer
  30.

Const.CON_BLEED_HEAVY: integer
  20.

Const.CON_BLEED_MODERATE: integer
  10.

Const.CON_INSANE_HEAVY: integer
  50.

Const.CON_INSANE_MODERATE: integer
  25.

Const.CON_DRUNK_HEAVY: integer
  45.

Const.ARMOR_WEIGHT_CLASS_HEAVY: integer
  35000.

Const.ARMOR_WEIGHT_CLASS_MEDIUM: integer
  15000.

Const.HUNGER_THRESHOLD_VOMIT: integer
  35000.

Const.HUNGER_THRESHOLD_BLOATED: integer
  12000.

Const.HUNGER_THRESHOLD_SATISFIED: integer
  10000.

Const.HUNGER_THRESHOLD_NORMAL: integer
  5000.

Const.HUNGER_THRESHOLD_HUNGRY: integer
  2000.

Const.HUNGER_THRESHOLD_STARVING: integer
  1000.

Const.SLEEP_THRESHOLD_LIGHT: integer
  15.

Const.SLEEP_THRESHOLD_MODERATE: integer
  30.

Const.SLEEP_THRESHOLD_HEAVY: integer
  50.
]==]
