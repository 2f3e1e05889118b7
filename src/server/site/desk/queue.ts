import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, dateColumn, queryRows, type RowOf } from '#server/database/database.ts'
import { readLadders } from '#server/history/ladders.ts'
import { presentMembers, readMemberHistories } from '#server/history/members.ts'
import { clubNotTracked } from '#server/history/not-tracked.ts'
import { freshness, readTrackedSeries } from '#server/history/series.ts'
import { learningFrom } from '#server/metrics/analytics-availability.ts'
import { windowView } from '#server/metrics/daily-series.ts'
import { type Judged, judgeMembers, type QueueClub } from '#server/metrics/desk-queue.ts'
import type { QueueMember, Span } from '#server/metrics/member-figures.ts'
import { type PublicLists, publicLists } from '#server/metrics/public-lists.ts'
import { type LadderDays, lastKnown, recentTier } from '#server/metrics/ranked-history.ts'
import { SILENCE_DAYS } from '#server/metrics/silence.ts'
import { netGain } from '#server/metrics/trophy-gain.ts'
import { clubOf } from '#server/reach/club-messages.ts'
import type { Compose } from '#server/reach/discord.ts'
import type { Draft } from '#server/reach/discord-text.ts'
import type { getClubQueue, listDeskMembers, previewRules } from '#shared/contract/desk.ts'
import { MARK_KINDS } from '#shared/contract/desk-records.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { addDays, type CalendarDay, dayOf, isStale, WEEK } from '#shared/days.ts'
import { previewWords, reasonWords } from '#shared/desk-reasons.ts'
import { daysText } from '#shared/number-format.ts'
import { nameOrTag, plainMarkdown } from '#shared/plain-name.ts'
import { t } from '#shared/texts.ts'
import { type Desk, deskOfClub } from './open-desk.ts'
import { appliedRules, checkRules, readRules, type USUAL_RULES } from './rules.ts'

/** What the leaders of a desk have noted of one player, as far as the queue reads it. */
type Noted = Pick<QueueMember, 'warnings' | 'blacklisted' | 'safe' | 'absences'>

const NOTHING_NOTED: Noted = { warnings: [], blacklisted: null, safe: null, absences: [] }

/** A club with its members as the queue reads them. */
export type Watched = QueueClub & {
  observedAt: Date
  observedDays: number
  clubBar: number | null
  noted: ReadonlyMap<string, Noted & { marks: number }>
}

/**
 * The present members of a club, with what the leaders noted; nothing of that without a desk. As they were last seen, or
 * at a moment before.
 */
async function watchClub(context: Context, tag: string, desk: Desk | null, until?: Date): Promise<Watched> {
  const { db, clock } = context
  const now = clock.now()
  const window = { days: SILENCE_DAYS, ...(until === undefined ? { now } : { until }) }
  const [histories, present, club, noted] = await Promise.all([
    readMemberHistories(db, tag, window),
    presentMembers(db, tag),
    db.selectFrom('clubs').select('required_trophies').where('tag', '=', tag).executeTakeFirst(),
    desk === null ? new Map() : readNoted(context, desk),
  ])
  if (histories === null || club === undefined) throw clubNotTracked()
  const tags = histories.members.map((member) => member.tag)
  const ladders = desk === null ? new Map() : await readLadders(db, tags, dayOf(until ?? now))
  const roles = new Map(present.map((member) => [member.tag, member]))
  const members = histories.members.map((member): QueueMember => {
    const row = roles.get(member.tag)
    return {
      ...member,
      role: row?.role ?? 'member',
      joinKnown: (row?.joinedAt ?? null) !== null,
      ...NOTHING_NOTED,
      ...noted.get(member.tag),
      ladders: askedLadders(ladders.get(member.tag)),
    }
  })
  const { observedAt, asOf, observedDays } = histories
  const available = learningFrom(observedDays) === null
  return { members, now, asOf, available, observedAt, observedDays, clubBar: club.required_trophies, noted }
}

/** What the bars of a club are about. */
export function askedLadders(days: LadderDays = new Map()): QueueMember['ladders'] {
  return { tier: recentTier(days), prestige: lastKnown(days).prestige?.total ?? null }
}

