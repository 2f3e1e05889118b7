import * as z from 'zod/mini'
import { type Database, defineQuery } from '#server/database/database.ts'
import { type CalendarDay, dayOf, daysBetween, dayWindow, monthOf } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'

const WEEK_DAYS = 7

const months = { club: monthsRead('club'), player: monthsRead('player') }

function monthsRead(type: EntityType) {
  return defineQuery(
    {
      tag: z.string(),
      month: z.custom<CalendarDay>((value) => typeof value === 'string'),
      trophies: z.array(z.nullable(z.int())),
    },
    `select ${type}_tag as tag, month, trophies from ${type}_months
    where ${type}_tag = any($1::text[]) and month >= $2::date`,
  )
}

/**
 * The closes of the 7 UTC dates that end with today, oldest first, by tag. Null on a day when nobody looked: nothing is
 * carried forward. One statement, whose cost grows with the tags alone.
 */
export async function readWeekCloses(db: Database, type: EntityType, tags: readonly string[], now: Date) {
  const week = dayWindow(dayOf(now), WEEK_DAYS)
  const [first = dayOf(now)] = week
  const rows = tags.length === 0 ? [] : await months[type](db, [[...tags], monthOf(first)])
  const ofTags = Map.groupBy(rows, ({ tag }) => tag)
  return new Map(tags.map((tag) => [tag, week.map((day) => closeOf(ofTags.get(tag) ?? [], day))]))
}

type Month = { month: CalendarDay; trophies: readonly (number | null)[] }

function closeOf(stored: readonly Month[], day: CalendarDay): number | null {
  const found = stored.find(({ month }) => month === monthOf(day))
  return found?.trophies[daysBetween(found.month, day)] ?? null
}
