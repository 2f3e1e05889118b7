import { addDays, type CalendarDay, dayOf } from '#shared/calendar-day.ts'
import type { EntityType } from '#shared/tag.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { type MonthRow, type ResetRow, seriesOf } from './month-rows.ts'

/** A window of `days` UTC dates that ends with the day of `now`. */
export type Window = { days: number; now: Date }

/** What the first observation of a player or club was. */
export type First = { firstSeenAt: Date | null; firstTrophies: number | null }

type Days = (number | null)[]

/** Days that are stored, the first of them named; or where a number stands for the days, a reset and what it took. */
export type SeriesPart = [tag: string, day: CalendarDay, trophies: Days | number, changes: Days, scans: Days]

/**
 * SQL for everything that a window's series of some tags are made of, as one JSON array of parts, which is read far
 * faster than rows: the days of the months that touch the window, the days up to the last close before it, its resets.
 * `tags` is a condition on the column it gets, `from` the first day. A club's `changes` are its scans.
 */
export function seriesParts(type: EntityType, tags: (column: string) => string, from: string): string {
  const tag = `${type}_tag`
  const months = `${type}_months`
  const before = `trophies[:${from} - month]`
  const inside = (days: string) => `${days}[${from} - month + 1:]`
  const part = 'json_build_array(tag, day, trophies, changes, scans)'
  return `
    select json_agg(${part}) as parts from (
      select ${tag} as tag, greatest(month, ${from}) as day, to_json(${inside('trophies')}) as trophies,
        ${inside(type === 'club' ? 'scans' : 'changes')} as changes, ${inside('scans')} as scans
      from ${months} where ${tags(tag)} and month > ${from} - extract(day from ${from})::integer
      union all
      select tag, month, to_json(${before}), '{}', '{}' from (
        select distinct on (${tag}) ${tag} as tag, month, trophies from ${months}
        where ${tags(tag)} and month < ${from} and array_remove(${before}, null) <> '{}'
        order by ${tag}, month desc
      ) latest
      union all
      select ${tag}, day, to_json(trophies), '{}', '{}' from ${type}_resets where ${tags(tag)} and day >= ${from}
    ) stored`
}

/** The first day of a window. */
export function firstDay({ days, now }: Window): CalendarDay {
  return addDays(dayOf(now), 1 - days)
}

/** The series that the parts of one tag make, in whatever order they come. */
export function assembleSeries(type: EntityType, parts: SeriesPart[], first: First, window: Window): DailySeries {
  const months: MonthRow[] = []
  const resets: ResetRow[] = []
  for (const [, day, trophies, changes, scans] of parts) {
    if (typeof trophies === 'number') resets.push({ day, trophies })
    else months.push({ month: day, trophies, changes, scans })
  }
  const series = seriesOf(months, resets, { from: firstDay(window), today: dayOf(window.now), ...first })
  return type === 'club' ? { ...series, changes: differences(series) } : series
}

/** 1 on a day whose close differs from the one before, 0 on other observed days. */
function differences({ closes, before }: DailySeries): (number | null)[] {
  let previous: number | null = before?.close ?? null
  return closes.map((close) => {
    if (close === null) return null
    const changed = previous !== null && previous !== close
    previous = close
    return changed ? 1 : 0
  })
}
