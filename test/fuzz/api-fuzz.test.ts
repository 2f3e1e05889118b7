import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApiDocument } from '#server/site/http/open-api.ts'
import { endpoints } from '#shared/contract/all.ts'
import { isWholeRun } from '../how-much.ts'
import { type FuzzedApp, openFuzzedApp } from './fuzzed-app.ts'
import { addressOf, anyRequest, bodyOf, type Document, type FuzzRequest, operationsOf } from './requests.ts'

const INPUTS = isWholeRun ? 20_000 : 2000
/** Requests among which a planted fault must be found. The search ends with the first one that shows it. */
const INPUTS_FOR_FAULT = 20_000
/** Starts like a sentence, and has no words of the library that validates the input. */
const FOR_A_PERSON = /^(?!.*(?:Invalid (?:input|string|option|type)|pattern|expected|received|>=|<=))[\w`].*\w/

/** The document as it is published, by whose schemas every answer is checked, refusals too. */
const published = openApiDocument() as { paths: Record<string, Record<string, { responses: Record<string, object> }>> }
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(published, 'document')

/** What an answer of this status violates of what the document says of the call; empty where it is as published. */
function problemsOf({ method, path }: { method: string; path: string }, status: number, body: unknown): string[] {
  const responses = published.paths[path]?.[method.toLowerCase()]?.responses ?? {}
  const response = responses[status] as { $ref?: string; content?: Content } | undefined
  if (response === undefined) return [`${method} ${path} does not say that it answers ${status}`]
  const place = response.$ref ?? `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${status}`
  const valid = ajv.getSchema(`document${place}/content/application~1json/schema`)
  if (valid === undefined) return [`${method} ${path} has no schema for ${status}`]
  return valid(body) ? [] : (valid.errors ?? []).map((error) => `${path} ${status}: ${ajv.errorsText([error])}`)
}

type Content = Record<string, { schema: object }>

/** A name as part of a JSON pointer in an address. */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const schemas = (openApiDocument() as Document).components.schemas
const operations = operationsOf(openApiDocument() as Document)

/** The OpenAPI document of a call with a planted fault. */
const planted: Document = {
  components: { schemas: {} },
  paths: {
    '/api/planted': {
      get: {
        parameters: ['search', 'sort', 'limit'].map((name) => ({ name, in: 'query', schema: { type: 'string' } })),
        responses: {},
      },
    },
  },
}

/** The calls that an address may reach. An empty part of a path is none: `/weeks/` is the list of weeks. */
function declaredAt(method: string, address: string) {
  const parts = (path: string) => path.split('/').filter((part) => part !== '')
  const asked = parts(address.split('?')[0] ?? '')
  return [...endpoints.values()].filter((call) => {
    const declared = parts(call.path)
    const fits = (part: string, place: number) => part.startsWith('{') || part === asked[place]
    return call.method === method && declared.length === asked.length && declared.every(fits)
  })
}

describe('any request to the API', { timeout: 300_000 }, () => {
  let fuzzed: FuzzedApp

  beforeAll(async () => {
    process.stdout.write(`The fuzz begins with FUZZ_SEED=${seed}\n`)
    fuzzed = await openFuzzedApp()
    // The fault: only a search with an escape character fails, and only if the rest of the request is valid.
    fuzzed.whole.app.get<{ Querystring: { search?: string } }>('/api/planted', ({ query }) => {
      if (query.search?.includes('\u001b')) throw new Error('planted')
      return {}
    })
  })
  afterAll(() => fuzzed.close())

  async function isAnsweredProperly(request: FuzzRequest): Promise<void> {
    const { statusCode, body, type } = await fuzzed.answerTo(request)
    const { method, statuses } = request.operation
    const isRefusal = [501, 503].includes(statusCode) && statuses.includes(String(statusCode))
    if (statusCode >= 500 && !isRefusal) {
      throw new Error(`${method} ${addressOf(request)} ${bodyOf(request) ?? ''} answers ${statusCode}: ${body}`)
    }
    if (statusCode >= 400) {
      expect(JSON.parse(body)).toEqual(
        expect.objectContaining({ error: expect.stringMatching(FOR_A_PERSON), code: expect.any(String) }),
      )
    }
    if (!type.includes('json')) return
    const problems = declaredAt(method, addressOf(request)).map((call) =>
      problemsOf(call, statusCode, JSON.parse(body)),
    )
    const isDeclared = problems.length === 0 || problems.some((found) => found.length === 0)
    expect(isDeclared ? [] : problems[0]).toEqual([])
  }

  it(`is answered as declared, or refused with a sentence: ${INPUTS} of them`, async () => {
    await fc.assert(fc.asyncProperty(anyRequest(operations, schemas), isAnsweredProperly), { numRuns: INPUTS, seed })
    // If all requests were refused, the fuzz would find nothing.
    expect(fuzzed.seen.get(200)).toBeGreaterThan(INPUTS / 10)
    expect(fuzzed.seen.get(400)).toBeGreaterThan(INPUTS / 10)
  })

  it.each([
    'Invalid string: must match pattern /^\\d{1,9}$/',
    'Invalid input: expected object, received array',
    'Too small: expected array to have >=1 items',
    '[object Object]',
    '',
  ])('is not refused with a text such as %j', (error) => expect(error).not.toMatch(FOR_A_PERSON))

  it('finds a planted fault, and names the value that causes it', async () => {
    const found = await fc.check(fc.asyncProperty(anyRequest(operationsOf(planted), {}), isAnsweredProperly), {
      numRuns: INPUTS_FOR_FAULT,
      seed,
      endOnFailure: false,
    })
    expect(found.failed).toBe(true)
    const { values } = found.counterexample?.[0] ?? {}
    expect(values).toMatchObject({ search: expect.stringContaining('\u001b'), sort: null, limit: null })
  })
})
