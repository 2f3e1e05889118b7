import * as z from 'zod'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { UnusableAnswer } from '#server/game/payloads/parsing.ts'
import { parseRecorded } from '#server/game/payloads/recorded.ts'
import { type Header, isExportEnd, parseJson, readHeader } from './archive-format.ts'
import { type ExportedTable, type FORMER_TABLE, GAME_BEGAN, type Row, tableOfRow } from './exported-rows.ts'
import type { Line } from './read-lines.ts'

/** What a line holds, with its number. */
export type Item = { line: number } & (
  | { is: 'answer'; answer: ObservedAnswer; glitches: number }
  | { is: 'row'; table: ExportedTable | typeof FORMER_TABLE; row: Row }
  | { is: 'header'; header: Header }
  | { is: 'end' }
  | { is: 'bad'; reason: string }
)
export type AnswerItem = Extract<Item, { is: 'answer' }>
export type RowItem = Extract<Item, { is: 'row' }>

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Reads a line of a recording or of an export. What is wrong with it becomes a reason, never an error. */
export function readItem(line: Line, now: Date): Item {
  const bad = (reason: string): Item => ({ is: 'bad', line: line.number, reason })
  if ('problem' in line) return bad(line.problem)
  const json = parseJson(line.text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return bad('not a JSON object')
  try {
    if ('format' in json) return { line: line.number, ...readMark(json) }
    if ('table' in json) return { line: line.number, ...readRow(json, now) }
    return { line: line.number, is: 'answer', ...readRecording(json, now) }
  } catch (error) {
    if (error instanceof BadLine || error instanceof UnusableAnswer) return bad(error.message)
    throw error
  }
}

class BadLine extends Error {}

function readMark(json: object) {
  const header = readHeader(json)
  if (header?.holds === 'history') return { is: 'header' as const, header }
  if (isExportEnd(json)) return { is: 'end' as const }
  throw new BadLine('a header of another format')
}

const StoredRow = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) })

function readRow(json: object, now: Date) {
  const stored = StoredRow.safeParse(json)
  if (!stored.success) throw new BadLine('not a row of a table')
  const table = tableOfRow(stored.data, now)
  if (typeof table !== 'string') throw new BadLine(table.problem)
  return { is: 'row' as const, table, row: stored.data.row }
}

function readRecording(json: object, now: Date): { answer: ObservedAnswer; glitches: number } {
  const { observed_at, path, body }: { observed_at?: unknown; path?: unknown; body?: unknown } = json
  const observedAt = readMoment(observed_at, now)
  if (typeof path !== 'string') throw new BadLine('no path')
  if (body === undefined) throw new BadLine('no body')
  const recorded = parseRecorded(path, body)
  if (recorded === null) throw new BadLine('the path is none that can be imported')
  const { glitches, ...answer } = recorded
  return { answer: { ...answer, observedAt }, glitches: glitches.length }
}

function readMoment(value: unknown, now: Date): Date {
  if (value === undefined) throw new BadLine('no observed_at')
  const moment = Moment.safeParse(value)
  if (!moment.success) throw new BadLine('observed_at is no ISO time with a zone')
  if (moment.data > now) throw new BadLine('observed_at is in the future')
  if (moment.data < GAME_BEGAN) throw new BadLine('observed_at is before the game began')
  return moment.data
}
