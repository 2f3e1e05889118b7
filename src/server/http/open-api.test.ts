import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { endpointGroups, endpoints } from '#shared/contract/all.ts'
import { docsHtml } from './docs-page.ts'
import { openApiDocument } from './open-api.ts'

type Operation = {
  operationId: string
  tags: string[]
  summary: string
  security: object[]
  parameters: { name: string; in: string; example: unknown; schema: object; required: boolean }[]
  responses: Record<string, object>
}

const document = openApiDocument() as {
  openapi: string
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<string, Record<string, unknown>>
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

describe('the OpenAPI document', () => {
  it('describes every call of the contract once', () => {
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort()
    const declared = [...endpoints.values()].map(({ method, path }) => `${method} ${path}`).sort()
    expect(described).toEqual(declared)
    expect([...endpointGroups.values()].flat().sort()).toEqual([...endpoints.keys()].sort())
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each(operations)('says of $method $path what a reader and a linter look for', ({ path, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(document.tags.map((tag) => tag.name)).toContain(operation.tags[0])
    expect(Object.keys(operation.responses).some((status) => status.startsWith('4'))).toBe(true)
    expect(operation.responses).toHaveProperty('200')
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
    expect(inPath.every(({ required }) => required)).toBe(true)
    expect(operation.parameters.filter(({ example }) => example === undefined).map(({ name }) => name)).toEqual([])
    for (const scheme of operation.security.flatMap(Object.keys)) {
      expect(document.components.securitySchemes).toHaveProperty(scheme)
    }
  })

  it.each(operations)('shows for $method $path what the call itself would take', ({ operation }) => {
    const ajv = new Ajv2020({ strict: false }).addSchema(document, 'document')
    for (const { name, example, schema } of operation.parameters) {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
      expect([name, ajv.validate(JSON.parse(text), example)]).toEqual([name, true])
    }
  })

  it('refers to nothing that is not there, and holds nothing that is not referred to', () => {
    const text = JSON.stringify(document)
    const wanted = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map((match) => match[1]))
    const there = ['schemas', 'responses'].flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).map((name) => `${kind}/${name}`),
    )
    expect(there.sort()).toEqual([...wanted].sort())
  })
})

describe('the page of the documentation', () => {
  const html = docsHtml()

  it('shows every call and schema, with links that lead somewhere', () => {
    for (const { path, operation } of operations) {
      expect(html).toContain(`<details id="${operation.operationId}">`)
      expect(html).toContain(`<code>${path}</code>`)
    }
    const targets = [...html.matchAll(/href="#([\w-]+)"/g)].map((match) => match[1])
    expect(targets.length).toBeGreaterThan(20)
    for (const target of targets) expect(html).toContain(`id="${target}"`)
  })

  it('needs no script and no inline style, as its policy says', () => {
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/)
  })
})
