import { DAY_MS, seasonEnds } from '#shared/days.ts'
import { HISTORY_DAYS } from '#shared/forecast-reason.ts'
import type { ClubSeries, MemberHistory } from './daily-series.ts'
import { computeOutlook, dailyGains, knownUntil, type PlayedDays, type Question } from './forecast.ts'
import { silentDays } from './silence.ts'

/** The next season end after a moment, and the days that begin before it. */
export function nextSeasonEnd(now: Date): { endsAt: Date; days: number } {
  const [endsAt = now] = seasonEnds(new Date(now.getTime() + 1), new Date(now.getTime() + 40 * DAY_MS))
  return { endsAt, days: Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS) }
}

/** Days in which newcomers were seen to join. */
const NEWCOMER_DAYS = 90

/** A club and its members; the series end with the day on which the club was last seen. */
type ClubPast = { firstSeenAt: Date; series: ClubSeries; members: readonly MemberHistory[] }

/** A member as futures take one. */
type Player = { trophies: number; silent: number; isNewcomer: boolean; gains: (number | null)[]; mean: number | null }

/**
 * The present members day by day over the last 28 days: what each won on the same calendar days, so that days on which
 * all play much or little stay together (docs/formulas.md#a-clubs-season-end).
 */
export type Roster = { players: Player[]; dates: number[] }

export function rosterOf({ firstSeenAt, series: club, members }: ClubPast, asOf: Date): Roster {
  const players = members.map((member) => {
    const { series, trophies, inClubSince } = member
    const past = knownUntil(series, series.closes.length - 1)
    const gains = lastDays(dailyGains(past))
    const known = gains.filter((gain) => gain !== null)
    return {
      trophies,
      silent: silentDays(member)?.days ?? 0,
      // Those of the first scan were there before it.
      isNewcomer: inClubSince > firstSeenAt && asOf.getTime() - inClubSince.getTime() <= NEWCOMER_DAYS * DAY_MS,
      gains,
      mean: known.length === 0 ? null : known.reduce((sum, gain) => sum + gain, 0) / known.length,
    }
  })
  const resets = lastDays(club.resets.slice(0, -1))
  const dates = Array.from({ length: HISTORY_DAYS }, (_, day) => day).filter(
    (day) => !resets[day] && players.some(({ gains }) => (gains[day] ?? null) !== null),
  )
  return { players, dates }
}

/** The last 28 days; null for those before the series begins. */
function lastDays<T>(days: readonly T[]): (T | null)[] {
  return Array.from({ length: HISTORY_DAYS }, (_, day) => days[days.length - HISTORY_DAYS + day] ?? null)
}

/** What all members won on each of the days, and on how many of these anybody played. */
export function clubPlayedDays({ players, dates }: Roster): PlayedDays {
  const usual = median(players.flatMap(({ mean }) => mean ?? []))
  const gains = dates.map((day) => {
    // What is not known of a day is taken as the member's mean; a member of whom no day is known, as the median member.
    return players.reduce((sum, { gains: own, mean }) => sum + (own[day] ?? mean ?? usual ?? 0), 0)
  })
  const active = dates.filter((day) => players.some(({ gains: own }) => (own[day] ?? 0) !== 0)).length
  return { gains, active }
}

/** With fewer newcomers, the members stand for them. */
const LEAST_NEWCOMERS = 3

/** What a newcomer is assumed to bring and to win a day: the medians of `of` newcomers or members. */
type Newcomer = { trophies: number; gain_a_day: number; of: number; from: 'newcomers' | 'members' }

/** Null where nobody's days are known. */
function medianNewcomer({ players }: Roster): Newcomer | null {
  const known = players.filter(({ mean }) => mean !== null)
  const recent = known.filter(({ isNewcomer }) => isNewcomer)
  const isEnough = recent.length >= LEAST_NEWCOMERS
  const those = isEnough ? recent : known
  const [trophies, gain] = [median(those.map((one) => one.trophies)), median(those.flatMap(({ mean }) => mean ?? []))]
  if (trophies === null || gain === null) return null
  return {
    trophies: Math.round(trophies),
    gain_a_day: Math.round(gain),
    of: those.length,
    from: isEnough ? 'newcomers' : 'members',
  }
}

/** Days of silence from which on a member counts as silent, and the most of them who are replaced. */
const SILENT_FROM = 7
const MOST_REPLACED = 5

/** The newcomer who is assumed, and of 100 futures those that reach the target, by the number of members replaced. */
export type Lever = { newcomer: Newcomer; steps: { replaced: number; futures_of_100: number }[] }

/**
 * The lever: the most silent members, of equal ones those with fewer trophies, give way to median newcomers, one after the
 * other. The newcomers' trophies come to the club at once. Null where nobody's days are known.
 */
export function leverOf(roster: Roster, asked: Question): Lever | null {
  const newcomer = medianNewcomer(roster)
  if (newcomer === null) return null
  const silent = roster.players
    .filter((player) => player.silent >= SILENT_FROM)
    .sort((one, other) => other.silent - one.silent || one.trophies - other.trophies)
  const steps = Array.from({ length: Math.min(MOST_REPLACED, silent.length) }, (_, place) => {
    const { reaching } = computeOutlook(replaced(roster, new Set(silent.slice(0, place + 1)), newcomer, asked))
    return { replaced: place + 1, futures_of_100: reaching }
  })
  return { newcomer, steps }
}

/** The same question about the club with newcomers in place of those who are gone. */
function replaced(roster: Roster, gone: ReadonlySet<Player>, newcomer: Newcomer, asked: Question): Question {
  const { trophies, gain_a_day: mean } = newcomer
  const come = Array.from({ length: gone.size }, (): Player => {
    return { trophies, silent: 0, isNewcomer: true, gains: [], mean }
  })
  const stay = roster.players.filter((player) => !gone.has(player))
  const lost = [...gone].reduce((sum, player) => sum + player.trophies, 0)
  const { gains } = clubPlayedDays({ ...roster, players: [...stay, ...come] })
  return { ...asked, gains, trophies: asked.trophies + come.length * trophies - lost }
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}
