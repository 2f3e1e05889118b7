import type { getRosterEvents, ROSTER_EVENT_KINDS } from '#shared/contract/clubs.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { plainName } from '#shared/plain-name.ts'
import type { Context } from '../context.ts'
import { HIDDEN_NAME, isAlias } from '../history/hidden-players.ts'
import { storedClub } from './stored-club.ts'

type Page = { limit: number; before?: number | undefined }

/** What happened in a club, newest first, a page at a time. */
export async function rosterEvents(context: Context, tag: string, page: Page): Promise<Output<typeof getRosterEvents>> {
  const club = await storedClub(context, tag)
  const rows = await context.db
    .selectFrom('roster_events')
    .selectAll()
    .where('club_tag', '=', club.tag)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before ?? 0))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute()
  const events = rows.map((row) => ({
    id: row.id,
    kind: row.kind as (typeof ROSTER_EVENT_KINDS)[number],
    player_tag: row.player_tag,
    player_name: nameOf(row),
    before: row.before === null ? null : plainName(row.before),
    after: row.after === null ? null : plainName(row.after),
    observed_after: row.observed_after?.toISOString() ?? null,
    observed_at: row.observed_at.toISOString(),
  }))
  return { club_tag: club.tag, events, next_before: rows.length === page.limit ? (rows.at(-1)?.id ?? null) : null }
}

function nameOf({ player_tag, player_name }: { player_tag: string | null; player_name: string | null }): string | null {
  if (player_tag !== null && isAlias(player_tag)) return HIDDEN_NAME
  return player_name === null ? null : plainName(player_name)
}
