import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Observed, ObservedAnswer } from '#server/game/answers.ts'
import type { RankingType } from '#shared/kinds.ts'

/** The tables of lists of which the newer one counts, by `seen_at`. */
export const LISTS = ['brawlers', 'game_modes', 'rotation_events'] as const

/** Stores an answer that lists something. False when it told nothing new. Of other answers it stores nothing. */
export async function storeListed(db: Database, answer: ObservedAnswer): Promise<boolean> {
  switch (answer.kind) {
    case 'player-ranking':
    case 'club-ranking':
    case 'brawler-ranking':
      return storeRanking(db, answer)
    case 'brawlers':
      return storeNames(db, 'brawlers', answer)
    case 'gamemodes':
      return storeNames(db, 'game_modes', answer)
    case 'rotation':
      return storeRotation(db, answer)
    case 'club':
    case 'player':
    case 'battle-log':
      return true
  }
}

/** The game's names of its modes, for the words that battles are read with. */
export function storedModes(db: Database): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('game_modes').select(['id', 'name']).execute()
}

type RankingEntry = {
  rank: number
  tag: string
  name: string
  color: string | null
  trophies: number
  club: string | null
  members: number | null
}

type Ranking = Extract<ObservedAnswer, { kind: 'player-ranking' | 'club-ranking' | 'brawler-ranking' }>

const TYPE = { 'player-ranking': 'players', 'club-ranking': 'clubs', 'brawler-ranking': 'brawlers' } as const

/** The key of a ranking in the store. `brawler_id` is 0 where the ranking is not of one brawler. */
type RankingKey = { type: RankingType; country: string; brawler_id: number }

function rankingKey(ranking: Ranking): RankingKey {
  const brawlerId = ranking.kind === 'brawler-ranking' ? ranking.brawlerId : 0
  return { type: TYPE[ranking.kind], country: ranking.country, brawler_id: brawlerId }
}

/**
 * Stores a ranking as it was answered. Who moved is found when it is read, since older rankings may be dropped. False when
 * it was stored before.
 */
async function storeRanking(db: Database, ranking: Ranking): Promise<boolean> {
  const key = rankingKey(ranking)
  const entries = ranking.body.map(
    (row): RankingEntry => ({
      rank: row.rank,
      tag: row.tag,
      name: row.name,
      color: 'nameColor' in row ? row.nameColor : null,
      trophies: row.trophies,
      club: 'clubName' in row ? row.clubName : null,
      members: 'memberCount' in row ? row.memberCount : null,
    }),
  )
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('rankings')
    .values({ ...key, collected_at: ranking.observedAt, entries: JSON.stringify(entries) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Stores the names of a list. What the list no longer holds stays stored (docs/game-api.md#withdrawn-brawlers). The game
 * breaks long names into lines; they are stored in one.
 */
async function storeNames(
  db: Database,
  table: 'brawlers' | 'game_modes',
  { body, observedAt }: { body: readonly { id: number; name: string | null }[]; observedAt: Date },
): Promise<boolean> {
  const rows = body.flatMap(({ id, name }) => (name === null ? [] : [{ id, name: name.replaceAll('\n', ' ') }]))
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} as stored (id, name, seen_at)
    select id, name, ${observedAt} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id integer, name text)
    order by id
    on conflict (id) do update set name = excluded.name, seen_at = excluded.seen_at
    where stored.seen_at < excluded.seen_at`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/** Stores the events that the game offers. False when the answer told nothing new, or holds no event with a map. */
async function storeRotation(db: Database, { body, observedAt }: Observed<'rotation'>): Promise<boolean> {
  const rows = body.filter(({ id }) => id > 0).map((event) => ({ ...event, seenAt: observedAt }))
  const { numAffectedRows } = await sql`
    insert into rotation_events as stored (event_id, starts_at, ends_at, mode, map, seen_at)
    select id, "startsAt", "endsAt", mode, map, "seenAt" from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id integer, "startsAt" timestamptz, "endsAt" timestamptz, mode text, map text, "seenAt" timestamptz)
    order by 1, 2
    on conflict (event_id, starts_at) do update set ends_at = excluded.ends_at, mode = excluded.mode,
      map = excluded.map, seen_at = excluded.seen_at
    where stored.seen_at < excluded.seen_at`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
