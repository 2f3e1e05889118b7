import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'

/** What the product said it had done, by its answers: it must be there whatever happens next. */
export type Acknowledged = {
  /** The sessions of guests with the tags they searched. */
  searches: Map<string, string[]>
  users: string[]
}

const TAGS_EACH = 3

/**
 * Uses the site as its visitors do until it is told to stop, or the site dies: guests search, users register. Notes only
 * what was answered with 200.
 */
export async function useSite(url: string, tags: string[], done: Acknowledged, signal: AbortSignal): Promise<void> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    })
  try {
    while (!signal.aborted) {
      const username = `user${done.users.length}x${crypto.randomUUID().slice(0, 8)}`
      const user = { username, email: `${username}@example.org`, password: 'under the sea' }
      if ((await post('/api/auth/register', user)).status === 200) done.users.push(username)
      const begun = await post('/api/auth/guest-session', {})
      // A store that has just been killed is away: the site says so, and has promised nothing.
      if (begun.status !== 200) continue
      const guest = (await begun.json()) as { session_id: string }
      const searched: string[] = []
      done.searches.set(guest.session_id, searched)
      for (const tag of tags.slice(0, TAGS_EACH)) {
        const answer = await post('/api/search', { tag }, { 'x-guest-session': guest.session_id })
        if (answer.status === 200) searched.push(tag)
      }
    }
  } catch {
    // The connection broke: what was not answered was not promised.
  }
}

/** Guests of whom the site has counted fewer searches than it answered, asked over HTTP. */
export async function forgottenGuests(url: string, sessions: [string, string[]][]): Promise<string[]> {
  const forgotten: string[] = []
  for (const [session, searched] of sessions) {
    const answer = await fetch(`${url}/api/auth/guest-status/${session}`)
    const { search_limit = 0, searches_remaining = 0 } = (await answer.json()) as Record<string, number>
    if (answer.status !== 200 || search_limit - searches_remaining < searched.length) forgotten.push(session)
  }
  return forgotten
}

/** What was acknowledged and is not stored. */
export async function lost(db: Database, { users, searches }: Acknowledged): Promise<string[]> {
  const stored = await sql<{ username: string }>`select username from users`.execute(db)
  const guests = await sql<{ hash: string; tags: string[] }>`
    select encode(id_hash, 'hex') as hash, search_history as tags from guest_sessions`.execute(db)
  const known = new Set(stored.rows.map((row) => row.username))
  const tags = guests.rows.flatMap((row) => row.tags)
  const searched = [...searches.values()].flat()
  return [
    ...users.filter((username) => !known.has(username)),
    ...(guests.rows.length < searches.size ? [`${searches.size - guests.rows.length} guests`] : []),
    ...(tags.length < searched.length ? [`${searched.length - tags.length} searches`] : []),
  ]
}