const NOTED = {
  player: z.string(),
  kind: z.enum([...MARK_KINDS, 'absence']),
  weight: z.nullable(z.number()),
  from: dateColumn,
  until: z.nullable(dateColumn),
}

/** What holds today of the marks, and the absences that the count of silent days passes over, by player. */
async function readNoted({ db, clock }: Context, desk: Desk): Promise<Watched['noted']> {
  const today = dayOf(clock.now())
  const rows = await queryRows(
    db,
    NOTED,
    sql`
      select player_tag as player, kind, weight::integer, (created_at at time zone 'UTC')::date::text as "from",
        until::text as until
      from member_marks
      where desk = ${desk.key} and removed_at is null and (until is null or until >= ${today}::date)
      union all
      select player_tag, 'absence', null, from_day::text, until_day::text from absences
      where desk = ${desk.key} and removed_at is null and until_day >= ${addDays(today, -2 * SILENCE_DAYS)}::date
      order by 1, 4, 5`,
  )
  const byPlayer = Map.groupBy(rows, ({ player }) => player)
  return new Map([...byPlayer].map(([player, ofPlayer]) => [player, notedOf(ofPlayer)]))
}

type NotedRow = RowOf<typeof NOTED>

function notedOf(rows: readonly NotedRow[]): Noted & { marks: number } {
  const spans = (kind: NotedRow['kind']): Span[] =>
    rows.filter((row) => row.kind === kind).map(({ from, until }) => ({ from, until }))
  return {
    warnings: rows.flatMap(({ kind, weight }) => (kind === 'warning' ? [weight ?? 1] : [])),
    blacklisted: spans('blacklist').at(-1) ?? null,
    safe: spans('safe').at(-1) ?? null,
    absences: spans('absence'),
    marks: rows.filter(({ kind }) => kind !== 'absence').length,
  }
}

/** What the desk's rules say of every member, as they were last seen or `until` a moment before. */
export async function judgeDesk(context: Context, desk: Desk, until?: Date) {
  const [watched, stored] = await Promise.all([watchClub(context, desk.clubTag, desk, until), readRules(context, desk)])
  return { watched, judged: judgeMembers(watched, appliedRules(stored.rules, watched.clubBar)) }
}

/** All members, with what the rules say of each. */
export async function deskMembers(context: Context, desk: Desk): Promise<Output<typeof listDeskMembers>> {
  const { watched, judged } = await judgeDesk(context, desk)
  const today = dayOf(watched.now)
  const members = judged.map(({ member, suggestion, quiet, facts, figures }) => ({
    player_tag: member.tag,
    player_name: member.name,
    role: member.role,
    trophies: member.trophies,
    suggestion,
    quiet,
    reasons: facts.map(reasonWords),
    figures,
    marks: watched.noted.get(member.tag)?.marks ?? 0,
    absent_until:
      member.absences.find(({ from, until }) => from <= today && until !== null && until >= today)?.until ?? null,
    safe_until: member.safe?.until ?? null,
    safe: member.safe !== null,
  }))
  return { club_tag: desk.clubTag, club_name: desk.clubName, members, ...describeKnowledge(watched) }
}

/** What both the desk and the public page say about how much is known. */
export function describeKnowledge({ observedAt, observedDays, now }: Watched) {
  return { learning: learningFrom(observedDays), ...freshness(observedAt, now) }
}

type Preview = Output<typeof previewRules>

/** What other rules would suggest today. */
export async function previewQueue(context: Context, desk: Desk, rules: typeof USUAL_RULES): Promise<Preview> {
  checkRules(rules)
  const [watched, stored] = await Promise.all([watchClub(context, desk.clubTag, desk), readRules(context, desk)])
  const before = judgeMembers(watched, appliedRules(stored.rules, watched.clubBar))
  const after = judgeMembers(watched, appliedRules(rules, watched.clubBar))
  const earlier = new Map(before.map(({ member, suggestion }) => [member.tag, suggestion]))
  const changes = after
    .map(({ member, suggestion }) => ({
      player_tag: member.tag,
      player_name: member.name,
      before: earlier.get(member.tag) ?? null,
      after: suggestion,
    }))
    .filter((change) => change.before !== change.after)
  const counts = countsOf(after)
  return { sentence: previewWords(counts), counts, changes }
}

