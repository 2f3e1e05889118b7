import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { createLog } from '../create-log.ts'
import { trafficOf } from './traffic.ts'

let whole: WholeApp
let url: string
let lines: Record<string, unknown>[] = []

beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line))
  whole = await openWholeApp({ log: createLog('warn', { write }).log })
  // How long an answer takes is said by its address.
  whole.app.addHook('preHandler', async (request) => {
    const took = /[?&]took=(\d+)/.exec(request.url)?.[1]
    if (took !== undefined) await whole.context.clock.advance(Number(took))
  })
  await whole.app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(whole.app.server.address() as AddressInfo).port}`
})
afterAll(() => whole.close())

it('logs what took longer than a second, under the id that the answer names, without what is the visitor’s', async () => {
  lines = []
  const quick = await fetch(`${url}/api/browse/club/2PYL?took=900`)
  const slow = await fetch(`${url}/api/browse/club/2PYL?took=1500`, { headers: { authorization: 'Bearer canary' } })
  await Promise.all([quick.text(), slow.text()])
  await vi.waitFor(() => expect(trafficOf(whole.context).inFlight).toBe(0))
  expect(lines).toMatchObject([
    {
      msg: 'slow request',
      requestId: slow.headers.get('x-request-id'),
      method: 'GET',
      path: '/api/browse/club/2PYL',
      status: slow.status,
      ms: 1500,
    },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/canary|took/)
})
