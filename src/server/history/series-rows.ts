import { type RawBuilder, sql } from 'kysely'
import { addDays, type CalendarDay, dayOf } from '#shared/calendar-day.ts'
import type { EntityType } from '#shared/tag.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { type MonthRow, type ResetRow, seriesOf } from './month-rows.ts'

/** A window of `days` UTC dates that ends with the day of `now`. */
export type Window = { days: number; now: Date }

/** What the first observation of a player or club was. */
export type First = { firstSeenAt: Date | null; firstTrophies: number | null }

/** A stored month, or where `changes` is null a reset: its day, and the trophies it took. */
export type SeriesRow = Omit<MonthRow, 'changes' | 'scans'> & {
  changes: (number | null)[] | null
  scans: (number | null)[] | null
}

/**
 * Selects everything a window's series are made of: the months of these tags that touch it, the last month before it,
 * and the resets in it. A club's own changes are its members': there `changes` are the scans.
 */
export function seriesRows(type: EntityType, tags: readonly string[], window: Window): RawBuilder<unknown> {
  const { from } = bounds(window)
  const firstMonth = `${from.slice(0, 7)}-01`
  const tag = sql.ref(`${type}_tag`)
  const wanted = tags.length === 1 ? sql`${tag} = ${tags[0]}` : sql`${tag} = any(${tags})`
  const columns = sql`${tag} as tag, month, trophies, ${sql.ref(type === 'club' ? 'scans' : 'changes')} as changes, scans`
  const months = sql.table(`${type}_months`)
  return sql`
    select ${columns} from ${months} where ${wanted} and month >= ${firstMonth}
    union all
    (select distinct on (${tag}) ${columns} from ${months} where ${wanted} and month < ${firstMonth}
      order by ${tag}, month desc limit ${tags.length})
    union all
    select ${tag}, day, array[trophies], null, null from ${sql.table(`${type}_resets`)}
    where ${wanted} and day >= ${from}`
}

/** The series that the rows of one tag make, which come in the order of time. */
export function assembleSeries(type: EntityType, rows: SeriesRow[], first: First, window: Window): DailySeries {
  const months: MonthRow[] = []
  const resets: ResetRow[] = []
  for (const { month, trophies, changes, scans } of rows) {
    if (changes !== null) months.push({ month, trophies, changes, scans: scans ?? [] })
    else resets.push({ day: month, trophies: trophies[0] ?? 0 })
  }
  const series = seriesOf(months, resets, { ...bounds(window), ...first })
  return type === 'club' ? { ...series, changes: differences(series) } : series
}

function bounds({ days, now }: Window): { today: CalendarDay; from: CalendarDay } {
  const today = dayOf(now)
  return { today, from: addDays(today, 1 - days) }
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
