import type { AnyEndpoint, Input } from '#shared/contract/endpoint.ts'
import { AppError } from './app-error.ts'

type Parts = { params: unknown; query: unknown; body: unknown }

/** The parsed parts of a request that a call declares; throws `invalid` naming every field that is wrong. */
export function parseInput<E extends AnyEndpoint>(endpoint: E, parts: Parts): Input<E> {
  const input: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema === undefined) continue
    const read = schema.safeParse(parts[part] ?? {})
    if (!read.success) throw invalid(read.error.issues)
    input[part] = read.data
  }
  return input as Input<E>
}

type Issue = { path: PropertyKey[]; message: string }

function invalid(issues: readonly Issue[]): AppError {
  const fields = Object.fromEntries(issues.map((issue) => [String(issue.path[0] ?? 'body'), sentence(issue)]))
  return new AppError('invalid', Object.values(fields)[0] ?? 'Invalid request', { code: 'invalid', fields })
}

/** Zod's own fallback text says nothing; ours names the field. */
function sentence(issue: Issue): string {
  return issue.message === 'Invalid input' ? `${String(issue.path[0] ?? 'The request')} is not valid` : issue.message
}
