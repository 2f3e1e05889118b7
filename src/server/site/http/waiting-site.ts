import { createServer } from 'node:http'

const AGAIN_AFTER_SECONDS = '5'
const SENTENCE = 'The database does not answer yet. Delphin starts when it does.'

/**
 * Answers in place of the site while its database is away at the start: the process lives, is not ready, and has nothing to
 * show. Resolves with what ends it. Rejects when the port cannot be used.
 */
export async function serveWhileWaiting({ host, port }: { host: string; port: number }): Promise<() => Promise<void>> {
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store').setHeader('x-content-type-options', 'nosniff')
    const [path = '/'] = (request.url ?? '/').split('?')
    if (path === '/api/health/live') {
      response.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify({ status: 'ok' }))
      return
    }
    const isCall = path.startsWith('/api/')
    response.statusCode = 503
    response.setHeader('retry-after', AGAIN_AFTER_SECONDS)
    response.setHeader('content-type', isCall ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8')
    response.end(isCall ? JSON.stringify({ error: SENTENCE, code: 'store_unavailable' }) : SENTENCE)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}