function countsOf(judged: readonly Judged[]): Preview['counts'] {
  const counts = { blacklisted: 0, remove: 0, warn: 0, below_bar: 0, promote: 0 }
  for (const { suggestion } of judged) if (suggestion !== null) counts[suggestion] += 1
  return counts
}

type PublicQueue = Output<typeof getClubQueue>
type LookedAt = PublicQueue['silent'][number]

/** Facts about members from public data alone. What to do about them is said at the desk. */
export async function publicQueue(context: Context, tag: string): Promise<PublicQueue> {
  const watched = await watchClub(context, tag, null)
  const { members, asOf, available } = watched
  const { silent, in_form, going_quiet } = publicLists(members, asOf, available)
  const roles = new Map(members.map(({ tag: player, role }) => [player, role]))
  const shown = (list: PublicLists['silent']) =>
    list.map(({ member, row, reason, played }): LookedAt => {
      const { days_silent, silent_at_least, gain } = row
      const { tag: player_tag, name: player_name, trophies } = member
      const role = roles.get(player_tag) ?? 'member'
      const gains = { gain_7d: netGain(windowView(member.series, WEEK)), gain_30d: gain }
      return { player_tag, player_name, role, trophies, days_silent, silent_at_least, ...gains, reason, played }
    })
  return {
    club_tag: tag,
    silent: shown(silent),
    in_form: shown(in_form),
    going_quiet: shown(going_quiet),
    ...describeKnowledge(watched),
  }
}

const TOLD_DAY = z.object({ day: dateColumn })

/**
 * Members who on a day came to be silent for as many days as the club's rules name for a warning or a removal, for a
 * channel: since the day before on which somebody looked. It tells of nobody who is away, safe, new or not known.
 */
export async function composeInactive(
  ...[context, channel, message]: Parameters<Compose>
): Promise<(() => Draft) | null> {
  const { db, clock } = context
  const { day } = TOLD_DAY.parse(message.payload)
  const before = await seenBefore(db, channel.desk, day)
  if (before === null) return null
  const desk = deskOfClub(channel.desk)
  const [club, { watched, judged }, earlier, { rules }] = await Promise.all([
    clubOf(context, channel),
    judgeDesk(context, desk, endOfDay(day)),
    judgeDesk(context, desk, endOfDay(before)),
    readRules(context, desk),
  ])
  // Since then they may have played.
  if (isStale(watched.observedAt, clock.now())) return null
  const silentBefore = new Map(earlier.judged.map(({ member, figures }) => [member.tag, figures.silence_counted]))
  const reached = judged.filter(({ member, suggestion, figures: { silence_counted: silent } }) => {
    const past = silentBefore.get(member.tag) ?? 0
    const crossed = [rules.warn_after_days, rules.remove_after_days].some((mark) => past < mark && silent >= mark)
    return crossed && (suggestion === 'warn' || suggestion === 'remove')
  })
  if (reached.length === 0) return null
  return () => {
    const lines = reached.map(({ member, figures }) => {
      const days = daysText(figures.days_silent ?? 0, figures.silent_at_least)
      return t('discord.silentFor', { who: plainMarkdown(nameOrTag(member.name, member.tag)), days })
    })
    return { embeds: [{ title: t('discord.silentIn', { club: club.name }), url: club.url, lines }] }
  }
}

const endOfDay = (day: CalendarDay) => new Date(Date.parse(addDays(day, 1)) - 1)

/** The day before this one on which the club was scanned; null where it was not scanned on both. */
async function seenBefore(db: Database, tag: string, day: CalendarDay): Promise<CalendarDay | null> {
  const club = await readTrackedSeries(db, 'club', tag, { days: SILENCE_DAYS, until: endOfDay(day) })
  const scans = club?.series.scans ?? []
  if (club === null || (scans.at(-1) ?? 0) === 0) return null
  const last = scans.slice(0, -1).findLastIndex((number) => number > 0)
  return last === -1 ? null : addDays(club.series.from, last)
}
