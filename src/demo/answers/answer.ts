/** What the provider says to one request; `maxAge` in seconds is sent as Cache-Control. */
export type Answer = { status: number; body: string; maxAge: number }

export function ok(body: unknown, maxAge: number): Answer {
  return { status: 200, body: JSON.stringify(body), maxAge }
}

export function failure(status: number, reason: string, message?: string): Answer {
  return { status, body: JSON.stringify(message === undefined ? { reason } : { reason, message }), maxAge: 0 }
}

export const NOT_FOUND: Answer = failure(404, 'notFound')
