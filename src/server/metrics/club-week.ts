import { addDays, type CalendarDay, calendarDay, dayOf, daysBetween, WEEK } from '#shared/days.ts'
import type { RosterEventKind } from '#shared/event-texts.ts'
import { mondayOf } from '#shared/iso-week.ts'
import type { LadderKind } from '#shared/kinds.ts'
import { activeDays } from './activity.ts'
import { recordSince } from './changes.ts'
import { type ClubMoves, movesOf } from './club-moves.ts'
import { type ClubSeries, type DailySeries, windowView } from './daily-series.ts'
import { oneDecimal } from './one-decimal.ts'
import { type Played, winRate } from './played-battles.ts'
import { clubGrowth, netGain } from './trophy-gain.ts'

/** A member on the week's last day. The series ends with that day, and holds `WEEK_HISTORY_DAYS` days. */
export type WeekMember = { tag: string; inClubSince: Date; joinKnown: boolean; series: DailySeries }

/** What the roster log tells of the week. */
type WeekEvent = { kind: RosterEventKind; player: string; after: string | null }

/** A club's week as it is kept: players by their tags alone, so that names are those of the reader's day. */
export type ClubWeek = {
  growth: number | null
  played: number | null
  joined: number | null
  left: number | null
  trophies: number | null
  members: number
  best: { player: string; gain: number }[]
  falls: { player: string; gain: number }[]
  active_share: number | null
  active_shares_before: (number | null)[]
  /** Who was there at the end alone, and who at the beginning alone. */
  joiners: string[]
  leavers: string[]
  /** Who joined and left again, and who left and came back. Reports that are older than these lists have them not. */
  came_and_left?: string[]
  left_and_back?: string[]
  promoted: { player: string; role: string | null }[]
  anniversaries: { player: string; days: number }[]
  personal_bests: { player: string; trophies: number }[]
  /** What was reached in Ranked and with brawlers, by profiles that were read. Older reports have it not, or not all. */
  reached?: {
    player: string
    kind: LadderKind
    tier: string | null
    brawler: string | null
    figure: number | null
  }[]
  known_days: number
  /** Null where no battle log tells of the week. */
  battles: number | null
  win_rate: number | null
}

/** Days that are read of each member, for personal bests. */
export const WEEK_HISTORY_DAYS = 400

const NAMED = 5
const WEEKS_BEFORE = 4

type Input = {
  /** The Monday on which the week was over. */
  monday: CalendarDay
  /** Ends with the day before. */
  club: ClubSeries
  members: readonly WeekMember[]
  events: readonly WeekEvent[]
  /** The members' battles of the week; null where no battle log tells of it. */
  played: Played | null
}

/** The seven days before a Monday (docs/formulas.md#the-week). */
export function clubWeek({ monday, club, members, events, played: battles }: Input): ClubWeek {
  const { growth, played, joined, left } = clubGrowth(club, WEEK)
  const view = windowView(club, WEEK)
  const whole = membersSince(members, addDays(monday, -WEEK))
  const gains = whole.flatMap(({ tag, series }) => {
    const gain = netGain(windowView(series, WEEK))
    return gain === null || gain === 0 ? [] : [{ player: tag, gain }]
  })
  const byGain = gains.sort((one, other) => other.gain - one.gain || (one.player < other.player ? -1 : 1))
  return {
    growth,
    played,
    joined,
    left,
    trophies: view.dates.at(-1)?.close ?? null,
    members: members.length,
    best: byGain.filter(({ gain }) => gain > 0).slice(0, NAMED),
    falls: byGain
      .filter(({ gain }) => gain < 0)
      .reverse()
      .slice(0, NAMED),
    active_share: shareOf(members, monday, 0),
    active_shares_before: Array.from({ length: WEEKS_BEFORE }, (_, place) =>
      shareOf(members, monday, WEEKS_BEFORE - place),
    ),
    ...movesOf(events),
    promoted: promotionsOf(events),
    // Of a week in which nobody looked it is not known who was still there.
    anniversaries: (view.observedDays === 0 ? [] : members)
      .flatMap((member) => anniversaryOf(member, monday))
      .sort(byTag),
    personal_bests: members.flatMap(({ tag, series }) => bestOf(tag, series, monday)).sort(byTag),
    known_days: view.observedDays,
    battles: battles?.battles ?? null,
    win_rate: battles === null ? null : winRate(battles),
  }
}

