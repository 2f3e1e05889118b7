import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { endpoints } from '#shared/contract/all.ts'
import { answerErrors } from './answer-errors.ts'
import { answerNotImplemented } from './not-implemented.ts'

const everyCall = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`)

it('a declared call that nobody serves says so, and is listed', async () => {
  const fastify = Fastify()
  answerErrors(fastify)
  const served = new Set(everyCall.filter((call) => call !== 'GET /api/browse/stats'))
  expect(answerNotImplemented({ fastify, served })).toEqual(['GET /api/browse/stats'])
  const answer = await fastify.inject('/api/browse/stats')
  expect(answer.statusCode).toBe(501)
  expect(answer.json()).toMatchObject({ error: 'This part of Delphin is not ready yet', code: 'not_implemented' })
})
