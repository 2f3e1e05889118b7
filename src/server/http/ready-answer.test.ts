import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readyAnswer } from './ready-answer.ts'

const members = Array.from({ length: 300 }, (_, index) => ({
  player_tag: `#2P${((index * 7919) % 99_991).toString(8)}`,
  player_name: `Player ${(index * 31) % 97} of ${index % 7}`,
  trophies: 20_000 + ((index * 104_729) % 30_011),
}))
const rendered = { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(members) }

describe('an answer in bytes', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)(
    'in %s is made quickly for who asks first, and kept smaller when it is asked for again',
    async (encoding, unpack) => {
      const answer = readyAnswer(rendered, {})
      const first = await answer.encode(encoding)
      expect(answer.variants[encoding]).toBeUndefined()
      const [second, third] = await Promise.all([answer.encode(encoding), answer.encode(encoding)])
      expect(answer.variants[encoding]).toBe(second)
      expect(third).toBe(second)
      for (const { body } of [first, second]) expect(unpack(body).toString()).toBe(rendered.text)
      expect(second.body.length).toBeLessThan(first.body.length)
      // Other bytes, the same content: the ETag says so by being weak.
      expect([first.etag, second.etag]).toEqual([second.etag, expect.stringMatching(/^W\/"/)])
    },
  )

  it('is sent as it is where it is small, whatever the client takes', async () => {
    const answer = readyAnswer({ ...rendered, text: 'short' }, {})
    expect(await answer.encode('br')).toBe(await answer.encode('identity'))
    expect(answer.variants.identity?.etag).toMatch(/^"[\w-]{22}"$/)
  })
})
