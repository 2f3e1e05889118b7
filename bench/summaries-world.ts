import { sql } from 'kysely'
import { type Database, portionsOf } from '#server/database/database.ts'
import { facetOf } from '#server/directory/facets.ts'
import { type ClubRankedMiddle, smoothHours } from '#server/metrics/club-finder.ts'
import { dayOf } from '#shared/days.ts'
import { createRandom, pick, type Random, randomBetween } from '#shared/random.ts'
import { worldTag } from './world.ts'

export const PLAYERS_OF_A_CLUB = 30

/** Fills the summaries with `size` invented players, always the same, and the counters to match. */
export async function fillPlayers(db: Database, size: number): Promise<void> {
  const indexes = await dropIndexes(db)
  await sql`
    with seeded as materialized (select setseed(0.5)), drawn as (
      select i, random() as luck, random() as activity, random() as place, random() as member, random() as look,
        (1000 + 120000 * power(random(), 3))::integer as trophies
      from seeded, generate_series(1, ${size}::integer) i
    ), player as (
      select *, '#' || translate(i::text, '134567', 'PYLQGR') || '0'
          || translate((i::bigint * 7919 % 9973)::text, '134567', 'JCUVPY') as tag,
        round((100 * power(activity, 1.5))::numeric, 1)::real as active,
        (array['US', 'BR', 'DE', 'FR', 'JP', 'KR'])[1 + floor(place * 12)::integer] as country,
        'player ' || i || case when i % 97 = 0 then ' zed' else '' end
          || case when i % 10 = 0 then ' ' || sign else '' end as name,
        case when i % 10 = 0 then array[sign, left(sign, 1), right(sign, 1)] end as grams
      from (
        select *, chr(19968 + i / 10 % 2000) || case when i % 100 = 0 then '★' else chr(22000 + i / 10 % 1999) end as sign
        from drawn) signed
    )
    insert into player_summaries (tag, name, name_folded, search_text, short_grams, trophies, country, facet, activity_score,
      performance_score, consistency_rating, longest_streak, growth_7d, growth_from, growth_7d_percent,
      popularity_weight, analytics_available, created_at, summarised_on)
    select tag, name, md5(name) || name, name || E'\n' || lower(tag), grams, trophies, country,
      (((width_bucket(trophies, array[5000, 5001, 15000, 15001, 25000, 25001, 50000, 50001, 75000, 75001, 100000])) * 4
        + case when country in ('US', 'BR') then 1 when country in ('DE', 'FR') then 2 when country is null then 0
            else 3 end) * 4
        + case when active >= 80 then 3 when active >= 50 then 2 else 1 end) * 2 + (member < 0.95)::integer,
      active, 0.4 * least(100, trophies / 1200.0) + 0.6 * active, active, 3, (luck * 900)::integer, trophies,
      luck * 90000 / trophies, case when look > 0.9 then (1 / (1.0001 - look))::integer % 500 else 0 end, true,
      timestamptz '2026-01-01Z' + i * interval '7 seconds', '2026-06-01'
    from player on conflict (tag) do nothing`.execute(db)
  await countAll(db, 'player')
  for (const index of indexes) await sql.raw(index).execute(db)
  await sql`vacuum analyze player_summaries`.execute(db)
}

/** The counters of one kind, by its summaries. */
async function countAll(db: Database, type: 'club' | 'player'): Promise<void> {
  await sql`delete from entity_counts where type = ${type}`.execute(db)
  await sql`
    insert into entity_counts
    select ${type}, facet, trophies / 1000, count(*), count(*), count(*), 0
    from ${sql.table(`${type}_summaries`)} group by 2, 3`.execute(db)
  await sql`vacuum analyze entity_counts`.execute(db)
}

const MODES = ['knockout', 'brawlBall', 'gemGrab', 'heist', 'hotZone', 'bounty', 'duoShowdown', 'soloShowdown']
const COUNTRIES = ['US', 'BR', 'DE', 'FR', 'JP', 'KR', null, null]

/** Their tags begin after those of the small world. */
const INVENTED_FROM = 100_000

