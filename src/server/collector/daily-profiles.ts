import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'
import { PROOF_DAYS } from '#shared/desk.ts'
import { LONGEST_SECONDS, PROFILE_SECONDS, TARGET_CLASS } from './targets.ts'

/** Days for which a player whom somebody looked at is looked at daily. */
const VISITED_DAYS = 7

/**
 * Has a profile a day read of whose Ranked days somebody wants to see: members of clubs with a desk that a proof still
 * opens, favourites, and players who were looked at within 7 days. Profiles cost a call each, so others are read as they are
 * searched. Who is wanted no longer is left out again, or collected as before where a visitor once searched them
 * (`wanted_at`). Turns are spread over the day. Returns how many were added.
 */
export async function adoptProfiles({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const wanted = sql`
    select m.player_tag as tag from club_members m where m.left_at is null and m.club_tag in (
      select own.club_tag from linked_players l left join tombstones t on t.tag = l.player_tag
        join club_members own on own.player_tag in (l.player_tag, t.alias)
      where own.left_at is null and l.linked_at > ${new Date(now.getTime() - PROOF_DAYS.holds * DAY_MS)})
    union select tag from favourites where type = 'player'
    union select tag from visits
    where type = 'player' and viewed and day > ${dayOf(new Date(now.getTime() - VISITED_DAYS * DAY_MS))}::date`
  const isUnwanted = sql`kind = 'player' and class = ${TARGET_CLASS.member} and leased_until is null
    and key not in (select tag from (${wanted}) wanted)`
  await sql`
    update collection_targets set class = ${TARGET_CLASS.discovered}, interval_seconds = ${LONGEST_SECONDS}
    where ${isUnwanted} and wanted_at is not null`.execute(db)
  await sql`delete from collection_targets where ${isUnwanted}`.execute(db)
  const { numAffectedRows } = await sql`
    insert into collection_targets as stored (kind, key, class, due_at, interval_seconds)
    select 'player', p.tag, ${TARGET_CLASS.member}::smallint,
      ${now}::timestamptz + mod(hashtext(p.tag)::bigint + 2147483648, ${PROFILE_SECONDS}::integer) * interval '1 second',
      ${PROFILE_SECONDS}::integer
    from players p join (${wanted}) wanted on wanted.tag = p.tag
    where not exists (select from tombstones t where t.tag = p.tag)
    order by p.tag
    on conflict (kind, key) do update set class = excluded.class, interval_seconds = excluded.interval_seconds,
      wanted_at = coalesce(stored.wanted_at, ${now}::timestamptz)
    where excluded.class < stored.class`.execute(db)
  return Number(numAffectedRows ?? 0)
}
