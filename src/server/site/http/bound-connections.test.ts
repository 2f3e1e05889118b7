import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { boundConnections, connectionsMax } from '#server/site/http/connections.ts'

const drops: string[] = []
const sockets: Socket[] = []
let server: Server | null = null

async function open(max: number, behindProxies = false): Promise<void> {
  drops.length = 0
  const opened = createServer((_request, response) => response.end('welcome'))
  server = opened
  boundConnections(opened, { max, behindProxies, onDrop: (reason) => drops.push(reason) })
  await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', resolve))
}

/** A connection from an address of its own, as all of 127.0.0.0/8 is this machine. */
async function connectFrom(localAddress: string): Promise<Socket> {
  const { port } = (server as Server).address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket.on('error', () => {}))
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

const openCount = () => new Promise<number>((resolve) => server?.getConnections((_error, count) => resolve(count)))

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  return new Promise((resolve) => socket.once('data', (data) => resolve(String(data))).once('close', () => resolve('')))
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server?.close()
  server = null
})

it.each([
  [4096, 3072],
  [1024, 512],
  [1_048_576, 20_000],
  [Number.POSITIVE_INFINITY, 20_000],
])('with %i files there may be %i connections, so that files are left for the store', (files, expected) => {
  expect(connectionsMax(files)).toBe(expected)
})

it('a flood of idle connections of one network leaves room for others', async () => {
  await open(256)
  for (let count = 0; count < 300; count++) await connectFrom('127.0.0.1')
  await vi.waitFor(async () => expect(await openCount()).toBe(32))
  expect(new Set(drops)).toEqual(new Set(['network']))
  expect(await ask(await connectFrom('127.0.0.2'))).toContain('welcome')
})

it('in a crowd of many networks those that are idle for longest make room', async () => {
  await open(64)
  const patient = await connectFrom('127.0.1.1')
  const first = await connectFrom('127.0.1.2')
  expect(await ask(patient)).toContain('welcome')
  for (let count = 0; count < 200; count++) await connectFrom(`127.0.2.${count}`)
  await vi.waitFor(async () => expect(await openCount()).toBeLessThanOrEqual(48))
  expect([first.destroyed || (await ask(first)) === '', drops.every((reason) => reason === 'crowded')]).toEqual([
    true,
    true,
  ])
  expect(await ask(await connectFrom('127.0.3.1'))).toContain('welcome')
})

it('behind a proxy, which is one network, only the number of all is bounded', async () => {
  await open(128, true)
  for (let count = 0; count < 60; count++) await connectFrom('127.0.0.1')
  expect([await openCount(), drops]).toEqual([60, []])
})
