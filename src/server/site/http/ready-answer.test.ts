import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { serveDocs } from './docs-page.ts'
import { serveOpenApi } from './open-api.ts'
import { chooseEncoding, readyAnswer } from './ready-answer.ts'

const members = Array.from({ length: 300 }, (_, index) => ({
  player_tag: `#2P${((index * 7919) % 99_991).toString(8)}`,
  player_name: `Player ${(index * 31) % 97} of ${index % 7}`,
  trophies: 20_000 + ((index * 104_729) % 30_011),
}))
const rendered = { status: 200, headers: { 'content-type': 'application/json' }, text: JSON.stringify(members) }

describe('a ready answer', () => {
  it.each([
    ['zstd', zstdDecompressSync, brotliDecompressSync],
    ['br', brotliDecompressSync, brotliDecompressSync],
    ['gzip', gunzipSync, gunzipSync],
  ] as const)(
    'in %s is compressed fast for the first client, and thoroughly for the next, which is kept',
    async (encoding, unpackFirst, unpackKept) => {
      const answer = readyAnswer(rendered, {})
      const first = await answer.encode(encoding)
      expect(answer.variants[encoding]).toBeUndefined()
      const [second, third] = await Promise.all([answer.encode(encoding), answer.encode(encoding)])
      expect(answer.variants[encoding]).toBe(second)
      expect(third).toBe(second)
      expect([unpackFirst(first.body).toString(), unpackKept(second.body).toString()]).toEqual([
        rendered.text,
        rendered.text,
      ])
      expect(second.body.length).toBeLessThan(first.body.length)
      // A weak ETag: the bytes differ, the content is the same.
      expect([first.etag, second.etag]).toEqual([second.etag, expect.stringMatching(/^W\/"/)])
    },
  )

  it('that is a page is compressed thoroughly at once, since most visitors of a page are its first', async () => {
    const page = readyAnswer({ ...rendered, headers: { 'content-type': 'text/html; charset=utf-8' } }, {})
    const first = await page.encode('br')
    expect(await page.encode('br')).toBe(first)
    const other = readyAnswer(rendered, {})
    expect(first.body.length).toBeLessThan((await other.encode('br')).body.length)
  })

  it('is not compressed when it is small, whatever the client accepts', async () => {
    const answer = readyAnswer({ ...rendered, text: 'short' }, {})
    expect(await answer.encode('br')).toBe(await answer.encode('identity'))
    expect(answer.variants.identity?.etag).toMatch(/^"[\w-]{22}"$/)
  })
})

it.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, zstd', 'gzip'],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'zstd'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  [`br${' '.repeat(300)}`, 'identity'],
])('for Accept-Encoding %j the encoding is %s', (header, encoding) => {
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding])
})

const EVERY = { 'x-content-type-options': 'nosniff' }

it.each(['/api/openapi.json', '/api/docs'])(
  '%s is compressed, and answers 304 to a client that has it',
  async (url) => {
    const fastify = Fastify()
    serveOpenApi(fastify, EVERY)
    serveDocs(fastify, EVERY)
    const plain = await fastify.inject(url)
    const compressed = await fastify.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', ...EVERY })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
    const again = await fastify.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  },
)
