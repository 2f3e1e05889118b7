import type { AnyEndpoint, Input } from '#shared/contract/endpoint.ts'
import { AppError } from './app-error.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** The parsed parts of a request that a call declares; throws `invalid` naming every field that is wrong. */
export function parseInput<E extends AnyEndpoint>(endpoint: E, parts: Parts): Input<E> {
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema === undefined) continue
    const read = schema.safeParse(parts[part] ?? {}, { error: ownSentence })
    if (!read.success) throw invalid(read.error.issues)
    input[part] = read.data
  }
  return input as Input<E>
}

/** The same of a request. An address that is not UTF-8 is refused, for it would be read as something else. */
export function parseRequest<E extends AnyEndpoint>(endpoint: E, request: Parts & { url: string }): Input<E> {
  if (!isWellFormed(request.url))
    throw new AppError('invalid', 'The address could not be read', { code: 'bad_request' })
  return parseInput(endpoint, request)
}

function isWellFormed(url: string): boolean {
  if (!url.includes('%')) return true
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

type Issue = { path?: PropertyKey[] | undefined; message?: string | undefined }

function invalid(issues: readonly Issue[]): AppError {
  const fields = Object.fromEntries(issues.map((issue) => [String(issue.path?.[0] ?? 'body'), issue.message ?? '']))
  return new AppError('invalid', Object.values(fields)[0] ?? 'Invalid request', { code: 'invalid', fields })
}

/** What the contract has no words of its own for. Zod's would speak of strings, arrays and patterns. */
function ownSentence({ path = [] }: Issue): string {
  return path.length === 0 ? 'The request must be a JSON object' : `${path.map(String).join('.')} is not valid`
}
