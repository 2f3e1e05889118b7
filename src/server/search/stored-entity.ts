import { sql } from 'kysely'
import { type EntityType, firstGuess } from '#shared/tag.ts'
import type { Context } from '../context.ts'

/** The game itself renews its answers every few minutes: what is younger is not asked for again. */
export const FRESH_MS = 2 * 60_000

export type Stored = {
  type: EntityType
  tag: string
  name: string
  observedAt: Date
  /** When all of it was read; null for a player of whom only a row in a club's list is known. */
  readAt: Date | null
}

/** What the store has under a tag and may be shown; where it has both kinds, the likelier. */
export async function storedEntity({ db }: Context, tag: string): Promise<Stored | null> {
  const club = await db.selectFrom('clubs').select(['name', 'observed_at']).where('tag', '=', tag).executeTakeFirst()
  const player = await db
    .selectFrom('players')
    .leftJoin('player_profiles', 'player_tag', 'tag')
    .select(['name', 'observed_at', 'read_at'])
    .where('tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
  const entities: Stored[] = []
  if (club !== undefined)
    entities.push({ type: 'club', tag, name: club.name, observedAt: club.observed_at, readAt: club.observed_at })
  if (player !== undefined)
    entities.push({ type: 'player', tag, name: player.name, observedAt: player.observed_at, readAt: player.read_at })
  return entities.find((entity) => entity.type === firstGuess(tag)) ?? entities[0] ?? null
}
