import { BaseResolver, createConfig, lintFromString } from '@redocly/openapi-core'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveOpenApi } from '#server/site/http/open-api.ts'

type Finding = { severity: string; rule: string; at: string; message: string }

/** What the recommended rules of a public linter find in a document. References to other documents are not fetched. */
async function findingsOf(document: string): Promise<Finding[]> {
  const config = await createConfig({ extends: ['recommended'] })
  const externalRefResolver = new BaseResolver(config.resolve)
  externalRefResolver.loadExternalRef = (address) => Promise.reject(new Error(`${address} is not in the document`))
  const problems = await lintFromString({ source: document, absoluteRef: '/openapi.json', config, externalRefResolver })
  return problems.map(({ severity, ruleId, location, message }) => ({
    severity,
    rule: ruleId,
    at: location[0]?.pointer ?? '',
    message,
  }))
}

const errorsOf = (findings: Finding[]) => findings.filter(({ severity }) => severity === 'error')

let served: string
beforeAll(async () => {
  const fastify = Fastify()
  serveOpenApi(fastify)
  served = (await fastify.inject('/api/openapi.json')).body
})

it('the served OpenAPI document has no error by the rules of a public linter', async () => {
  const findings = await findingsOf(served)
  expect(errorsOf(findings), JSON.stringify(findings, null, 1)).toEqual([])
})

describe('the linter', () => {
  const call = '/api/rankings/leaderboards'

  it.each([
    ['responses that are none', { responses: [] }, 'struct'],
    ['an answer that says nothing of itself', { responses: { 200: {} } }, 'struct'],
    [
      'a reference to nothing',
      { responses: { 200: { $ref: '#/components/responses/Nothing' } } },
      'no-unresolved-refs',
    ],
    ['a reference to another place', { responses: { 200: { $ref: 'http://127.0.0.1/a' } } }, 'no-unresolved-refs'],
    ['a security scheme that nobody declared', { security: [{ nothing: [] }] }, 'security-defined'],
  ])('finds %s', async (_, fault, rule) => {
    const document = JSON.parse(served)
    Object.assign(document.paths[call].get, fault)
    const found = errorsOf(await findingsOf(JSON.stringify(document)))
    expect(found.map((finding) => finding.rule)).toContain(rule)
    expect(found.every(({ at, message }) => at.includes('leaderboards') || message.includes('nothing'))).toBe(true)
  })
})
