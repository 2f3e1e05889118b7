import { addDays, type CalendarDay, DAY_MS } from '#shared/days.ts'
import { FARTHEST_DAYS, HISTORY_DAYS, LEAST_KNOWN, whyNoBrawler } from '#shared/forecast-reason.ts'
import { entryOf } from './battle-counts.ts'
import { computeOutlook, type Passage, type PlayedDays, type Question, whyNoForecast } from './forecast.ts'
import { changeOf, type Sides } from './player-side.ts'

const THOUSAND = 1000

/** A brawler's level of prestige by the most trophies that it ever had, and the trophies of the next level. */
export function nextThousand(highest: number): { level: number; target: number } {
  const level = Math.floor(highest / THOUSAND)
  return { level, target: (level + 1) * THOUSAND }
}

type Fought = {
  sides: Sides
  /** The spans of time of which every battle is known, in milliseconds. */
  spans: readonly { from: number; to: number }[]
  /** The day of the last look, which is not over: the 28 days before it count. */
  today: CalendarDay
}

/**
 * What each brawler won in the player's ladder battles on the days of which every battle is known, in trophies
 * (docs/formulas.md#when-a-prestige-comes). Null where these are fewer than 14 of the last 28.
 */
export function brawlerDays({ sides, spans, today }: Fought): Map<number, PlayedDays> | null {
  const start = Date.parse(addDays(today, -HISTORY_DAYS))
  const known = Array.from({ length: HISTORY_DAYS }, (_, day) => day).filter((day) => {
    const begin = start + day * DAY_MS
    return spans.some(({ from, to }) => from <= begin && to >= begin + DAY_MS)
  })
  if (known.length < LEAST_KNOWN) return null
  const byBrawler = new Map<number, { won: number[]; played: Set<number> }>()
  sides.forEach((side) => {
    const day = Math.floor((side.at - start) / DAY_MS)
    if (side.family !== 'ladder' || day < 0 || day >= HISTORY_DAYS) return
    for (const id of new Set(side.brawlers.map((brawler) => brawler.id))) {
      const own = entryOf(byBrawler, id, () => ({
        won: Array<number>(HISTORY_DAYS).fill(0),
        played: new Set<number>(),
      }))
      const change = side.brawlers.length === 1 ? side.trophyChange : (changeOf(side, id) ?? 0)
      own.won[day] = (own.won[day] ?? 0) + change
      own.played.add(day)
    }
  })
  const days = [...byBrawler].map(([id, { won, played }]): [number, PlayedDays] => {
    return [id, { gains: known.map((day) => won[day] ?? 0), active: known.filter((day) => played.has(day)).length }]
  })
  return new Map(days)
}

/** Why there is no forecast of a brawler, of days that `brawlerDays` made; null where there is enough to make one. */
export function whyNoBrawlerForecast(days: ReadonlyMap<number, PlayedDays> | null, id: number): string | null {
  if (days === null) return whyNoBrawler('unknown')
  return whyNoForecast(days.get(id) ?? NOT_PLAYED)
}

const NOT_PLAYED: PlayedDays = { gains: Array<number>(LEAST_KNOWN).fill(0), active: 0 }

type Asked = Pick<Question, 'today' | 'trophies' | 'target' | 'seed' | 'widening'>

/** In how many days a brawler has a number of trophies; null where too little is known, or it takes more than 90 days. */
export function brawlerPassage(played: PlayedDays | undefined, asked: Asked): Passage | null {
  if (played === undefined || whyNoForecast(played) !== null) return null
  return computeOutlook({ ...asked, gains: played.gains, days: FARTHEST_DAYS, fanDays: 0 }).passage
}
