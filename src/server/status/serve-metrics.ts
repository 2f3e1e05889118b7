import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Context } from '../context.ts'
import type { Metrics } from './metrics.ts'

export type MetricsServer = { url: string; close(): Promise<void> }

/** Serves the figures on a port of their own, which is not for the public. */
export async function serveMetrics(
  { log }: Pick<Context, 'log'>,
  metrics: Metrics,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end()
    return metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      (error: unknown) => {
        log.error({ error }, 'metrics not read')
        response.writeHead(503).end()
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://${host}:${actual}/metrics`, close }
}
