import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { escapeMarkup } from '#server/kernel/escape.ts'
import { endpointGroups } from '#shared/contract/all.ts'
import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import { GROUP_DESCRIPTIONS, type Json, openApiDocument, serveDocument } from './open-api.ts'

const STYLE = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8')
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The notice that the game's owner requires of fan sites. Every other page has it as well. */
const SESSION = '<span>guest or user</span>'
const NEEDS = {
  public: '',
  visitor: '',
  session: SESSION,
  search: SESSION,
  user: '<span>user</span>',
  desk: '<span>leader</span>',
}

const FOOTER = `<footer><p>This material is unofficial and is not endorsed by Supercell. For more information see
Supercell's Fan Content Policy: <a href="https://www.supercell.com/fan-content-policy"
rel="noreferrer">www.supercell.com/fan-content-policy</a>.</p><p><a href="/">Back to Delphin</a></p></footer>`

/** The OpenAPI document as a page of plain HTML, without scripts. */
export function docsHtml(): string {
  const { info, paths, components } = openApiDocument() as Document
  const operationOf = ({ path, method }: AnyEndpoint) => paths[path]?.[method.toLowerCase()] ?? {}
  const groups = [...endpointGroups].map(([group, named]) => {
    const calls = named.map(([, call]) => callSection(call, operationOf(call)))
    const about = renderProse(GROUP_DESCRIPTIONS[group] ?? '')
    return `<section><h2 id="${group}">${group}</h2><p>${about}.</p>${calls.join('')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))
  const links = [...endpointGroups.keys(), 'Schemas'].map((group) => `<a href="#${group}">${group}</a>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API | Delphin</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><p><a class="brand" href="/">Delphin</a></p><h1>API</h1><p>${renderProse(info.description)}</p>
<p><a href="/api/openapi.json">OpenAPI document</a></p></header>
<nav aria-label="Sections">${links.join(' ')}</nav>
<main>${groups.join('')}<section><h2 id="Schemas">Schemas</h2>${schemas.join('')}</section></main>
${FOOTER}</body></html>`
}

type Document = {
  info: { description: string }
  paths: Record<string, Record<string, Json>>
  components: { schemas: Record<string, Json> }
}

/** Serves the documentation page and its style sheet. */
export function serveDocs(fastify: FastifyInstance): void {
  const file = (url: string, type: string, makeText: () => string) => {
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': POLICY }
    serveDocument(fastify, { url, headers, makeText })
  }
  file('/api/docs', 'text/html', docsHtml)
  file('/api/docs/style.css', 'text/css', () => STYLE)
}

type Parameter = { name: string; in: string; required: boolean; description?: string; example?: unknown; schema: Json }

/** One call: its parameters, body and answers. They open when a reader clicks the summary. */
function callSection({ method, path, access, summary }: AnyEndpoint, operation: Json): string {
  const parameters = (operation.parameters ?? []) as Parameter[]
  const { requestBody, responses } = operation as { requestBody?: Json; responses: Json }
  const example = method === 'GET' && access === 'public' ? exampleLink(path, parameters) : ''
  const needs = NEEDS[access]
  const asked = `<b class="${method.toLowerCase()}">${method}</b> <code>${escapeMarkup(path)}</code>`
  return `<details id="${String(operation.operationId)}"><summary>${asked} ${needs}<em>${renderProse(summary)}</em></summary>
${example}${parameters.length > 0 ? parameterTable(parameters) : ''}
${requestBody === undefined ? '' : `<h3>Body</h3>${code(requestBody.content)}`}
<h3>Answers</h3>${code(responses)}</details>`
}

function schemaSection(name: string, schema: Json): string {
  const text = escapeMarkup(name)
  return `<details id="schema-${text}"><summary><code>${text}</code></summary>${code(schema)}</details>`
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, example, schema }) => {
    const about = [place, required ? 'required' : '', renderProse(description ?? ''), renderProse(valuesOf(schema))]
    const cells = [...about, example === undefined ? '' : `<code>${escapeMarkup(String(example))}</code>`]
    const row = cells.map((cell) => `<td>${cell}</td>`).join('')
    return `<tr><th scope="row"><code>${escapeMarkup(name)}</code></th>${row}</tr>`
  })
  const head = ['Name', 'In', 'Needed', 'Meaning', 'Values', 'Example'].map((title) => `<th scope="col">${title}</th>`)
  const table = `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
  return `<div class="table" role="group" aria-label="Parameters" tabindex="0">${table}</div>`
}

/** The values that a parameter may have, in words. Literal values stand between backticks. */
export function valuesOf({ type, enum: choices, default: usual, minimum, maximum, ...rest }: Json): string {
  const quoted = (value: unknown) => `\`${String(value)}\``
  const { minLength, maxLength, pattern } = rest
  const words = [
    Array.isArray(choices) ? choices.map(quoted).join(', ') : String(type ?? 'any'),
    minimum !== undefined && maximum !== undefined && `${String(minimum)} to ${String(maximum)}`,
    maxLength !== undefined && `${String(minLength ?? 0)} to ${String(maxLength)} characters`,
    pattern !== undefined && `of the form ${quoted(pattern)}`,
    usual !== undefined && `${String(usual) === '' ? 'none' : quoted(usual)} by default`,
  ]
  return words.filter(Boolean).join('; ')
}

/** A link to the call with example values for its parameters. */
function exampleLink(path: string, parameters: Parameter[]): string {
  const value = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example ?? '')
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name).replace(/^#/, '')))
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${encodeURIComponent(value(name))}`)
  const address = query.length > 0 ? `${url}?${query.join('&')}` : url
  return `<p>For example <a href="${escapeMarkup(address)}"><code>${escapeMarkup(address)}</code></a></p>`
}

/** Formatted JSON in which names of schemas are links. */
function code(value: unknown): string {
  const text = escapeMarkup(JSON.stringify(value, null, 2))
  const linked = text.replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  )
  return `<pre tabindex="0">${linked}</pre>`
}

/** A sentence as HTML. Text between backticks becomes code. */
export function renderProse(text: string): string {
  return escapeMarkup(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
