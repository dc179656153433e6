/**
 * Types of the JSON of the server; `docs/studio.md` describes them.
 *
 * @typedef {string | number | boolean} Value
 *
 * @typedef {object} Option
 * @property {string} id
 * @property {Value} default
 * @property {Value[]} choices
 * @property {string} [text] its name
 * @property {string[]} [texts] names of the choices
 * @property {boolean} numeric
 * @property {boolean} real
 * @property {boolean} random
 * @property {number | null} least
 * @property {number | null} most
 * @property {string} help
 * @property {number | null} [longest]
 *
 * @typedef {{ id: string, mod: string, help: string, options: Option[] }} Generator
 * @typedef {{ id: string, version: string, name: string, folder: string, begins_world: boolean }} Mod
 * @typedef {{ version: number, title: string, first: string | null, generators: Generator[], mods: Mod[],
 *   themes: string[] }} State
 *
 * @typedef {object} Source
 * @property {string} file
 * @property {number} line
 * @property {number} first
 * @property {string[]} lines
 * @property {string | null} address
 *
 * @typedef {object} Problem
 * @property {string} message
 * @property {string} [kind]
 * @property {string} [hint]
 * @property {string | null} [mod]
 * @property {string | null} [file]
 * @property {number | null} [line]
 * @property {Source[]} [sources]
 * @property {boolean} [isNote] whether nothing is wrong: what is asked for does not exist
 *
 * @typedef {(string | number)[]} Shape
 *
 * @typedef {object} Picture
 * @property {number} width
 * @property {number} height
 * @property {number} size
 * @property {Shape[][]} sprites
 * @property {{ name: string, cells: Int32Array }[]} layers
 * @property {Shape[]} [over] captions, in the units of sprites from the corner of the map
 * @property {Shape} [ground] what is behind squares and captions
 *
 * @typedef {{ x: number, y: number, width: number, height: number, id: string, title?: string, mirrored: boolean,
 *   turns: number }} Segment
 * @typedef {{ x: number, y: number, facing: string, special: boolean, players?: number[] }} Home
 * @typedef {{ x: number, y: number, tile: string, open: boolean, lock?: string | number, trap?: { kind: string },
 *   content?: { item: string, count: number } }} Lockable
 *
 * @typedef {object} MapFields
 * @property {number} version
 * @property {string} command
 * @property {string} generator
 * @property {number} seed
 * @property {number} players
 * @property {Record<string, Value>} options
 * @property {{ id: string, name: string, kind: string }[]} tiles
 * @property {number[][]} stacks
 * @property {Int32Array} squares
 * @property {{ x: number, y: number, name: string, count?: number, kind?: string }[]} items
 * @property {{ x: number, y: number, name: string, health: number }[]} creatures
 * @property {string[]} counts how much is on the map
 * @property {string[]} quest its description and its hints
 * @property {string[]} events
 * @property {number} events_left_out
 * @property {[number, number][]} entrances
 * @property {Int32Array} distances
 * @property {Int32Array} walking
 * @property {Int32Array} unreachable
 * @property {Home[]} homes
 * @property {[number, number, number, number][]} rooms
 * @property {Lockable[]} doors
 * @property {Lockable[]} chests
 * @property {Segment[]} segments
 *
 * @typedef {Picture & MapFields} DungeonMap
 *
 * @typedef {{ number: number, kind: string, text: string }} LogLine
 *
 * @typedef {{ what: string, mod: string, file: string | null, line: number, action: string,
 *   value: string | null }} Cause
 *
 * @typedef {object} Test
 * @property {number} number
 * @property {string} name
 * @property {number} line
 * @property {string} state "new", "waiting", "running", "passed", "failed" or "skipped"
 * @property {number | null} seconds
 * @property {string} skipped
 * @property {boolean} has_snapshot
 * @property {boolean} is_old whether files were saved since it ended
 *
 * @typedef {object} Failure
 * @property {string} kind
 * @property {string} message
 * @property {string | null} expected
 * @property {string | null} actual
 * @property {string | null} snapshot
 * @property {{ expected: Picture, actual: Picture, differing: [number, number][], has_expected: boolean } | null} maps
 * @property {Source[]} sources
 *
 * @typedef {Test & { file: string, command: string, printed: string, failures: Failure[] }} TestResult
 *
 * @typedef {object} Requirement
 * @property {string} text
 * @property {string | null} file
 * @property {number | null} line
 * @property {string} relaxed
 *
 * @typedef {object} Explanation
 * @property {string} request
 * @property {string} reason
 * @property {string} heading
 * @property {string} advice
 * @property {string} note
 * @property {Requirement[]} wishes
 * @property {number[] | null} remedies
 * @property {{ picture: Picture, marks: [number, number][] } | null} drawing
 */

export {};
