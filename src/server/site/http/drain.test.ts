import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { drain } from './connections.ts'

let whole: WholeApp
let url: string
let release: () => void
let server: Server

beforeEach(async () => {
  whole = await openWholeApp()
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // A call that lasts until the test lets it go.
  whole.app.addHook('preHandler', async (request) => (request.url === '/api/site?held' ? held : undefined))
  await whole.app.listen({ host: '127.0.0.1', port: 0 })
  server = whole.app.server
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  release()
  return whole.close()
})

it('answers what was being answered and what still comes, and then nobody any more', async () => {
  const { clock } = whole.context
  const held = fetch(`${url}/api/site?held`)
  await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(1))
  const drained = drain(whole.app, whole.context)
  expect((await fetch(`${url}/api/health/ready`)).status).toBe(503)
  const late = await fetch(`${url}/api/browse/stats`)
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close'])
  release()
  expect((await held).status).toBe(200)
  await clock.drive(drained, 50)
  await expect(fetch(url)).rejects.toThrow()
})

it('gives up what is not answered in time', async () => {
  const { clock } = whole.context
  const asking = connect(Number(new URL(url).port), '127.0.0.1')
  const cut = new Promise((resolve) => asking.once('close', resolve))
  asking.on('error', () => {})
  asking.write('GET /api/site?held HTTP/1.1\r\nhost: x\r\n\r\n')
  await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(1))
  const before = clock.monotonic()
  await clock.drive(drain(whole.app, whole.context), 50)
  expect(clock.monotonic() - before).toBeLessThan(10_000)
  await cut
  expect(whole.context.traffic.inFlight).toBe(0)
})
