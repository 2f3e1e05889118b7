import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '#server/kernel/log.ts'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'
import { drain, dropSlowReaders, stopListening } from './connections.ts'

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port

async function listening(whole: WholeApp): Promise<string> {
  await whole.app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${portOf(whole.app.server)}`
}

/** What the client received until the connection ended, and after how many milliseconds of real time that was. */
async function endOf(socket: Socket): Promise<{ ms: number; received: string }> {
  const start = performance.now()
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('close', resolve))
  return { ms: performance.now() - start, received }
}

describe('a connection is ended', { timeout: 15_000 }, () => {
  const CLIENTS = 50
  let whole: WholeApp
  let url: string
  const send = (text: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(text)
    return endOf(socket)
  }

  beforeAll(async () => {
    whole = await openWholeApp()
    url = await listening(whole)
  })
  afterAll(() => whole.close())

  it('with 408 within 5 s when a request stays incomplete, and other clients do not wait for that', async () => {
    const head =
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"'
    const slow = Array.from({ length: CLIENTS }, (_, i) =>
      send(i % 2 === 0 ? 'GET / HTTP/1.1\r\nhost: x\r\nx-a: b' : head),
    )
    const answer = await fetch(`${url}/api/browse/stats`)
    expect(answer.status).toBe(200)
    for (const { ms, received } of await Promise.all(slow)) {
      expect(ms).toBeLessThan(5500)
      expect(received).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(received).toContain('content-security-policy: ')
      expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        error: expect.any(String),
        code: 'bad_request',
      })
    }
  })

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    [
      'both a length and chunks',
      'POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['too many headers', `GET / HTTP/1.1\r\nhost: x\r\n${`x-a: ${'b'.repeat(1000)}\r\n`.repeat(40)}\r\n`, 431],
    ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n', 400],
    ['the same host twice', 'GET /api/browse/stats HTTP/1.1\r\nhost: x\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['an expectation', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: tea\r\n\r\n', 417],
    ['an address that cannot be read', 'GET /api/%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
  ])('with a refusal when the client sends %s', async (_what, text, status) => {
    const { received } = await send(text)
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(received).toContain('x-content-type-options: nosniff')
    expect(received).toContain("content-security-policy: default-src 'none'")
  })

  it('at once when the client sends many requests without waiting for answers', async () => {
    const request = 'GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'
    await send(request.repeat(500))
    expect(whole.context.counters.of('connections_dropped').get('pipelined')).toBe(1)
    await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(0))
  })

  it('when the client does not read its answer', async () => {
    // More than the kernel holds for one connection.
    const server = createServer((_request, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
    const dropped = new Promise((resolve) => {
      dropSlowReaders(server, () => resolve('dropped'))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = connect(portOf(server), '127.0.0.1')
    socket.on('error', () => {}).pause()
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await dropped).toBe('dropped')
    socket.destroy()
    server.close()
  })
})

describe('the log', () => {
  const lines: Record<string, unknown>[] = []
  let whole: WholeApp
  let url: string

  beforeAll(async () => {
    const write = (line: string) => void lines.push(JSON.parse(line))
    whole = await openWholeApp({ log: createLog('warn', { write }).log })
    // The request says how long its answer takes.
    whole.app.addHook('preHandler', async (request) => {
      const ms = /[?&]took=(\d+)/.exec(request.url)?.[1]
      if (ms !== undefined) await whole.context.clock.advance(Number(ms))
    })
    url = await listening(whole)
  })
  afterAll(() => whole.close())

  it('has a line for a request that took longer than a second, with its id and nothing private', async () => {
    lines.length = 0
    const quick = await fetch(`${url}/api/browse/club/2PYL?took=900`)
    const slow = await fetch(`${url}/api/browse/club/2PYL?took=1500`, { headers: { authorization: 'Bearer canary' } })
    const id = `canary-${'x'.repeat(12_000)}`
    const long = await fetch(`${url}/api/no/such/call/${id}?took=1500`)
    const guest = await fetch(`${url}/api/auth/guest-status/canary-canary-canary-canary?took=1500`)
    await Promise.all([quick.text(), slow.text(), long.text(), guest.text()])
    await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(0))
    expect(lines).toMatchObject([
      {
        msg: 'slow request',
        requestId: slow.headers.get('x-request-id'),
        method: 'GET',
        route: '/api/browse/club/:tag',
        status: slow.status,
        ms: 1500,
      },
      { msg: 'slow request', status: 404 },
      { msg: 'slow request', route: '/api/auth/guest-status/:session_id' },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/canary|took/)
    expect(JSON.stringify(lines).length).toBeLessThan(2000)
  })
})

describe('a graceful shutdown', () => {
  let whole: WholeApp
  let url: string
  let release: () => void

  beforeEach(async () => {
    whole = await openWholeApp()
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    // The test decides when this call is answered.
    whole.app.addHook('preHandler', async (request) => (request.url === '/api/site?held' ? held : undefined))
    url = await listening(whole)
  })
  afterEach(() => {
    release()
    return whole.close()
  })

  it('finishes the answers under way, answers requests that still arrive, and then accepts none', async () => {
    const { clock } = whole.context
    const held = fetch(`${url}/api/site?held`)
    await vi.waitFor(() => expect(whole.context.traffic.inFlight).toBe(1))
    const drained = drain(whole.app, whole.context)
    expect((await fetch(`${url}/api/health/ready`)).status).toBe(503)
    const late = await fetch(`${url}/api/browse/stats`)
    expect([late.status, late.headers.get('connection')]).toEqual([200, 'keep-alive'])
    release()
    expect((await held).status).toBe(200)
    await clock.drive(drained, 50)
    await expect(fetch(url)).rejects.toThrow()
  })

  it('answers the next request of a connection that was idle when it stopped listening, and then ends it', async () => {
    const { app, context } = whole
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const post = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(`${url}/api/auth/guest-session`, { method: 'POST', agent })
        sent
          .on('error', reject)
          .on('response', (answer) => resolve(answer.resume()))
          .end()
      })
    expect((await post()).headers.connection).toBe('keep-alive')
    const drained = drain(app, context)
    await vi.waitFor(async () => {
      await context.clock.advance(50)
      expect(app.server.listening).toBe(false)
    })
    const last = await post()
    expect([last.statusCode, last.headers.connection]).toEqual([200, 'close'])
    await expect(post()).rejects.toThrow('ECONNREFUSED')
    await context.clock.drive(drained, 50)
  })

  it('ends idle connections soon when nobody sends a request', async () => {
    const { clock } = whole.context
    const idle = connect(Number(new URL(url).port), '127.0.0.1')
    idle.on('error', () => {})
    const ended = new Promise((resolve) => idle.once('close', resolve))
    idle.write('GET /api/site HTTP/1.1\r\nhost: x\r\n\r\n')
    await new Promise((resolve) => idle.once('data', resolve))
    const before = clock.monotonic()
    await clock.drive(drain(whole.app, whole.context), 50)
    await ended
    expect(clock.monotonic() - before).toBeLessThan(1500)
  })

  it('cuts off an answer that is not ready in time', async () => {
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
})

const CLIENTS_AT_ONCE = 6

/** Clients in a thread of their own: say by `state` that all are connected, then report what they received. */
const CLIENTS = `
  const { connect } = require('node:net')
  const { parentPort, workerData } = require('node:worker_threads')
  const { port, count, state } = workerData
  const received = Array(count).fill('')
  let connected = 0, ended = 0
  for (let which = 0; which < count; which++) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST / HTTP/1.1\\r\\nhost: x\\r\\ncontent-length: 2\\r\\n\\r\\nhi')
      if (++connected < count) return
      Atomics.store(state, 0, 1)
      Atomics.notify(state, 0)
    })
    socket.on('data', (chunk) => { received[which] += chunk })
    socket.on('error', (error) => { received[which] = error.code })
    socket.on('close', () => { if (++ended === count) parentPort.postMessage(received) })
  }`

it('a server that stops listening still answers all who connected while the event loop was busy', async () => {
  const server = createServer((_request, response) => response.setHeader('connection', 'close').end('welcome'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  const state = new Int32Array(new SharedArrayBuffer(4))
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port, count: CLIENTS_AT_ONCE, state } })
  const received = new Promise<string[]>((resolve) => clients.once('message', resolve))
  // Blocks this thread, and with it the event loop, until all clients are connected.
  Atomics.wait(state, 0, 0)
  const { ended } = await stopListening(server)
  for (const each of await received) expect(each).toContain('welcome')
  await ended
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
})
