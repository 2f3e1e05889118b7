import type { Readable } from 'node:stream'
import type { Database } from '#server/database/database.ts'
import { learnModes, type ModeWords } from '#server/game/payloads/catalogue.ts'
import type { Clock } from '#server/kernel/clock.ts'
import { StartFailure } from '#server/kernel/errors.ts'
import { formatThousands } from '#shared/number-format.ts'
import { replayDue } from '../ingest/replay.ts'
import { storedModes } from '../ingest/write-catalogue.ts'
import { type Header, isKnown, sayNowAndThen } from './archive-format.ts'
import { type AnswerItem, type Item, type RowItem, readItem, storeAnswers } from './read-item.ts'
import { type Input, isDamagedGzip, type Line, openInput, readLines } from './read-lines.ts'
import { readColumns, shapeOf, storeRows, type TableColumns } from './store-rows.ts'

export type ImportOptions = {
  db: Database
  clock: Clock
  /** `-` is standard input. */
  files: string[]
  stdin: Readable
  say(line: string): void
  /** Stops between two batches; what is stored stays, and a later run goes on from there. */
  signal?: AbortSignal
}

type Run = {
  db: Database
  clock: Clock
  report: ImportReport
  columns: TableColumns
  /** Words for modes, to which lists of modes among the lines add. */
  words: ModeWords
  signal: AbortSignal | undefined
}

/**
 * Reads recorded answers and exported rows into the store, a batch at a time. To run it again changes nothing. Throws
 * StartFailure for an export that this version cannot read.
 */
export async function importFiles(options: ImportOptions): Promise<ImportTally> {
  const { db, clock, files, say, signal } = options
  const words: ModeWords = new Map()
  learnModes(words, await storedModes(db))
  const run: Run = { db, clock, signal, words, report: createReport(clock, say), columns: await readColumns(db) }
  for (const file of files) {
    if (signal?.aborted) break
    await importInput(run, openInput(file, options.stdin))
  }
  // A later run goes on where this one was stopped.
  if (!signal?.aborted) await replayDue(db)
  return run.report.tally
}

async function importInput(run: Run, input: Input): Promise<void> {
  const { report, clock, words } = run
  let batch = emptyBatch()
  let isWhole = true
  let last = 0
  const onDamage = () => report.badLine(input.name, last + 1, 'the compressed data are damaged or cut short from here')
  const { signal } = run
  for await (const line of untilDamaged(readLines(input.chunks, { signal }), onDamage)) {
    if (signal?.aborted) return
    last = line.number
    report.tally.lines += 1
    const item = readItem(line, { now: clock.now(), words })
    if (item.is === 'answer' && item.answer.kind === 'gamemodes') learnModes(words, item.answer.body)
    if (item.is === 'bad') report.badLine(input.name, item.line, item.reason)
    if (item.is === 'header') checkHeader(item.header, input.name)
    if (item.is === 'header' || item.is === 'end') isWhole = item.is === 'end'
    const full = addToBatch(batch, item)
    if (full === null) continue
    await store(run, input, full)
    batch = emptyBatch()
    addToBatch(batch, item)
  }
  if (signal?.aborted) return
  await store(run, input, batch)
  if (!isWhole) report.badLine(input.name, last + 1, 'the end of the export is missing: it was cut short')
}

/** Reads a packed file that is damaged as far as it goes. */
async function* untilDamaged(lines: AsyncIterable<Line>, onDamage: () => void): AsyncGenerator<Line> {
  try {
    yield* lines
  } catch (error) {
    if (!isDamagedGzip(error)) throw error
    onDamage()
  }
}

function checkHeader(header: Header, name: string): void {
  if (isKnown(header)) return
  const { version, schema } = header
  throw new StartFailure(
    `${name} was exported by a newer version of Delphin, or by one before the last before 0.1.0 (${version}, ${schema})`,
  )
}

async function store({ db, columns, report }: Run, input: Input, { answers, rows }: Batch): Promise<void> {
  const { tally } = report
  const ofAnswers = await storeAnswers(db, answers)
  const ofRows = await storeRows(db, rows, columns)
  tally.answers += ofAnswers.stored
  tally.rows += ofRows.stored
  tally.known += ofAnswers.known + ofRows.known
  tally.glitches += ofAnswers.setAside + answers.reduce((sum, item) => sum + item.glitches, 0)
  for (const { line, reason } of [...ofAnswers.bad, ...ofRows.bad]) report.badLine(input.name, line, reason)
  report.progress(input.name, input.percent())
}

