import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'

export type Counts = { days: number; observations: number }

/** `filledUntil` is acknowledged day by day: it and what was stored before must not go back. */
export async function countsOf(db: Database): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce((select extract(epoch from (value ->> 'filledUntil')::timestamptz) from settings where key = 'demo'), 0)::float as days,
      (select count(*) from observations) as observations`.execute(db)
  return rows[0] ?? { days: 0, observations: 0 }
}

/** What must hold after any transaction, whole or not at all: each rule with how often it is broken. */
export async function brokenRules(db: Database): Promise<{ rule: string; broken: number }[]> {
  const { rows } = await sql<{ rule: string; broken: number }>`
    select * from (
      select 'a club has the trophies of its members' as rule, count(*) as broken from clubs where trophies <>
        (select coalesce(sum(trophies), 0) from club_members where club_tag = clubs.tag and left_at is null)
      union all
      select 'every present member is a player', count(*) from club_members m where left_at is null
        and not exists (select from players where tag = m.player_tag)
      union all
      select 'every player has an observation', count(*) from players p
        where not exists (select from observations where player_tag = p.tag)
      union all
      select 'the newest observation is what the player has', count(*) from players p where trophies <>
        (select trophies from observations where player_tag = p.tag order by observed_at desc limit 1)
      union all
      select 'the daily series ends with what the player has', count(*) from players p where trophies <>
        (select trophies[cardinality(trophies)] from player_months where player_tag = p.tag order by month desc limit 1)
    ) rules where broken > 0`.execute(db)
  return rows
}
