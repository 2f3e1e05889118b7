import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { queryRows } from '#server/database/database.ts'
import type { listFormer } from '#shared/contract/desk-people.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { DAY_MS } from '#shared/days.ts'
import { namesOf } from './desk-log.ts'
import { marksOf } from './marks.ts'
import type { Desk } from './open-desk.ts'

const FORMER = {
  tag: z.string(),
  role: z.string(),
  trophies: z.number(),
  since: z.date(),
  atLeast: z.boolean(),
  leftAt: z.date(),
  removed: z.boolean(),
}

/** A removal that leaders noted explains a leave in so many days after it. */
const EXPLAINS_DAYS = 14

/** `before`: how many of the list were given already. */
type Page = { limit: number; before?: number | undefined }

/** A page of those who left the club, the last first, each with this club's marks. */
export async function readFormer(
  context: Context,
  desk: Desk,
  { limit, before = 0 }: Page,
): Promise<Output<typeof listFormer>> {
  const rows = await queryRows(
    context.db,
    FORMER,
    sql`
      select m.player_tag as tag, m.role, m.trophies, coalesce(m.joined_at, m.first_seen_at) as since,
        m.joined_at is null as "atLeast", m.left_at as "leftAt", exists (
          select from queue_decisions d
          where d.desk = ${desk.key} and d.player_tag = m.player_tag and d.action = 'removed' and d.removed_at is null
            and d.changed_at < m.left_at and d.changed_at > m.left_at - ${EXPLAINS_DAYS} * interval '1 day') as removed
      from club_members m where m.club_tag = ${desk.clubTag} and m.left_at is not null
      order by m.left_at desc, m.player_tag limit ${limit + 1} offset ${before}`,
  )
  const shown = rows.slice(0, limit)
  const tags = shown.map(({ tag }) => tag)
  const [names, marks] = await Promise.all([namesOf(context.db, tags), marksOf(context, desk, tags)])
  const former = shown.map(({ tag, role, trophies, since, atLeast, leftAt, removed }) => ({
    player_tag: tag,
    player_name: names(tag),
    role,
    trophies,
    left_at: leftAt.toISOString(),
    tenure_days: Math.max(0, Math.floor((leftAt.getTime() - since.getTime()) / DAY_MS)),
    tenure_at_least: atLeast,
    why: removed ? ('removed' as const) : ('left' as const),
    marks: marks.get(tag) ?? [],
  }))
  return { former, next_before: rows.length > limit ? before + limit : null }
}
