// Slow clients in a thread of their own, so that they do not hold up those who are measured beside them. Tells how many
// milliseconds it took until the server had ended the last connection.
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
  // A client that reads nothing sees no end; it sees that its writing fails.
  const probe = deaf ? setInterval(() => socket.write('x-a: b\r\n'), 250) : undefined
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(probe)
  return performance.now() - start
}
