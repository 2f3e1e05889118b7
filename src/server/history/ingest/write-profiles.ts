import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Ledger } from './ledger.ts'
import { type PlayerRecords, packRecords } from './player-records.ts'
import { packBrawlers } from './raw-answers.ts'

/** Stores the profiles, the newest of each player. */
export async function writeProfiles(db: Database, ledger: Ledger): Promise<void> {
  if (ledger.profiles.size === 0) return
  const rows = [...ledger.profiles.values()].map(({ readAt, profile }) => ({
    player_tag: profile.tag,
    read_at: readAt,
    highest_trophies: profile.highestTrophies,
    exp_level: profile.expLevel,
    victories_3vs3: profile.victories3v3,
    victories_solo: profile.soloVictories,
    victories_duo: profile.duoVictories,
    brawlers: packBrawlers(profile.brawlers),
    records: recordsColumn(ledger.records.get(profile.tag)),
  }))
  await db
    .insertInto('player_profiles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('player_tag')
        .doUpdateSet((row) => ({
          read_at: row.ref('excluded.read_at'),
          highest_trophies: row.ref('excluded.highest_trophies'),
          exp_level: row.ref('excluded.exp_level'),
          victories_3vs3: row.ref('excluded.victories_3vs3'),
          victories_solo: row.ref('excluded.victories_solo'),
          victories_duo: row.ref('excluded.victories_duo'),
          brawlers: row.ref('excluded.brawlers'),
          records: row.ref('excluded.records'),
        }))
        .where(sql<boolean>`excluded.read_at > player_profiles.read_at`),
    )
    .execute()
  await nameBrawlers(db, ledger)
}

function recordsColumn(records: PlayerRecords | undefined): string | null {
  return records === undefined || Object.values(records.since).every((day) => day === null)
    ? null
    : JSON.stringify(packRecords(records))
}

/** Stores what a player ever reached, beside their profile. */
export async function writeRecords(db: Database, tag: string, records: PlayerRecords | undefined): Promise<void> {
  await db
    .updateTable('player_profiles')
    .set({ records: recordsColumn(records) })
    .where('player_tag', '=', tag)
    .execute()
}

/** Brawlers that no list has named yet get the names of profiles. Any list is newer. */
async function nameBrawlers(db: Database, { profiles }: Ledger): Promise<void> {
  const owned = [...profiles.values()].flatMap(({ profile }) => profile.brawlers)
  const names = new Map(owned.flatMap(({ id, name }) => (name === null ? [] : [[id, name.replaceAll('\n', ' ')]])))
  if (names.size === 0) return
  await sql`
    insert into brawlers (id, name, seen_at)
    select (value ->> 0)::integer, value ->> 1, to_timestamp(0)
    from jsonb_array_elements(${JSON.stringify([...names])}::jsonb)
    order by 1
    on conflict do nothing`.execute(db)
}
