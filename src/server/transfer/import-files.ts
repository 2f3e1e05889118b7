import type { Readable } from 'node:stream'
import type { Clock } from '#shared/clock.ts'
import type { Database } from '../database/connection.ts'
import { readMigrations } from '../database/migrate.ts'
import { StartFailure } from '../start-failure.ts'
import { addToBatch, type Batch, emptyBatch } from './batch.ts'
import { VERSION } from './export-format.ts'
import { createReport, type ImportReport, type ImportTally } from './import-tally.ts'
import { type Input, openInput } from './open-input.ts'
import { type Item, readItem } from './read-item.ts'
import { type Line, readLines } from './read-lines.ts'
import { storeAnswers } from './store-answers.ts'
import { readColumns, storeRows, type TableColumns } from './store-rows.ts'

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

type Run = { db: Database; clock: Clock; report: ImportReport; columns: TableColumns; signal: AbortSignal | undefined }

/** Reads recorded answers and exported rows into the store, a batch at a time. Running it again changes nothing. */
export async function importFiles(options: ImportOptions): Promise<ImportTally> {
  const { db, clock, files, say, signal } = options
  const run: Run = { db, clock, signal, report: createReport(clock, say), columns: await readColumns(db) }
  for (const file of files) {
    if (signal?.aborted) break
    await importInput(run, openInput(file, options.stdin))
  }
  return run.report.tally
}

async function importInput(run: Run, input: Input): Promise<void> {
  const { report, clock } = run
  let batch = emptyBatch()
  let isWhole = true
  let last = 0
  const onDamage = () => report.badLine(input.name, last + 1, 'the compressed data are damaged or cut short from here')
  for await (const line of untilDamaged(readLines(input.chunks), onDamage)) {
    if (run.signal?.aborted) return
    last = line.number
    report.tally.lines += 1
    const item = readItem(line, clock.now())
    if (item.is === 'bad') report.badLine(input.name, item.line, item.reason)
    if (item.is === 'header') checkHeader(item, input.name)
    if (item.is === 'header' || item.is === 'end') isWhole = item.is === 'end'
    const full = addToBatch(batch, item)
    if (full === null) continue
    await store(run, input, full)
    batch = emptyBatch()
    addToBatch(batch, item)
  }
  await store(run, input, batch)
  if (!isWhole) report.badLine(input.name, last + 1, 'the end of the export is missing: it was cut short')
}

/** A packed file that breaks off is read as far as it goes. */
async function* untilDamaged(lines: AsyncIterable<Line>, onDamage: () => void): AsyncGenerator<Line> {
  try {
    yield* lines
  } catch (error) {
    if (!isZlibFault(error)) throw error
    onDamage()
  }
}

function checkHeader({ version, schema }: Extract<Item, { is: 'header' }>, name: string): void {
  const isKnown = version === VERSION && readMigrations().some((migration) => migration.name === schema)
  if (!isKnown) throw new StartFailure(`${name} was exported by a newer version of Delphin (${version}, ${schema})`)
}

async function store({ db, columns, report }: Run, input: Input, { answers, rows }: Batch): Promise<void> {
  const { tally } = report
  const ofAnswers = await storeAnswers(db, answers)
  const ofRows = await storeRows(db, rows, columns)
  tally.answers += ofAnswers.stored
  tally.rows += ofRows.stored
  tally.known += ofAnswers.known + ofRows.known
  tally.glitches += answers.reduce((sum, item) => sum + item.glitches, 0)
  for (const { line, reason } of [...ofAnswers.bad, ...ofRows.bad]) report.badLine(input.name, line, reason)
  report.progress(input.name, input.percent())
}

function isZlibFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^Z_/.test(error.code)
}
