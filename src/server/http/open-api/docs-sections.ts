import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import type { Json } from './schema-of.ts'

type Parameter = { name: string; in: string; required: boolean; description?: string; example?: unknown; schema: Json }

/** One call with its parameters, what it is sent and what it answers; opens when its line is clicked. */
export function callSection(call: AnyEndpoint | undefined, operation: Json): string {
  if (call === undefined) return ''
  const { method, path, access, summary } = call
  const parameters = (operation.parameters ?? []) as Parameter[]
  const { requestBody, responses } = operation as { requestBody?: Json; responses: Json }
  const example = method === 'GET' && access === 'public' ? exampleLink(path, parameters) : ''
  const needs = { public: '', search: '<span>guest or user</span>', user: '<span>user</span>' }[access]
  return `<details id="${String(operation.operationId)}"><summary><b>${method}</b> <code>${escapeHtml(path)}</code> ${needs}<em>${escapeHtml(summary)}</em></summary>
${example}${parameters.length > 0 ? parameterTable(parameters) : ''}
${requestBody === undefined ? '' : `<h3>Body</h3>${code(requestBody.content)}`}
<h3>Answers</h3>${code(responses)}</details>`
}

export function schemaSection(name: string, schema: Json): string {
  return `<details id="schema-${escapeHtml(name)}"><summary><code>${escapeHtml(name)}</code></summary>${code(schema)}</details>`
}

function parameterTable(parameters: Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, example, schema }) => {
    const cells = [name, place, required ? 'required' : '', description ?? '', JSON.stringify(schema), example ?? '']
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join('')}</tr>`
  })
  const head = ['Name', 'In', '', 'Meaning', 'Values', 'Example'].map((title) => `<th scope="col">${title}</th>`)
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

/** A link that asks the call, with the examples in place of the parameters. */
function exampleLink(path: string, parameters: Parameter[]): string {
  const value = (name: string) => String(parameters.find((parameter) => parameter.name === name)?.example ?? '')
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name).replace(/^#/, '')))
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => `${name}=${encodeURIComponent(value(name))}`)
  const address = query.length > 0 ? `${url}?${query.join('&')}` : url
  return `<p>For example <a href="${escapeHtml(address)}"><code>${escapeHtml(address)}</code></a></p>`
}

/** JSON, in which the names of schemas lead to them. */
function code(value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2))
  const linked = text.replaceAll(
    /#\/components\/schemas\/(\w+)/g,
    (_, name: string) => `<a href="#schema-${name}">${name}</a>`,
  )
  return `<pre tabindex="0">${linked}</pre>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
