import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { writeSetting } from '#server/database/settings.ts'
import { summariseAll } from '#server/directory/summarise.ts'
import { setAsideFuture } from '#server/history/ingest/future-answers.ts'
import { replayDue } from '#server/history/ingest/replay.ts'
import { DAY_MS, MINUTE_MS } from '#shared/days.ts'
import { RANKING_COUNTRIES } from '#shared/regions.ts'
import { rankingTarget } from './collect-ranking.ts'
import { countGlitches } from './record-trouble.ts'
import { firstInterval, goneInterval, retryInterval, TARGET_CLASS, type Target, track } from './targets.ts'

/** What there is once in the game. */
const THE_GAME: Target[] = [
  { kind: 'brawlers', key: 'all', class: 'ranked' },
  { kind: 'gamemodes', key: 'all', class: 'ranked' },
  { kind: 'rotation', key: 'all', class: 'ranked' },
]

/**
 * Has the lists of brawlers and of modes, the event rotation and every ranking of every country collected. The rankings of
 * brawlers are spread over a day.
 */
export async function trackRankings(context: Context): Promise<void> {
  const rankings = RANKING_COUNTRIES.flatMap((country) =>
    (['players', 'clubs'] as const).map((type) => rankingTarget({ type, country, brawlerId: 0 })),
  )
  await track(context, [...THE_GAME, ...rankings])
  const brawlers = await context.db.selectFrom('brawlers').select('id').execute()
  const ofBrawlers = RANKING_COUNTRIES.flatMap((country) =>
    brawlers.map(
      ({ id }): Target => ({
        ...rankingTarget({ type: 'brawlers', country, brawlerId: id }),
        class: 'discovered',
      }),
    ),
  )
  await track(context, ofBrawlers, DAY_MS / 1000)
}

/**
 * Has every stored club collected that is not tracked yet: the demo's history and an import store clubs without tracking
 * them. Their turns are spread over the first interval, counted from when they were last observed. Returns how many.
 */
export async function trackStoredClubs({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const seconds = firstInterval('club')
  const { numAffectedRows } = await sql`
    insert into collection_targets (kind, key, class, due_at, interval_seconds, collected_at)
    select 'club', tag, ${TARGET_CLASS.discovered},
      greatest(observed_at, ${clock.now()}::timestamptz)
        + mod(hashtext(tag)::bigint + 2147483648, ${seconds}) * interval '1 second',
      ${seconds}, observed_at
    from clubs
    where not exists (select from collection_targets where kind = 'club' and key = tag)
    order by tag
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Members whose battle logs are tracked in one run. */
const AT_ONCE = 500

/** Calls are to spare while less than this share of them is spent, and no target is late by more than this time. */
const SPENT_SHARE = 0.5
const LATE_MS = 10 * MINUTE_MS

/**
 * Members of tracked clubs are current through their club. While calls are to spare, the battle logs of those who play
 * are collected as well, of the most recently active first. Returns of how many.
 */
export async function adoptMembers(context: Context): Promise<number> {
  const { db, clock, gameApi } = context
  const { callsLastMinute, callsPerSecond } = gameApi.status()
  if (callsLastMinute > callsPerSecond * 60 * SPENT_SHARE || (await isLate(context))) return 0
  const { numAffectedRows } = await sql`
    insert into collection_targets (kind, key, class, due_at, interval_seconds)
    select 'battle-log', tag, ${TARGET_CLASS.member}, ${clock.now()}, ${firstInterval('battle-log')}
    from players
    where club_tag is not null and changed_at > ${new Date(clock.now().getTime() - DAY_MS)}
      and not exists (select from collection_targets where kind = 'battle-log' and key = tag)
      and not exists (select from tombstones where tombstones.tag = players.tag)
    order by changed_at desc limit ${AT_ONCE}
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

async function isLate({ db, clock }: Context): Promise<boolean> {
  const late = await db
    .selectFrom('collection_targets')
    .select('key')
    .where('class', 'in', Object.values(TARGET_CLASS))
    .where('due_at', '<', new Date(clock.now().getTime() - LATE_MS))
    .limit(1)
    .executeTakeFirst()
  return late !== undefined
}

/** Visits, each by another network or on another day, after which a tag counts as looked at again. */
const LOOKED_AT_AGAIN = 2

/**
 * Targets that were searched once, and that nobody looked at again for a day, get the lowest class: tags that somebody made
 * up do not cost more than others (docs/decisions/0017-collection-intervals.md). Returns how many.
 */
export async function demoteUnvisited({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const { numAffectedRows } = await sql`
    update collection_targets t set class = ${TARGET_CLASS.discovered}
    where class = ${TARGET_CLASS.searched} and wanted_at < ${new Date(clock.now().getTime() - DAY_MS)}
      and (select count(*) from (
        select from visits v
        where v.type = case when t.kind = 'club' then 'club' else 'player' end and v.tag = t.key
        limit ${LOOKED_AT_AGAIN}) seen) < ${LOOKED_AT_AGAIN}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Failures after which waits no longer grow. */
const MANY = 100

/** Turns may lie this much further ahead than the longest wait. */
const SLACK_SECONDS = 3600

/**
 * Repairs what a clock left behind that was ahead and has been put back: turns that would not come, and answers that would
 * make all newer ones count as late. Notes that it did, for the status page.
 */
export async function repairClockJump(context: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const { db, clock, log } = context
  const now = clock.now()
  const turns = await repairDueTimes(context)
  const answers = await setAsideFuture(db, now)
  if (turns + answers === 0) return
  if (answers > 0) await replayDue(db)
  log.warn({ turns, answers }, 'the clock was put back: turns moved, answers from the future set aside')
  await countGlitches(context, new Array(answers).fill({ kind: 'from the future' }))
  await sql`
    update collection_targets set collected_at = least(collected_at, ${now}), wanted_at = least(wanted_at, ${now})
    where collected_at > ${now} or wanted_at > ${now}`.execute(db)
  await writeSetting(db, 'clock jump', now.toISOString())
}

/**
 * Brings back turns that lie further ahead than any wait is long. They were set by a clock that has been put back since,
 * and would not come before it is that far again. They are spread over their interval. Returns how many.
 */
export async function repairDueTimes({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock.now()
  const { numAffectedRows } = await sql`
    update collection_targets set due_at = ${now}::timestamptz + random() * interval_seconds * interval '1 second'
    where due_at > ${now}::timestamptz + interval '1 second' * (${SLACK_SECONDS}::integer + case
      when gone_at is not null then ${goneInterval(MANY)}::integer
      when failures > 0 then greatest(interval_seconds, ${retryInterval(MANY)}::integer)
      else interval_seconds end)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Has the clubs collected and everybody summarised that an import or the demo's history stored without doing so.
 * Repeating it renews the summaries and changes nothing else.
 */
export async function trackAndSummariseStored(
  context: Pick<Context, 'db' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  if (!signal.aborted) await trackStoredClubs(context)
  await summariseAll(context, signal)
}
