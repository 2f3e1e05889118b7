import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { PlayerAnswer } from '../game-api/payloads/player.ts'
import type { StoredBrawler } from '../history/stored-brawler.ts'
import type { Ledger } from './ledger.ts'

/** Keeps the newest profile of each player that was read. */
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
    brawlers: JSON.stringify(storedBrawlers(profile)),
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
        }))
        .where(sql<boolean>`excluded.read_at > player_profiles.read_at`),
    )
    .execute()
}

function storedBrawlers(profile: PlayerAnswer): StoredBrawler[] {
  return profile.brawlers.map(({ id, name, power, rank, trophies, highestTrophies }) => [
    id,
    name,
    power,
    rank,
    trophies,
    highestTrophies,
  ])
}
