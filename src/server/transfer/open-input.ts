import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartFailure } from '../start-failure.ts'

export type Input = {
  name: string
  chunks: AsyncIterable<Buffer>
  /** Share of the file that was read, 0 to 100; null for a pipe, whose length nobody knows. */
  percent(): number | null
}

/** Makes sure of every file before anything is stored. Throws StartFailure naming the first that cannot be read. */
export async function checkReadable(paths: string[]): Promise<void> {
  for (const path of paths.filter((name) => name !== '-')) {
    try {
      const file = await open(path, 'r')
      const isDirectory = (await file.stat()).isDirectory()
      await file.close()
      if (isDirectory) throw new StartFailure(`${path} is a directory, not a file`)
    } catch (error) {
      if (error instanceof StartFailure) throw error
      const code = error instanceof Error && 'code' in error ? error.code : null
      throw new StartFailure(`${path} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : String(code)}`)
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
  // Whoever reads the unpacked side is told of a fault through it.
  pipeline(Readable.from(whole, { objectMode: false }), gunzip, () => undefined)
  yield* gunzip as AsyncIterable<Buffer>
}

async function* startingWith(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head
  yield* rest
}
