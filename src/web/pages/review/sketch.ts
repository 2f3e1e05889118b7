import { addDays, calendarDay, dayOf } from '#shared/days.ts'
import { mondayOf } from '#shared/iso-week.ts'
import type { ReviewFacts } from '#shared/review.ts'
import type { Answer } from '#web/app/api-client.ts'

type Player = Pick<Answer<'GET /api/browse/player/{tag}'>, 'ranked' | 'last_updated'>
type Progression = Pick<Answer<'GET /api/analytics/player/{tag}/trophy-progression'>, 'before' | 'progression_data'>
type Battles = Pick<Answer<'GET /api/analytics/player/{tag}/battles'>, 'by_brawler' | 'hours' | 'played_with'>

/**
 * What a review looks like, drawn from figures that the player's page shows too; null where they tell too little. It is
 * of some latest days and not of a season: a review is for its owner alone until it is shared.
 */
export function sketchOf(player: Player, progression: Progression, battles: Battles): ReviewFacts | null {
  const days = progression.progression_data
  const growth = growthOf(progression)
  const [first, last] = [days[0], days.at(-1)]
  if (growth === null || first === undefined || last === undefined) return null
  return {
    type: 'player',
    period: '',
    from: first.date,
    to: last.date,
    running: false,
    days: days.length,
    observed_days: days.filter(({ observed }) => observed).length,
    growth,
    best_day: bestDayOf(progression),
    ...fightsOf(battles, first.date),
    ranked: player.ranked && { ...player.ranked, on: dayOf(new Date(player.last_updated)) },
    rank: null,
    missing: {},
  }
}

type Day = Progression['progression_data'][number]

/** What a day brought by play; null where it is not known. */
const wonOn = ({ trophy_change: change, reset }: Day) => (change === null ? null : change - reset)

function growthOf({ before, progression_data: days }: Progression): ReviewFacts['growth'] {
  const line = [0]
  for (const day of days) line.push((line.at(-1) ?? 0) + (wonOn(day) ?? 0))
  const known = days.filter((day) => wonOn(day) !== null)
  const [start, end] = [before?.trophies ?? days.find(({ trophies }) => trophies !== null)?.trophies, days.at(-1)]
  if (known.length < FEWEST_DAYS || start == null || end?.trophies == null) return null
  const gained = line.at(-1) ?? 0
  return { gained, before: start, after: end.trophies, percent: null, parts: null, line }
}

/** Days with known gains from which on a line says something. */
const FEWEST_DAYS = 3

function bestDayOf({ progression_data: days }: Progression): ReviewFacts['best_day'] {
  const best = days.toSorted((one, other) => (wonOn(other) ?? 0) - (wonOn(one) ?? 0))[0]
  const gained = best && wonOn(best)
  if (!best || !gained || gained <= 0) return null
  const monday = mondayOf(calendarDay(best.date))
  const week = Array.from({ length: 7 }, (_, place) => {
    const day = days.find(({ date }) => date === addDays(monday, place))
    return day ? wonOn(day) : null
  })
  return { date: best.date, gained, week }
}

function fightsOf({ by_brawler, hours, played_with }: Battles, since: string) {
  const brawlers = by_brawler.map((each) => ({ ...each, battles: each.battles + (each.places?.battles ?? 0) }))
  const most = brawlers.toSorted((one, other) => other.battles - one.battles)[0]
  const by_hour = Array.from({ length: 24 }, (_, hour) => hours.reduce((sum, day) => sum + (day[hour] ?? 0), 0))
  const battles = by_hour.reduce((sum, each) => sum + each, 0)
  const together = played_with.map(({ tag, name, battles, wins }) => ({ players: [{ tag, name }], battles, wins }))
  return {
    brawler: most ? { ...most } : null,
    hours: battles > 0 ? { since, battles, by_hour, weekday: 0, hour: 0, at_busiest: 0 } : null,
    company: together.length > 0 ? { since, together } : null,
  }
}
