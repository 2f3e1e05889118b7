// Slow clients in a separate thread, so that they do not delay the clients that are measured. Reports the milliseconds
// until the server has ended the last connection.
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

type Job = { url: string; clients: number; text: string; deaf: boolean }

const { url, clients, text, deaf } = workerData as Job
const { port, hostname } = new URL(url)
const ends = Array.from({ length: clients }, dropped)
parentPort?.postMessage(Math.max(...(await Promise.all(ends))))

/** Milliseconds until the server ends the connection. */
async function dropped(): Promise<number> {
  const socket = connect(Number(port), hostname)
  const start = performance.now()
  socket.on('error', () => {})
  if (deaf) socket.pause()
  else socket.resume()
  socket.write(text)
  // A client that does not read notices the end only when its writing fails.
  const probe = deaf ? setInterval(() => socket.write('x-a: b\r\n'), 250) : undefined
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(probe)
  return performance.now() - start
}
