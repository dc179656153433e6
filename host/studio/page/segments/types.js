/**
 * Types of the segments editor; `docs/studio.md` describes the types of the server.
 *
 * Tile numbers beyond 2^53 are texts, because numbers could not hold them.
 *
 * @typedef {number | string} TileNumber
 * @typedef {[number, number]} Square
 * @typedef {[number, number, number, number]} Room x, y, width, height, walls included; −1 is the border outside
 *
 * @typedef {object} SegmentData
 * @property {string | null} name
 * @property {number} width
 * @property {number} height
 * @property {TileNumber[][]} layers
 * @property {Room[]} rooms
 * @property {{ x: number, y: number, calls: (string | number)[][] }[]} switches
 *
 * @typedef {{ key: string, segment: SegmentData }} Entry a segment of the document; its key stays when it is edited
 * @typedef {{ file: string, mod: string, is_writable: boolean, segments: number, error: string | null }} FileEntry
 *
 * @typedef {object} Tile
 * @property {number} number
 * @property {string} name
 * @property {string} glyph
 * @property {import("../types.js").Shape[]} sprite
 *
 * @typedef {object} Palette
 * @property {string | null} mod
 * @property {boolean} is_loaded
 * @property {number | null} empty the number of an empty square
 * @property {number} size
 * @property {Tile[]} tiles
 *
 * @typedef {object} Report
 * @property {number[][]} doors by side, from north clockwise
 * @property {number[]} sealed
 * @property {{ x: number, y: number, facing: string, special: boolean }[]} homes
 * @property {{ x: number, y: number, name: string, count: number }[]} objects
 * @property {{ severity: string, rule: string, message: string, hint: string }[]} diagnostics
 *
 * @typedef {"brush" | "rectangle" | "fill" | "pick" | "room"} Tool
 *
 * @typedef {object} EditorFields
 * @property {FileEntry[]} files
 * @property {string[]} mods whose files can be written
 * @property {string} file
 * @property {boolean} isWritable
 * @property {Entry[]} entries
 * @property {number} chosen number of the segment that is painted
 * @property {number} layer
 * @property {TileNumber} tile
 * @property {Tool} tool
 * @property {Square} cursor
 * @property {number} room number of the chosen room, −1 for none
 * @property {Palette | null} palette
 * @property {Report | null} report
 * @property {boolean} isDirty
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {{ hash: string | null } | null} conflict the hash of the file on the disk, when it is not what was read
 * @property {import("../types.js").Problem[]} problems
 * @property {import("../types.js").Problem[]} paletteProblems why there is no palette, or no report
 * @property {string} message
 */

export {};
