import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { stopListening } from './stop-listening.ts'
import { trafficOf } from './traffic.ts'

/** Without a request for so long, nobody sends any more. */
const QUIET_MS = 250

/** Those who go on sending have had their time to notice. */
const LONGEST_FAREWELL_MS = 3000

/** What is not answered by then will not be: some seconds before a supervisor loses its patience. */
const LONGEST_ANSWER_MS = 5000

/** Asks on every answer to send the next request elsewhere, once the process was told to stop. */
export function sayFarewell(fastify: FastifyInstance, context: Context): void {
  const traffic = trafficOf(context)
  fastify.addHook('onRequest', (_request, reply, done) => {
    if (traffic.stopping) reply.header('connection', 'close')
    done()
  })
}

/**
 * Ends the site without failing anybody: it says that it stops (see readiness), answers what still comes until that
 * ceases, then takes no more connections, and gives what is being answered some seconds. Resolves when all is answered.
 */
export async function drain(app: FastifyInstance, context: Context): Promise<void> {
  const { clock } = context
  const traffic = trafficOf(context)
  traffic.stopping = true
  const until = clock.monotonic() + LONGEST_FAREWELL_MS
  for (let before = -1; traffic.arrived !== before && clock.monotonic() < until; ) {
    before = traffic.arrived
    await clock.wait(QUIET_MS)
  }
  const answered = new AbortController()
  const giveUp = () => app.server.closeAllConnections()
  clock.wait(LONGEST_ANSWER_MS, answered.signal).then(giveUp, () => {})
  if (app.server.listening) await stopListening(app.server)
  answered.abort()
  await app.close()
}