/** Lines that are stored together: either answers or rows of one table. */
type Batch = { answers: AnswerItem[]; rows: RowItem[] }

/** From ENOUGH on a batch ends with the next answer of another moment, at MOST in any case. */
const ENOUGH_ANSWERS = 200
const MOST_ANSWERS = 400
const MOST_ROWS = 500

function emptyBatch(): Batch {
  return { answers: [], rows: [] }
}

/**
 * Adds a line, or returns the batch when that is to be stored before this line. Where batches end depends on the file
 * alone, not on what is stored, so that a run that was killed and its successor store the same as one run.
 */
function addToBatch(batch: Batch, item: Item): Batch | null {
  if (item.is === 'answer') {
    if (batch.rows.length > 0 || isFull(batch.answers, item)) return batch
    batch.answers.push(item)
  }
  if (item.is === 'row') {
    const [first] = batch.rows
    const fits = first === undefined || (batch.rows.length < MOST_ROWS && shapeOf(first) === shapeOf(item))
    if (batch.answers.length > 0 || !fits) return batch
    batch.rows.push(item)
  }
  return null
}

/** Answers of the same moment stay together: their order among themselves matters. */
function isFull(answers: AnswerItem[], next: AnswerItem): boolean {
  const last = answers.at(-1)
  if (last === undefined || answers.length < ENOUGH_ANSWERS) return false
  return answers.length >= MOST_ANSWERS || last.answer.observedAt.getTime() !== next.answer.observedAt.getTime()
}

type ImportTally = {
  lines: number
  answers: number
  rows: number
  /** Stored before. */
  known: number
  bad: number
  /** How many lines are bad for each reason. */
  reasons: Record<string, number>
  /** Parts of answers that cannot be true, like a member with an impossible figure, and were left out. */
  glitches: number
}

type ImportReport = {
  tally: ImportTally
  badLine(file: string, line: number, reason: string): void
  /** Says now and then how far it is. */
  progress(file: string, percent: number | null): void
}

/** The summary must stay in sight after a file of nothing but bad lines. */
const MOST_BAD_LINES_SAID = 100

function createReport(clock: Clock, say: (line: string) => void): ImportReport {
  const tally: ImportTally = { lines: 0, answers: 0, rows: 0, known: 0, bad: 0, reasons: {}, glitches: 0 }
  const sayPaced = sayNowAndThen(clock, say)
  return {
    tally,
    badLine(file, line, reason) {
      tally.bad += 1
      tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1
      if (tally.bad <= MOST_BAD_LINES_SAID) say(`${file}, line ${line}: ${reason}; skipped`)
      if (tally.bad === MOST_BAD_LINES_SAID) say('Further bad lines are counted, not named.')
    },
    progress(file, percent) {
      sayPaced(() => `${file}${percent === null ? '' : ` (${percent}%)`}: ${describeTally(tally)}`)
    },
  }
}

/** The figures in one sentence. */
export function describeTally({ lines, answers, rows, known, bad, reasons, glitches }: ImportTally): string {
  const parts = [
    `${formatThousands(lines)} lines`,
    `${formatThousands(answers)} answers stored`,
    ...(rows > 0 ? [`${formatThousands(rows)} rows stored`] : []),
    ...(known > 0 ? [`${formatThousands(known)} already stored`] : []),
    ...(glitches > 0 ? [`${formatThousands(glitches)} impossible parts left out`] : []),
    `${formatThousands(bad)} bad lines skipped${describeReasons(reasons)}`,
  ]
  return parts.join(', ')
}

const MOST_REASONS_SAID = 6

/** The most frequent reasons for bad lines. */
function describeReasons(reasons: ImportTally['reasons']): string {
  const counted = Object.entries(reasons).sort(([, one], [, other]) => other - one)
  if (counted.length === 0) return ''
  const said = counted.slice(0, MOST_REASONS_SAID).map(([reason, lines]) => `${formatThousands(lines)}: ${reason}`)
  return ` (${[...said, ...(counted.length > MOST_REASONS_SAID ? ['other reasons'] : [])].join('; ')})`
}
