import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import { readMigrations } from '../database/migrate.ts'
import { StartFailure } from '../start-failure.ts'
import { openInput } from '../transfer/open-input.ts'
import { readLines } from '../transfer/read-lines.ts'
import { Contents, Digest, Header, VERSION } from './backup-format.ts'
import { createTableSums } from './table-sums.ts'

/** A row of a table in the text that the store gave of it. */
export type BackedUpRow = { table: string; row: string }

export type CheckedBackup = Contents & {
  file: string
  /** The newest migration of the store that was backed up. */
  schema: string
}

const ROW = /^\{"table":"(\w+)","row":(.*)\}$/s

/** The rows of a backup in order. Throws StartFailure where the file is damaged. */
export async function* readBackupRows(file: string): AsyncGenerator<BackedUpRow> {
  for await (const line of textLines(file)) {
    const [, table, row] = ROW.exec(line) ?? []
    if (table !== undefined && row !== undefined) yield { table, row }
  }
}

/**
 * Reads a backup to its end before anything is done with it. Throws StartFailure when it is none, is of a newer version,
 * was cut short, or is not what was written.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const digest = createHash('sha256')
  const sums = createTableSums()
  let header: z.output<typeof Header> | null = null
  const ends: string[] = []
  for await (const line of textLines(file)) {
    header ??= readHeader(line, file)
    const [, table, row] = ROW.exec(line) ?? []
    if (table !== undefined && row !== undefined) sums.add(table, [row])
    else if (line !== '' && ends.push(line) > 3) throw damaged(file)
    if (ends.length < 3) digest.update(`${line}\n`)
  }
  if (header === null) throw notABackup(file)
  const [, contentsLine = '', digestLine = ''] = ends
  if (digestLine === '') throw new StartFailure(`${file} was cut short: its end is missing. Nothing was restored.`)
  const contents = Contents.safeParse(parse(contentsLine)).data
  const whole = Digest.safeParse(parse(digestLine)).data?.sha256 === digest.digest('hex')
  if (contents === undefined || !whole) throw damaged(file)
  for (const table of Object.keys(contents.tables)) sums.add(table, [])
  if (!isDeepStrictEqual(sums.result(), contents.tables)) throw damaged(file)
  return { ...contents, file, schema: header.schema }
}

function readHeader(line: string, file: string): z.output<typeof Header> {
  const header = Header.safeParse(parse(line)).data
  if (header === undefined) throw notABackup(file)
  const isKnown = header.version === VERSION && readMigrations().some(({ name }) => name === header.schema)
  if (isKnown) return header
  throw new StartFailure(`${file} was made by a newer version of Delphin (${header.version}, ${header.schema})`)
}

async function* textLines(file: string): AsyncGenerator<string> {
  try {
    for await (const line of readLines(openInput(file, process.stdin).chunks)) {
      if ('problem' in line) throw damaged(file)
      yield line.text
    }
  } catch (error) {
    // A packed file that breaks off, or whose bytes were changed.
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))) throw damaged(file)
    throw error
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function damaged(file: string): StartFailure {
  return new StartFailure(`${file} is damaged: it is not what was written. Nothing was restored.`)
}

function notABackup(file: string): StartFailure {
  return new StartFailure(`${file} is no backup of Delphin (an export is read by npm run import)`)
}
