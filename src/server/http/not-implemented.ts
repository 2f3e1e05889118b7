import { endpoints } from '#shared/contract/all.ts'
import { AppError } from './app-error.ts'
import type { Server } from './serve.ts'

/** Declared calls that nobody serves yet say so, instead of looking like a wrong address. */
export function answerNotImplemented(server: Pick<Server, 'fastify' | 'served'>): string[] {
  const missing = [...endpoints.values()].filter(({ method, path }) => !server.served.has(`${method} ${path}`))
  for (const { method, path } of missing) {
    server.fastify.route({
      method,
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: () => {
        throw new AppError('not_implemented', 'This part of Delphin is not ready yet')
      },
    })
  }
  return missing.map(({ method, path }) => `${method} ${path}`)
}
