import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { serveDocs } from './docs-page.ts'
import { serveOpenApi } from './open-api.ts'

const EVERY = { 'x-content-type-options': 'nosniff' }

it.each(['/api/openapi.json', '/api/docs'])('%s is sent small, and once', async (url) => {
  const fastify = Fastify()
  serveOpenApi(fastify, EVERY)
  serveDocs(fastify, EVERY)
  const plain = await fastify.inject(url)
  const small = await fastify.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding', ...EVERY })
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body)
  const again = await fastify.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})
