import type { FastifyInstance, HTTPMethods } from 'fastify'
import { AppError } from './app-error.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Call = { method: string; path: string }

/** Answers 405 with Allow where an address exists and the method is none of its own. */
export function refuseOtherMethods(fastify: FastifyInstance, calls: Iterable<Call>): void {
  const methodsOf = new Map<string, string[]>()
  for (const { method, path } of calls) methodsOf.set(path, [...(methodsOf.get(path) ?? []), method])
  for (const [path, methods] of methodsOf) refuse(fastify, path.replaceAll(/\{(\w+)\}/g, ':$1'), methods)
}

function refuse(fastify: FastifyInstance, url: string, methods: string[]): void {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  fastify.route({
    method: METHODS.filter((method) => !methods.includes(method)) satisfies HTTPMethods[],
    url,
    handler: (_request, reply) => {
      reply.header('allow', allow)
      throw new AppError('method_not_allowed', `This address takes ${allow}`)
    },
  })
}
