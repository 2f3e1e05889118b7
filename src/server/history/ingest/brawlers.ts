import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Observed, PlayerBrawler } from '#server/game/answers.ts'

/**
 * Stores the game's list of brawlers. Of two lists the newer one counts. A brawler that the list no longer holds stays
 * stored (docs/game-api.md#withdrawn-brawlers). The game breaks long names into lines; they are stored in one. False when
 * the list told nothing new.
 */
export async function writeBrawlers(db: Database, { body, observedAt }: Observed<'brawlers'>): Promise<boolean> {
  const rows = body.map(({ id, name }) => ({ id, name: name.replaceAll('\n', ' ') }))
  const { numAffectedRows } = await sql`
    insert into brawlers as stored (id, name, seen_at)
    select id, name, ${observedAt} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id integer, name text)
    order by id
    on conflict (id) do update set name = excluded.name, seen_at = excluded.seen_at
    where stored.seen_at < excluded.seen_at`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

const STORED_FIELDS = ['id', 'name', 'power', 'rank', 'trophies', 'highestTrophies'] as const

/** What is stored of a brawler in a player's profile. */
export type StoredBrawler = Pick<PlayerBrawler, (typeof STORED_FIELDS)[number]>

/** The column `player_profiles.brawlers`: without the names of the fields, which would take most of the space. */
export function packBrawlers(brawlers: readonly PlayerBrawler[]): string {
  return JSON.stringify(brawlers.map((brawler) => STORED_FIELDS.map((field) => brawler[field])))
}

/** The brawlers of a profile from the column that `packBrawlers` made. */
export function unpackBrawlers(column: unknown): StoredBrawler[] {
  return (column as unknown[][]).map((values) => {
    const brawler: Record<string, unknown> = {}
    for (const [place, field] of STORED_FIELDS.entries()) brawler[field] = values[place]
    return brawler as StoredBrawler
  })
}
