/** A line of a file, by its number from 1, or why it cannot be one. Blank lines are left out. */
export type Line = { number: number; text: string } | { number: number; problem: string }

/** No answer of the game comes near it: the longest seen has 100 KB. */
export const LONGEST_LINE_BYTES = 8 * 1024 * 1024

const NEWLINE = 0x0a

/** Cuts a stream of bytes into lines, holding one line at a time: one that is too long is passed over unread. */
export async function* readLines(chunks: AsyncIterable<Buffer>, longest = LONGEST_LINE_BYTES): AsyncGenerator<Line> {
  let parts: Buffer[] = []
  let length = 0
  let number = 1
  const take = (part: Buffer) => {
    length += part.length
    if (length > longest) parts = []
    else parts.push(part)
  }
  const finish = () => {
    const line = length > longest ? tooLong(number, longest) : decode(number, Buffer.concat(parts))
    parts = []
    length = 0
    number += 1
    return line
  }
  for await (const chunk of chunks) {
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
  try {
    const text = utf8.decode(bytes).trim()
    return text === '' ? null : { number, text }
  } catch {
    return { number, problem: 'not text in UTF-8' }
  }
}
