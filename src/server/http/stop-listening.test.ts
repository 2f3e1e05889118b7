import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { stopListening } from './stop-listening.ts'

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
