import { sql } from 'kysely'
import * as z from 'zod/mini'
import { collectPlayer } from '#server/collector/collect-tag.ts'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import { GameApiError } from '#server/game/game-api.ts'
import { readLadders } from '#server/history/ladders.ts'
import { presentMembers } from '#server/history/members.ts'
import { OBSERVED_AT, readPlayerSeries } from '#server/history/series.ts'
import { AppError } from '#server/kernel/errors.ts'
import { activeDays, activityConsistency, activityScore } from '#server/metrics/activity.ts'
import { learningFrom } from '#server/metrics/analytics-availability.ts'
import { applicantFit, byFit, mistypedTags, tagsInText } from '#server/metrics/applicant-fit.ts'
import { type DailySeries, windowView } from '#server/metrics/daily-series.ts'
import { type Bars, missingToBars } from '#server/metrics/desk-queue.ts'
import { oneDecimal } from '#server/metrics/one-decimal.ts'
import { estimatedBattlesADay } from '#server/metrics/played-battles.ts'
import { type LadderDays, lastKnown } from '#server/metrics/ranked-history.ts'
import type { checkApplicants } from '#shared/contract/desk-people.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { DAY_MS, dayOf, HOUR_MS } from '#shared/days.ts'
import { APPLICANTS_MAX, PASTED_LINE_MAX } from '#shared/desk.ts'
import { reasonWords } from '#shared/desk-reasons.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { shownStanding } from '#shared/ranked-tiers.ts'
import { getKnown } from '#shared/records.ts'
import { said } from '#shared/texts.ts'
import { admitKey, askerOf } from '../http/shared-rate-limit.ts'
import type { Asking } from '../http/visitor-key.ts'
import { type Mark, marksOf } from './marks.ts'
import type { Desk } from './open-desk.ts'
import { type UsualPlay, usualPlay } from './played.ts'
import { askedLadders } from './queue.ts'
import { appliedRules, readRules } from './rules.ts'

type Applicants = Output<typeof checkApplicants>
type Applicant = Applicants['applicants'][number]

/** What is known of the players whose tags stand in a text, the best fit first. */
export async function readApplicants(context: Context, desk: Desk, text: string, asking: Asking): Promise<Applicants> {
  if (text.split('\n').some((line) => line.length > PASTED_LINE_MAX)) {
    const sentence = said('error.lineLong', { count: PASTED_LINE_MAX })
    throw new AppError('invalid', sentence, { fields: { text: sentence } })
  }
  const members = await presentMembers(context.db, desk.clubTag)
  const named = new Set(tagsInText(text))
  const found = [...named].filter((tag) => !members.some((member) => member.tag === tag))
  const tags = found.slice(0, APPLICANTS_MAX)
  const states = await statesOf(context, desk, tags, asking)
  const shown = tags.filter((tag) => ['known', 'first_seen'].includes(states.get(tag) ?? ''))
  const [figures, ladders, marks, stored, play] = await Promise.all([
    readFigures(context, shown),
    readLadders(context.db, shown, dayOf(context.clock.now())),
    marksOf(context, desk, tags),
    readRules(context, desk),
    usualPlay(context.db, { tags: shown, members: members.map(({ tag }) => tag), now: context.clock.now() }),
  ])
  const bars = appliedRules(stored.rules, stored.club_entry_trophies)
  const applicants = tags.map((tag) => {
    const state = states.get(tag) ?? 'unanswered'
    const ofClub = state === 'hidden' ? [] : (marks.get(tag) ?? [])
    return applicantOf(tag, state, {
      known: figures.get(tag),
      ladders: ladders.get(tag),
      bars,
      marks: ofClub,
      play: play(tag),
    })
  })
  return {
    applicants: applicants.sort(byFit),
    already_members: members
      .filter(({ tag }) => named.has(tag))
      .map(({ tag, name }) => ({ player_tag: tag, player_name: nameOrTag(name, tag) })),
    left_out: found.length - tags.length,
    mistyped: mistypedTags(text).slice(0, APPLICANTS_MAX),
    entry_trophies: bars.entry_trophies,
  }
}

const STORED = { tag: z.string(), known: z.boolean(), hidden: z.boolean() }

/** Whether each tag is known; those that nobody tracks are asked for, within the user's searches. */
async function statesOf(context: Context, desk: Desk, tags: string[], asking: Asking) {
  const rows = await queryRows(
    context.db,
    STORED,
    sql`
      select tag, exists (select from players p where p.tag = given.tag) as known,
        exists (select from tombstones t where t.tag = given.tag) as hidden
      from unnest(${tags}::text[]) as given(tag)`,
  )
  const states = await Promise.all(
    rows.map(async ({ tag, known, hidden }): Promise<[string, Applicant['state']]> => {
      if (hidden) return [tag, 'hidden']
      return [tag, known ? 'known' : await firstLook(context, desk, tag, asking)]
    }),
  )
  return new Map(states)
}

/** Asks the game for a player whom nobody tracked. */
async function firstLook(
  context: Context,
  desk: Desk,
  tag: string,
  { visitor, address }: Asking,
): Promise<Applicant['state']> {
  const limit = { name: 'user searches', limit: context.config.USER_SEARCHES_PER_HOUR, windowMs: HOUR_MS }
  const who = desk.userId === null ? `desk ${desk.key}` : `user ${desk.userId}`
  try {
    await admitKey(context, limit, who, said('error.manyLookups'))
    await collectPlayer(context, tag, { priority: 'visitor', askedBy: askerOf(visitor, address) })
    return 'first_seen'
  } catch (error) {
    if (error instanceof GameApiError) return error.kind === 'not-found' ? 'not_found' : 'unanswered'
    if (error instanceof AppError && error.status === 429) return 'unanswered'
    throw error
  }
}

