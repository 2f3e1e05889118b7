import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLog } from '#server/kernel/log.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { dropSlowReaders, stopListening } from './connections.ts'

const CLIENTS = 50

/** Refused or cut off; time is that of the machine here, since the timeouts are those of Node. */
async function endOf(socket: Socket): Promise<{ ms: number; heard: string }> {
  const start = performance.now()
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk
  })
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('close', resolve))
  return { ms: performance.now() - start, heard }
}

describe('clients that keep a connection without using it', { timeout: 15_000 }, () => {
  let whole: WholeApp
  let port: number
  const open = (text: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(text)
    return endOf(socket)
  }

  beforeAll(async () => {
    whole = await openWholeApp()
    await whole.app.listen({ host: '127.0.0.1', port: 0 })
    port = (whole.app.server.address() as AddressInfo).port
  })
  afterAll(() => whole.close())

  it('are dropped within 5 s, with an answer like any other, and nobody else waits for them', async () => {
    const head =
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"'
    const slow = Array.from({ length: CLIENTS }, (_, i) =>
      open(i % 2 === 0 ? 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b' : head),
    )
    const answer = await fetch(`http://127.0.0.1:${port}/api/browse/stats`)
    expect(answer.status).toBe(200)
    for (const { ms, heard } of await Promise.all(slow)) {
      expect(ms).toBeLessThan(5500)
      expect(heard).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(heard).toContain('content-security-policy: ')
      expect(JSON.parse(heard.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        error: expect.any(String),
        code: 'bad_request',
      })
    }
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['too many headers', `GET / HTTP/1.1\r\nhost: x\r\n${`x-a: ${'b'.repeat(1000)}\r\n`.repeat(40)}\r\n`, 431],
  ])('are refused when they send %s', async (_what, text, status) => {
    const { heard } = await open(text)
    expect(heard).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(heard).toContain('x-content-type-options: nosniff')
  })

  it('are dropped at once when they ask and ask without waiting for answers', async () => {
    const ask = 'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'
    await open(ask.repeat(500))
    expect(whole.context.counters.of('connections_dropped').get('pipelined')).toBe(1)
    await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(0))
  })

  it('are dropped when they do not take their answers', async () => {
    // More than the kernel holds for one connection.
    const server = createServer((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
    const dropped = new Promise((resolve) => {
      dropSlowReaders(server, () => resolve('dropped'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {}).pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await dropped).toBe('dropped')
    socket.destroy()
    server.close()
  })
})

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
  await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(0))
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

/** In a thread of its own, as ours is held up meanwhile: tells by `state` when it is connected, then what it heard. */
const VISITOR = `
  const { connect } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const socket = connect(workerData.port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\\r\\nhost: x\\r\\ncontent-length: 2\\r\\n\\r\\nhi')
    Atomics.store(workerData.state, 0, 1)
    Atomics.notify(workerData.state, 0)
  })
  let heard = ''
  socket.on('data', (chunk) => { heard += chunk })
  socket.on('error', (error) => { heard = error.code })
  socket.on('close', () => parentPort.postMessage(heard))`

it('still answers whoever came while the process was too busy to let him in', async () => {
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end('welcome'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const state = new Int32Array(new SharedArrayBuffer(4))
  const visitor = new Worker(VISITOR, { eval: true, workerData: { port, state } })
  const heard = new Promise((resolve) => visitor.once('message', resolve))
  Atomics.wait(state, 0, 0)
  await stopListening(server)
  expect(await heard).toContain('welcome')
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})
