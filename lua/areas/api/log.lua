-- Log and Gui: printed messages.
return [==[
module "api.Log": Log

module "api.Gui": Gui

Log.trace(pattern: any, ...: any)
  Prints a message about details, if Log.set_level allows it.
  > Log.trace("%d squares", 12)

Log.debug(pattern: any, ...: any)
  Prints a message for debugging.
  > Log.debug("%d squares", 12)

Log.info(pattern: any, ...: any)
  Prints a message about the course of the game.
  - pattern: as string.format takes it
  > Event.register("base.on_log_message", "hear", function(_, params) print(params.level, params.message) end)
  > Log.set_level "error"
  > Log.info("%d squares", 12)
  > Log.set_level "info"

Log.warn(pattern: any, ...: any)
  Prints a warning.
  > Log.warn("only %d rooms", 2) --> [warn] sample: only 2 rooms

Log.error(pattern: any, ...: any)
  Prints an error.
  > Log.error("no rooms") --> [error] sample: no rooms

Log.set_level(name: "trace" | "debug" | "info" | "warn" | "error")
  Sets the lowest level that is printed; "info" at first.
  > Log.set_level "error"
  > Log.warn "unheard"
  > Log.set_level "info"

Gui.mes(key: any, ...: any)
  Prints a message to the player.
  > Gui.mes("You find", 3, "coins.") --> You find 3 coins.

Gui.mes_c(key: any, color: any)
  Prints a message to the player; the colour is ignored.
  > Gui.mes_c("Danger!", "red") --> Danger!

Gui.mes_clear()
  Does nothing: there is no window to clear.
  > Gui.mes_clear()

Gui.mes_newline()
  Does nothing: each message has a line of its own.
  > Gui.mes_newline()

Gui.play_sound(...: any)
  Does nothing: there is no sound.
  > Gui.play_sound "base.walk"

Gui.update_screen()
  Does nothing: there is no window to draw in.
  > Gui.update_screen()

Gui.redraw_screen()
  Does nothing: there is no window to draw in.
  > Gui.redraw_screen()
]==]
