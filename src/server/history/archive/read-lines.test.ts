import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, readLines } from './read-lines.ts'

async function linesOf(chunks: Buffer[], longest?: number): Promise<Line[]> {
  async function* feed() {
    yield* chunks
  }
  return Array.fromAsync(readLines(feed(), longest === undefined ? {} : { longest }))
}

test('the lines of a file are the same in whatever pieces its bytes come', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 }).map((line) => line.replaceAll(/[\n\uFEFF]/g, '').trim())
  await fc.assert(
    fc.asyncProperty(fc.array(text), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (lines, sizes) => {
      const bytes = Buffer.from(lines.join('\r\n'))
      const chunks: Buffer[] = []
      for (let from = 0; from < bytes.length; ) {
        const size = sizes.next().value as number
        chunks.push(bytes.subarray(from, from + size))
        from += size
      }
      const expected = lines.flatMap((line, index) => (line === '' ? [] : { number: index + 1, text: line }))
      expect(await linesOf(chunks)).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

test('a line that is too long or no text becomes a problem, and the next line is read', async () => {
  const chunks = [
    Buffer.from('short\n'),
    Buffer.alloc(30, 'x'),
    Buffer.from('xx\n'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from('end'),
  ]
  expect(await linesOf(chunks, 20)).toEqual([
    { number: 1, text: 'short' },
    { number: 2, problem: expect.stringMatching(/^longer than/) },
    { number: 3, problem: 'not text in UTF-8' },
    { number: 4, text: 'end' },
  ])
})

test('reading ends when it is told to, also within blank lines without end', async () => {
  const stopping = new AbortController()
  async function* blanks() {
    for (let chunk = 0; chunk < 1000; chunk++) {
      if (chunk === 2) stopping.abort()
      if (chunk > 3) throw new Error('It reads on')
      yield Buffer.alloc(100, '\n')
    }
  }
  expect(await Array.fromAsync(readLines(blanks(), { signal: stopping.signal }))).toEqual([])
})