/** The tag of an invented club. */
export function inventedClub(index: number): string {
  return worldTag(INVENTED_FROM + index)
}

/** Stores the summaries and profiles of `count` invented clubs, always the same, and the counters to match. */
export async function fillClubs(db: Database, count: number): Promise<void> {
  const random = createRandom(1)
  const clubs = Array.from({ length: count }, (_, index) => inventClub(random, index))
  for (const some of portionsOf(clubs)) {
    const summaries = db.insertInto('club_summaries').values(some.map(({ summary }) => summary))
    await summaries.onConflict((conflict) => conflict.doNothing()).execute()
    const profiles = db.insertInto('club_profiles').values(some.map(({ profile }) => profile))
    await profiles.onConflict((conflict) => conflict.doNothing()).execute()
  }
  await countAll(db, 'club')
  await sql`vacuum analyze club_summaries`.execute(db)
  await sql`vacuum analyze club_profiles`.execute(db)
}

/** A club as its leaders set it up, and as its members play: many are small, and few are at the top. */
function inventClub(random: Random, index: number) {
  const tag = inventedClub(index)
  const medianTrophies = Math.round(1000 + 90_000 * random() ** 3)
  const member_count = randomBetween(random, random() < 0.5 ? 27 : 5, 30)
  const active = Math.round(member_count * random())
  const facts = { trophies: medianTrophies * member_count, country: pick(random, COUNTRIES) }
  const activity_score = Math.round((1000 * active) / member_count) / 10
  const name = `club ${index}`
  const summary = {
    ...facts,
    ...{ tag, name, name_folded: name, search_text: `${name}\n${tag.toLowerCase()}`, member_count, activity_score },
    facet: facetOf({ ...facts, activityScore: activity_score, isMember: true }),
    ghosts: member_count - active,
    growth_7d: Math.round(900 * random()),
    growth_from: facts.trophies,
    growth_7d_percent: random() < 0.1 ? null : 3 * random(),
    popularity_weight: randomBetween(random, 0, 200),
    analytics_available: true,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, index)),
    summarised_on: dayOf(new Date()),
    entry: pick(random, ['open', 'open', 'inviteOnly', 'closed'] as const),
    required_trophies: Math.round((medianTrophies * random()) / 1000) * 1000,
    active_members: active,
    known_members: member_count,
  }
  return { summary, profile: { tag, median_trophies: medianTrophies, ...inventedPlay(random, member_count) } }
}

/** What members do. Of one club in ten too few are listened to. */
function inventedPlay(random: Random, members: number) {
  const evening = randomBetween(random, 0, 23)
  const counts = Array.from({ length: 24 }, (_, hour) => 1 + 20 * random() * Number((hour - evening + 24) % 24 < 7))
  const weights = MODES.map(() => random() ** 2)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const modes = Object.fromEntries(MODES.map((mode, place) => [mode, (weights[place] ?? 0) / total]))
  const isHeard = random() > 0.1
  return {
    made_on: dayOf(new Date()),
    median_gain: Math.round(900 * random()),
    retention_90d: 100 * random(),
    evenness: 100 * random(),
    activities: Array.from({ length: members }, () => randomBetween(random, 0, 100)),
    hours: isHeard ? smoothHours(counts) : null,
    modes: isHeard ? JSON.stringify(modes) : null,
    ranked: random() < 0.3 ? JSON.stringify(inventedRanked(random, members)) : null,
  }
}

/** Profiles are read daily of the members of one club in three. */
function inventedRanked(random: Random, members: number): ClubRankedMiddle {
  const middleOf = (most: number) => ({ middle: randomBetween(random, 0, most), known: members })
  return { members, tier: middleOf(22), prestige: middleOf(60) }
}

/**
 * Drops the indexes, since a million rows are inserted faster without. Returns the statements that create them again.
 */
async function dropIndexes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string; statement: string }>`
    select indexname as name, indexdef as statement from pg_indexes
    where tablename = 'player_summaries' and indexname <> 'player_summaries_pkey'`.execute(db)
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db)
  return rows.map(({ statement }) => statement)
}
