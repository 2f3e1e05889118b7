import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery } from '#server/database/database.ts'
import { keptFor } from '#server/kernel/memory.ts'
import type { Lobby } from '#server/metrics/battle-lobby.ts'
import { COUNTS, stratumOf, WIDTH } from '#server/metrics/battle-meta.ts'
import type { Baselines } from '#server/metrics/battle-rates.ts'
import { addDays, type CalendarDay, dayOf, MINUTE_MS } from '#shared/days.ts'
import type { Family } from '#shared/kinds.ts'
import { talliesOf } from './pack-meta.ts'

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

const WEEKS = defineQuery(
  { family: z.string(), people: bytes, unknown: bytes, likely_bots: bytes, bots: bytes },
  `select family, people, unknown, likely_bots, bots from meta_weeks
  where family in ('ladder', 'ranked') and event_id = 0 and mode = '' and week > $1::date`,
)

/** Means are of this time at least: shorter windows have too few battles in most bins. */
const LEAST_DAYS = 28
/** Fewer decided battles tell no mean. */
const ENOUGH = 50
/** The means change with the weeks, of which the running one is counted now and then. */
const keptBaselines = keptFor<Baselines>(5 * MINUTE_MS)

/**
 * What tracked players win in each family, bin and lobby, in the weeks of the last `days` dates, four at least
 * (docs/formulas.md#battle-rates). Kept for some minutes, since every answer about battles asks for it.
 */
export function readBaselines(context: Pick<Context, 'db' | 'clock' | 'memory'>, days: number): Promise<Baselines> {
  const { db, clock, memory } = context
  const window = Math.max(days, LEAST_DAYS)
  const since = addDays(dayOf(clock.now()), -window)
  return memory(keptBaselines)(clock, () => baselinesOf(db, since), { key: window })
}

/** Of the weeks that began after this date. */
async function baselinesOf(db: Database, since: CalendarDay): Promise<Baselines> {
  const weeks = await WEEKS(db, [since])
  const means = new Map<string, number>()
  for (const [family, ofFamily] of Map.groupBy(weeks, (week) => week.family)) {
    for (const lobby of ['people', 'unknown', 'likely_bots', 'bots'] as const) {
      const { begins, counts } = talliesOf(ofFamily.map((week) => week[lobby]))
      const ends = new Map<number | null, { wins: number; losses: number }>()
      for (const begin of begins.values()) addTracked(ends, counts, begin)
      for (const [bin, { wins, losses }] of ends) {
        if (wins + losses >= ENOUGH) means.set(keyOf(family, bin, lobby), wins / (wins + losses))
      }
    }
  }
  return (family, bin, lobby) => means.get(keyOf(family, bin, lobby)) ?? null
}

const BINS: readonly (number | null)[] = [...Array.from({ length: 11 }, (_, bin) => bin * 200), null]

function addTracked(sums: Map<number | null, { wins: number; losses: number }>, counts: Float64Array, begin: number) {
  for (const bin of BINS) {
    const at = begin + stratumOf('tracked', bin) * WIDTH
    const sum = sums.get(bin) ?? { wins: 0, losses: 0 }
    sum.wins += counts[at + COUNTS.wins] ?? 0
    sum.losses += counts[at + COUNTS.losses] ?? 0
    sums.set(bin, sum)
  }
}

function keyOf(family: Family | string, bin: number | null, lobby: Lobby): string {
  return `${family} ${bin} ${lobby}`
}
