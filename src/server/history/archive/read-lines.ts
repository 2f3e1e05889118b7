import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { errorCode, StartFailure } from '#server/kernel/errors.ts'

/** A line of a file, by its number from 1, or why it cannot be one. Blank lines are left out. */
export type Line = { number: number; text: string } | { number: number; problem: string }

/** The longest answer of the game that was seen has 100 KB. */
const LONGEST_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 0x0a
const EMPTY = Buffer.alloc(0)

type ReadOptions = {
  /** A line of more bytes is skipped. */
  longest?: number
  /** Ends the reading, also within a long stretch of blank lines, which nobody is given. */
  signal?: AbortSignal | undefined
}

/** Cuts a stream of bytes into lines. It holds one line at a time. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  { longest = LONGEST_LINE_BYTES, signal }: ReadOptions = {},
): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let length = 0
  let number = 1
  const take = (part: Buffer) => {
    length += part.length
    if (length > longest) parts = []
    else parts.push(part)
  }
  const finish = () => {
    const [whole = EMPTY] = parts.length > 1 ? [Buffer.concat(parts)] : parts
    const line = length > longest ? tooLong(number, longest) : decode(number, whole)
    parts = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of chunks) {
    if (signal?.aborted) return
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      take(chunk.subarray(from, end))
      from = end + 1
      const line = finish()
      if (line !== null) yield line
    }
    take(chunk.subarray(from))
  }
  const last = finish()
  if (last !== null) yield last
}

function tooLong(number: number, longest: number): Line {
  return { number, problem: `longer than ${Math.round(longest / 1024 / 1024)} MB` }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(number: number, bytes: Buffer): Line | null {
  if (bytes.length === 0) return null
  try {
    const text = utf8.decode(bytes).trim()
    return text === '' ? null : { number, text }
  } catch {
    return { number, problem: 'not text in UTF-8' }
  }
}

export type Input = {
  name: string
  chunks: AsyncIterable<Buffer>
  /** How much of the file was read, 0 to 100; null for a pipe, whose length is not known. */
  percent(): number | null
}

/** Throws StartFailure with the name of the first file that cannot be read. */
export async function checkReadable(paths: string[]): Promise<void> {
  for (const path of paths.filter((name) => name !== '-')) {
    try {
      const file = await open(path, 'r')
      const isDirectory = (await file.stat()).isDirectory()
      await file.close()
      if (isDirectory) throw new StartFailure(`${path} is a directory, not a file`)
    } catch (error) {
      if (error instanceof StartFailure) throw error
      const code = errorCode(error)
      throw new StartFailure(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : code}`)
    }
  }
}

/** Opens a file, or `-` for standard input, unpacking it when its first bytes say gzip. */
export function openInput(path: string, stdin: Readable): Input {
  const stream = path === '-' ? stdin : createReadStream(path)
  const total = path === '-' ? 0 : statSync(path).size
  let read = 0
  const count = (bytes: number) => {
    read += bytes
  }
  return {
    name: path === '-' ? 'standard input' : path,
    chunks: unpacked(counted(stream, count)),
    percent: () => (total === 0 ? null : Math.min(100, Math.floor((100 * read) / total))),
  }
}

/** Whether an error means that packed data are damaged or break off. */
export function isDamagedGzip(error: unknown): boolean {
  return errorCode(error).startsWith('Z_')
}

async function* counted(stream: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk)
    count(bytes.length)
    yield bytes
  }
}

async function* unpacked(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 2) {
    const next = await chunks.next()
    if (next.done === true) break
    head = Buffer.concat([head, next.value])
  }
  const whole = startingWith(head, chunks)
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* whole
    return
  }
  const gunzip = createGunzip()
  // An error reaches the reader through the unpacked stream.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined)
  yield* gunzip as AsyncIterable<Buffer>
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}
