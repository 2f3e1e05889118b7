import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { endpointGroups, endpoints } from '#shared/contract/all.ts'
import { callSection, prose, schemaSection } from './open-api/docs-sections.ts'
import { GROUP_DESCRIPTIONS } from './open-api/group-descriptions.ts'
import type { Json } from './open-api/schema-of.ts'
import { openApiDocument } from './open-api.ts'
import type { SecurityHeaders } from './security-headers.ts'
import { serveDocument } from './serve-document.ts'

const STYLE = readFileSync(join(import.meta.dirname, 'open-api/docs.css'), 'utf8')
const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The notice that the game's owner asks of fan sites, as below every other page. */
const FOOTER = `<footer><p>This material is unofficial and is not endorsed by Supercell. For more information see
Supercell's Fan Content Policy: <a href="https://www.supercell.com/fan-content-policy"
rel="noreferrer">www.supercell.com/fan-content-policy</a>.</p><p><a href="/">Back to Delphin</a></p></footer>`

/** The document as a page that is read in a browser: plain HTML, made once, without any script. */
export function docsHtml(): string {
  const { info, paths, components } = openApiDocument() as Document
  const operationOf = (name: string) => {
    const call = endpoints.get(name)
    return call === undefined ? undefined : paths[call.path]?.[call.method.toLowerCase()]
  }
  const groups = [...endpointGroups].map(([group, names]) => {
    const calls = names.map((name) => callSection(endpoints.get(name), operationOf(name) ?? {}))
    return `<section><h2 id="${group}">${group}</h2><p>${prose(GROUP_DESCRIPTIONS[group] ?? '')}.</p>${calls.join('')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaSection(name, schema))
  const links = [...endpointGroups.keys(), 'Schemas'].map((group) => `<a href="#${group}">${group}</a>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API | Delphin</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs/style.css"></head>
<body><header><p><a class="brand" href="/">Delphin</a></p><h1>API</h1><p>${prose(info.description)}</p>
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

export function serveDocs(fastify: FastifyInstance, everyAnswer: SecurityHeaders): void {
  const file = (url: string, type: string, text: string) => {
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': POLICY }
    serveDocument(fastify, { url, headers, text }, everyAnswer)
  }
  file('/api/docs', 'text/html', docsHtml())
  file('/api/docs/style.css', 'text/css', STYLE)
}