function byTag(one: { player: string }, other: { player: string }): number {
  return one.player < other.player ? -1 : 1
}

function membersSince(members: readonly WeekMember[], day: CalendarDay): WeekMember[] {
  return members.filter(({ inClubSince }) => dayOf(inClubSince) <= day)
}

/** The fewest members whose share is told in percent. */
const LEAST_MEMBERS = 3

/** Percent of those who were in the club for a whole week and known in it who played; `before`: how many weeks earlier. */
function shareOf(members: readonly WeekMember[], monday: CalendarDay, before: number): number | null {
  const views = membersSince(members, addDays(monday, -WEEK * (before + 1))).map(({ series }) =>
    weekBefore(series, before),
  )
  const known = views.filter(({ observedDays }) => observedDays > 0)
  if (known.length < LEAST_MEMBERS) return null
  return oneDecimal((100 * known.filter((view) => activeDays(view) > 0).length) / known.length)
}

function weekBefore(series: DailySeries, weeks: number) {
  const end = series.closes.length - WEEK * weeks
  const cut = <T>(days: readonly T[]) => days.slice(0, Math.max(0, end))
  return windowView(
    {
      ...series,
      closes: cut(series.closes),
      changes: cut(series.changes),
      scans: cut(series.scans),
      resets: cut(series.resets),
    },
    WEEK,
  )
}

function promotionsOf(events: readonly WeekEvent[]): ClubWeek['promoted'] {
  const promoted = new Map(events.filter(({ kind }) => kind === 'promoted').map(({ player, after }) => [player, after]))
  return [...promoted].map(([player, role]) => ({ player, role }))
}

const HUNDRED_DAYS = 100
const YEAR_DAYS = 365

/** 100 days and whole years in the club that were completed in the week. */
function anniversaryOf(
  { tag, inClubSince, joinKnown }: WeekMember,
  monday: CalendarDay,
): { player: string; days: number }[] {
  if (!joinKnown) return []
  const end = daysBetween(dayOf(inClubSince), addDays(monday, -1))
  const years = YEAR_DAYS * Math.floor(end / YEAR_DAYS)
  return [HUNDRED_DAYS, years]
    .filter((days) => days > 0 && end >= days && end - days < WEEK)
    .map((days) => ({ player: tag, days }))
}

function bestOf(player: string, series: DailySeries, monday: CalendarDay): { player: string; trophies: number }[] {
  const trophies = recordSince(series, { at: new Date(addDays(monday, -WEEK)), trophies: null })
  return trophies === null ? [] : [{ player, trophies }]
}

/** The lists of comings and goings, with nobody in two of them: older reports name in both whoever joined and left. */
export function movesApart(week: Pick<ClubWeek, keyof ClubMoves>): ClubMoves {
  const { joiners, leavers, came_and_left, left_and_back = [] } = week
  const both = came_and_left ?? joiners.filter((player) => leavers.includes(player))
  const without = (players: string[]) => players.filter((player) => !both.includes(player))
  return { joiners: without(joiners), leavers: without(leavers), came_and_left: both, left_and_back }
}

/** Personal bests, those with the most trophies first. */
export function highestFirst(bests: ClubWeek['personal_bests']): ClubWeek['personal_bests'] {
  return bests.toSorted((one, other) => other.trophies - one.trophies)
}

/**
 * The Monday of the newest report: the last one that has begun in the time zone and at UTC, since reports are of whole
 * UTC days.
 */
export function reportMonday(moment: Date, timeZone: string): CalendarDay {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const local = calendarDay(parts.format(moment))
  const today = dayOf(moment)
  return mondayOf(local < today ? local : today)
}
