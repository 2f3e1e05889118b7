import * as z from 'zod'
import type { Database } from '#server/database/database.ts'
import { dataFault } from '#server/database/storage.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import type { ModeWords } from '#server/game/payloads/catalogue.ts'
import { UnusableAnswer } from '#server/game/payloads/parsing.ts'
import { parseRecorded } from '#server/game/payloads/recorded.ts'
import { storedLogs } from '../ingest/battle-logs.ts'
import { ingest } from '../ingest/ingest.ts'
import { type Header, isExportEnd, parseJson, readHeader } from './archive-format.ts'
import { type ExportedTable, GAME_BEGAN, type Row, tableOfRow } from './exported-rows.ts'
import type { Line } from './read-lines.ts'

/** What a line holds, with its number. */
export type Item = { line: number } & (
  | { is: 'answer'; answer: ObservedAnswer; glitches: number }
  | { is: 'row'; table: ExportedTable; row: Row }
  | { is: 'header'; header: Header }
  | { is: 'end' }
  | { is: 'bad'; reason: string }
)
export type AnswerItem = Extract<Item, { is: 'answer' }>
export type RowItem = Extract<Item, { is: 'row' }>

const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** The time at which lines are read, and the words for modes that are known by then. */
export type Reading = { now: Date; words: ModeWords }

/** Reads a line of a recording or of an export. What is wrong with it becomes a reason, never an error. */
export function readItem(line: Line, reading: Reading): Item {
  const bad = (reason: string): Item => ({ is: 'bad', line: line.number, reason })
  if ('problem' in line) return bad(line.problem)
  const json = parseJson(line.text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return bad('not a JSON object')
  try {
    if ('format' in json) return { line: line.number, ...readMark(json) }
    if ('table' in json) return { line: line.number, ...readRow(json, reading.now) }
    return { line: line.number, is: 'answer', ...readRecording(json, reading) }
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

function readRecording(json: object, { now, words }: Reading): { answer: ObservedAnswer; glitches: number } {
  const { observed_at, path, body }: { observed_at?: unknown; path?: unknown; body?: unknown } = json
  const observedAt = readMoment(observed_at, now)
  if (typeof path !== 'string') throw new BadLine('no path')
  if (body === undefined) throw new BadLine('no body')
  const recorded = parseRecorded(path, body, words)
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

/** What became of a batch of lines. */
export type Outcome = { stored: number; known: number; bad: { line: number; reason: string }[] }

/**
 * Stores the answers that are not stored yet, in any order. An answer that the store refuses does not keep it from the
 * others. Those that come late are put into their places by `replayDue`, once for all batches.
 */
export async function storeAnswers(db: Database, items: AnswerItem[]): Promise<Outcome & { setAside: number }> {
  const logs = items.flatMap(({ answer }) => (answer.kind === 'battle-log' ? [answer] : []))
  const knownLogs = await storedLogs(db, logs)
  const fresh = items.filter(({ answer }) => answer.kind !== 'battle-log' || !knownLogs.has(answer))
  const { repeated, setAside, bad } = await storeFresh(db, fresh)
  const known = knownLogs.size + repeated
  return { stored: items.length - known - bad.length, known, bad, setAside }
}

type Stored = { repeated: number; setAside: number; bad: Outcome['bad'] }

async function storeFresh(db: Database, items: AnswerItem[]): Promise<Stored> {
  try {
    const { repeated, setAside } = await ingestItems(db, items)
    return { repeated, setAside, bad: [] }
  } catch (error) {
    if (dataFault(error) === null) throw error
    return storeOneByOne(db, items)
  }
}

function ingestItems(db: Database, items: AnswerItem[]) {
  return ingest(
    db,
    items.map((item) => item.answer),
  )
}

async function storeOneByOne(db: Database, items: AnswerItem[]): Promise<Stored> {
  const stored: Stored = { repeated: 0, setAside: 0, bad: [] }
  for (const item of items) {
    try {
      const { repeated, setAside } = await ingestItems(db, [item])
      stored.repeated += repeated
      stored.setAside += setAside
    } catch (error) {
      const reason = dataFault(error)
      if (reason === null) throw error
      stored.bad.push({ line: item.line, reason })
    }
  }
  return stored
}
