import { brotliDecompressSync, gunzipSync } from 'node:zlib'
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
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is compressed in %s once, however many clients ask for it at once', async (encoding, unpack) => {
    const answer = readyAnswer(rendered)
    const [first, second] = await Promise.all([answer.encode(encoding), answer.encode(encoding)])
    expect(second).toBe(first)
    expect(await answer.encode(encoding)).toBe(first)
    expect(unpack(first.body).toString()).toBe(rendered.text)
    expect(first.headers).toEqual({ 'content-type': 'application/json', 'content-encoding': encoding })
  })

  it.each([
    ['is small', 'short'],
    ['is compressed already, as a picture is', Buffer.alloc(5000, 'picture')],
    ['becomes little smaller', Buffer.from(crypto.getRandomValues(new Uint8Array(5000))).toString('latin1')],
  ])('is not compressed where it %s', async (_what, text) => {
    const answer = readyAnswer({ ...rendered, text })
    const sent = await answer.encode('br')
    expect(sent).toEqual(await answer.encode('identity'))
    expect(sent.etag).toMatch(/^"[\w-]{22}"$/)
  })
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate, br', 'br'],
  ['gzip, zstd', 'gzip'],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('for Accept-Encoding %j the encoding is %s', (header, encoding) => {
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding])
})

it.each(['/api/openapi.json', '/api/docs'])(
  '%s is compressed, and answers 304 to a client that has it',
  async (url) => {
    const fastify = Fastify()
    serveOpenApi(fastify)
    serveDocs(fastify)
    const plain = await fastify.inject(url)
    const compressed = await fastify.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(plain.body)
    const again = await fastify.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })
    expect([again.statusCode, again.body, again.headers['content-type']]).toEqual([304, '', undefined])
  },
)
