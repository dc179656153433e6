-- CombatRound: the commands of one round of a fight.
return [==[
class CombatRound: Object
  The commands of one round of a fight, for GameRunner:addToCrawl.

CombatRound(attacker: any, defender: any): CombatRound
  Make a round without commands.
  > local round = CombatRound(nil, Player(Tile:room(1, 1)))
  > round:appendText("A bolt!")
  > round:applyDamage(3)
  > print(#round:getCommandList()) --> 2

CombatRound.attacker: any
  The attacker.

CombatRound.defender: any
  The defender, who receives the damage.

CombatRound.commandList: Command[]
  The commands so far.

CombatRound:appendText(text: string)
  Add a line for the player.
  > CombatRound():appendText("A bolt!")

CombatRound:applyDamage(amount: integer)
  Add damage to the defender.
  > local round = CombatRound(nil, Player(Tile:room(1, 1)))
  > round:applyDamage(3)
  > print(round:getCommandList()[1].damage) --> 3

CombatRound:getCommandList(): Command[]
  Return a copy of the list of commands.
  > print(#CombatRound():getCommandList()) --> 0
]==]
