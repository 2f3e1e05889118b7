import * as z from 'zod/mini'
import { type Database, defineQuery } from '#server/database/database.ts'
import { type CalendarDay, dayOf, daysBetween, dayWindow, monthOf } from '#shared/days.ts'
import type { EntityType } from '#shared/tag.ts'
import { OBSERVED_AT } from './series.ts'

const WEEK_DAYS = 7

const seen = {
  club: defineQuery(
    { tag: z.string(), at: z.date() },
    `select c.tag, ${OBSERVED_AT.club} as at from clubs c where c.tag = any($1::text[])`,
  ),
  player: defineQuery(
    { tag: z.string(), at: z.date() },
    `select p.tag, ${OBSERVED_AT.player} as at from players p left join clubs c on c.tag = p.club_tag
    where p.tag = any($1::text[])`,
  ),
}

const months = { club: monthsRead('club'), player: monthsRead('player') }

function monthsRead(type: EntityType) {
  return defineQuery(
    {
      tag: z.string(),
      month: z.custom<CalendarDay>((value) => typeof value === 'string'),
      trophies: z.array(z.nullable(z.int())),
    },
    `select ${type}_tag as tag, month, trophies from ${type}_months
    where ${type}_tag = any($1::text[]) and month = any($2::date[])`,
  )
}

/**
 * The closes of the 7 UTC dates that end with the day on which each was last seen, oldest first, by tag. Null on a day when
 * nobody looked: nothing is carried forward. Two statements, whose cost grows with the tags alone.
 */
export async function readWeekCloses(db: Database, type: EntityType, tags: readonly string[]) {
  if (tags.length === 0) return new Map<string, (number | null)[]>()
  const weeks = new Map(
    (await seen[type](db, [[...tags]])).map(({ tag, at }) => [tag, dayWindow(dayOf(at), WEEK_DAYS)]),
  )
  const needed = new Set([...weeks.values()].flat().map(monthOf))
  const ofTags = Map.groupBy(await months[type](db, [[...tags], [...needed]]), ({ tag }) => tag)
  return new Map([...weeks].map(([tag, week]) => [tag, week.map((day) => closeOf(ofTags.get(tag) ?? [], day))]))
}

type Month = { month: CalendarDay; trophies: readonly (number | null)[] }

function closeOf(stored: readonly Month[], day: CalendarDay): number | null {
  const found = stored.find(({ month }) => month === monthOf(day))
  return found?.trophies[daysBetween(found.month, day)] ?? null
}