const PLAYER = {
  tag: z.string(),
  name: z.string(),
  trophies: z.number(),
  firstSeenAt: z.date(),
  firstTrophies: z.nullable(z.number()),
  asOf: z.date(),
}

const STAY = {
  player: z.string(),
  tag: z.string(),
  name: z.string(),
  since: z.date(),
  atLeast: z.boolean(),
  leftAt: z.nullable(z.date()),
}

type Stay = { player: string; tag: string; name: string; since: Date; atLeast: boolean; leftAt: Date | null }
type Known = { name: string; trophies: number; firstSeenAt: Date; series: DailySeries; stays: Stay[]; now: Date }

/** Days over which an applicant is looked at. */
const DAYS = 30

async function readFigures({ db, clock }: Context, tags: readonly string[]): Promise<Map<string, Known>> {
  const now = clock.now()
  const [players, stays] = await Promise.all([
    queryRows(
      db,
      PLAYER,
      sql`select p.tag, p.name, p.trophies, p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies",
          ${sql.raw(OBSERVED_AT.player)} as "asOf"
        from players p left join clubs c on c.tag = p.club_tag where p.tag = any(${tags})`,
    ),
    queryRows(
      db,
      STAY,
      sql`select m.player_tag as player, c.tag, c.name, coalesce(m.joined_at, m.first_seen_at) as since,
          m.joined_at is null as "atLeast", m.left_at as "leftAt"
        from club_members m join clubs c on c.tag = m.club_tag
        where m.player_tag = any(${tags}) order by since desc, c.tag`,
    ),
  ])
  const series = await readPlayerSeries(db, players, { days: DAYS, now })
  const ofPlayer = Map.groupBy(stays, ({ player }) => player)
  return new Map(
    players.map(({ tag, ...player }) => [
      tag,
      { ...player, series: getKnown(series, tag), stays: ofPlayer.get(tag) ?? [], now },
    ]),
  )
}

type Looked = { known: Known | undefined; ladders: LadderDays | undefined; bars: Bars; marks: Mark[]; play: UsualPlay }

function applicantOf(tag: string, state: Applicant['state'], { known, ladders, bars, marks, play }: Looked): Applicant {
  const view = known === undefined ? null : windowView(known.series, DAYS)
  const knownDays = view?.observedDays ?? 0
  const isScored = view !== null && learningFrom(knownDays) === null
  const activity = isScored ? oneDecimal(activityScore(view)) : null
  const consistency = isScored ? oneDecimal(activityConsistency(view)) : null
  const clubs = known?.stays.map((stay) => pastClub(stay, known.now)) ?? []
  const open = marks.filter(({ expired }) => !expired)
  const { fit, reasons } = applicantFit({
    trophies: known?.trophies ?? null,
    bar: bars.entry_trophies,
    activity,
    consistency,
    activeDays: view === null ? 0 : activeDays(view),
    knownDays,
    tenures: clubs.map(({ days }) => days),
    hoursInCommon: play.hoursInCommon,
    warnings: open.flatMap(({ kind, weight }) => (kind === 'warning' ? [weight ?? 1] : [])),
    blacklisted: open.some(({ kind }) => kind === 'blacklist'),
  })
  return {
    player_tag: tag,
    state,
    player_name: known === undefined ? null : nameOrTag(known.name, tag),
    trophies: known?.trophies ?? null,
    activity_score: activity,
    consistency,
    known_days_30d: knownDays,
    days_known: known === undefined ? 0 : daysSince(known.firstSeenAt, known.now),
    past_clubs: clubs,
    battles_a_day: play.battlesADay ?? (view && estimatedBattlesADay(view)),
    battles_estimated: play.battlesADay === null,
    hours_in_common: play.hoursInCommon,
    marks,
    ...standingOf(known, ladders, bars),
    fit: known === undefined && !open.some(({ kind }) => kind === 'blacklist') ? null : fit,
    reasons: known === undefined ? [] : reasons,
  }
}

/** Tier, rating and prestige as profiles told them last, and how they and the trophies stand to the club's bars. */
function standingOf(known: Known | undefined, ladders: LadderDays | undefined, bars: Bars) {
  const { ranked, prestige } = lastKnown(ladders ?? new Map())
  const hasBar = [bars.entry_trophies, bars.entry_tier, bars.entry_prestige].some((bar) => bar !== null)
  const missing = known && hasBar ? missingToBars({ trophies: known.trophies, ...askedLadders(ladders) }, bars) : null
  return {
    ranked: ranked && shownStanding(ranked),
    prestige: prestige?.total ?? null,
    meets_bar: missing && missing.length === 0,
    missing: missing?.map((fact) => reasonWords(fact)) ?? [],
    missing_facts: missing ?? [],
  }
}

function pastClub({ tag, name, since, atLeast, leftAt }: Stay, now: Date): Applicant['past_clubs'][number] {
  return {
    tag,
    name: nameOrTag(name, tag),
    days: daysSince(since, leftAt ?? now),
    at_least: atLeast,
    now: leftAt === null,
  }
}

function daysSince(from: Date, to: Date): number {
  return Math.max(0, Math.floor((to.getTime() - from.getTime()) / DAY_MS))
}
