/**
 * Types of the JSON of surveys; `docs/studio.md` describes them.
 *
 * @typedef {import("../types.js").Problem} Problem
 *
 * @typedef {object} Progress
 * @property {number} survey
 * @property {string} generator
 * @property {number} version
 * @property {"starting" | "running" | "done" | "stopped" | "failed"} state
 * @property {number} done
 * @property {number} failed
 * @property {number} total
 * @property {number} seconds
 * @property {number} rate
 * @property {number | null} seconds_left
 *
 * @typedef {{ number: number, seed: number, options: Record<string, string> }} Dungeon
 * @typedef {Dungeon & { reason: string, count: number, place: string }} Cause
 *
 * @typedef {object} Metric
 * @property {string} id
 * @property {string} help
 * @property {number} dungeons
 * @property {boolean} is_varying
 * @property {number[]} counts
 * @property {number[]} edges
 * @property {number | null} [mean]
 * @property {number | null} [p05]
 * @property {number | null} [p50]
 * @property {number | null} [p95]
 *
 * @typedef {{ x: string, y: string, correlation: number, coverage: number }} Pair
 *
 * @typedef {object} Range
 * @property {string} x
 * @property {string} y
 * @property {number} size
 * @property {number[]} x_edges
 * @property {number[]} y_edges
 * @property {{ column: number, row: number, dungeons: number }[]} bins
 *
 * @typedef {{ value: string, dungeons: number, failed: number, means: Record<string, number | null> }} SweptValue
 *
 * @typedef {object} SummaryFields
 * @property {Record<string, unknown>} request
 * @property {{ option: string } | null} sweep
 * @property {Cause[]} causes
 * @property {Metric[]} metrics
 * @property {Pair[]} pairs
 * @property {Range | null} range
 * @property {SweptValue[]} values
 * @property {string[]} warnings
 * @property {Problem[]} problems
 * @property {string | null} missing_for_report which library the report needs that is not installed
 *
 * @typedef {Progress & SummaryFields} Summary
 *
 * A choice of dungeons: what it is called, and the parameters that ask for it.
 * @typedef {{ title: string, query: Record<string, string | number>, hasFailed?: boolean }} Choice
 */

export {};
