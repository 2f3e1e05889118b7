import * as z from 'zod/mini'
import { type Database, defineQuery, field, jsonList } from '#server/database/database.ts'
import type { CoveredSpan } from '#server/metrics/battle-hours.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { playerDays, type WhichTags } from './read-battles.ts'

/** Other members of a club who may be named. An alias stands for a hidden player, whom no row of the directory names. */
const named = jsonList({ tag: field('m.tag', z.string()), name: field('m.name', z.string()) })

const IS_SHOWN = (player: string) => `not exists (select from tombstones t where t.tag = ${player}.tag)`

const readPlayer = defineQuery(
  { name: z.string(), observedAt: z.date(), firstSeenAt: z.date(), clubmates: named.column },
  `select p.name, greatest(p.observed_at, c.observed_at) as "observedAt", p.first_seen_at as "firstSeenAt", (
      select json_agg(${named.item}) from club_members cm join players m on m.tag = cm.player_tag
      where cm.club_tag = p.club_tag and cm.left_at is null and m.tag <> p.tag and ${IS_SHOWN('m')}
    ) as clubmates
  from players p left join clubs c on c.tag = p.club_tag where p.tag = $1 and ${IS_SHOWN('p')}`,
)

/** Somebody whose battles are read: when they were last observed, since when they are tracked, and who is in their club. */
export type BattlePlayer = {
  name: string
  observedAt: Date
  firstSeenAt: Date
  clubmates: { tag: string; name: string }[]
}

/** A tracked player who may be shown; null for any other tag. */
export async function battlePlayer(db: Database, tag: string): Promise<BattlePlayer | null> {
  const [player] = await readPlayer(db, [tag])
  if (player === undefined) return null
  const clubmates = named.items(player.clubmates).map((mate) => ({ ...mate, name: plainName(mate.name) }))
  return { ...player, name: plainName(player.name), clubmates }
}

const members = jsonList({
  tag: field('m.tag', z.string()),
  name: field('m.name', z.string()),
  trackedSince: field('(extract(epoch from m.first_seen_at) * 1000)::bigint', z.number()),
})

const readClub = defineQuery(
  { observedAt: z.date(), firstSeenAt: z.date(), members: members.column },
  `select c.observed_at as "observedAt", c.first_seen_at as "firstSeenAt", (
      select json_agg(${members.item}) from club_members cm join players m on m.tag = cm.player_tag
      where cm.club_tag = c.tag and cm.left_at is null and ${IS_SHOWN('m')}
    ) as members
  from clubs c where c.tag = $1`,
)

/** A tracked club with its present members who may be named, by ascending tags; null for any other tag. */
export async function battleClub(db: Database, clubTag: string) {
  const [club] = await readClub(db, [clubTag])
  if (club === undefined) return null
  const present = members.items(club.members).map((member) => ({ ...member, name: plainName(member.name) }))
  const { observedAt, firstSeenAt } = club
  return { observedAt, firstSeenAt, members: present.sort((one, other) => (one.tag < other.tag ? -1 : 1)) }
}

const spans = jsonList({
  from: field('(extract(epoch from covered_from) * 1000)::bigint', z.number()),
  to: field('(extract(epoch from covered_to) * 1000)::bigint', z.number()),
  overflow: field('overflow', z.boolean()),
})

function spansRead(tags: WhichTags) {
  return defineQuery(
    { tag: z.string(), spans: spans.column },
    `select player_tag as tag, json_agg(${spans.item} order by covered_from) as spans from battle_log_coverage
    where player_tag ${tags} group by player_tag`,
  )
}

const spansOfTag = spansRead('= $1')
const spansOfTags = spansRead('= any($1::text[])')

/** The spans of time of which every battle of a player is known, oldest first; players without any are left out. */
export async function coveredSpans(db: Database, tags: readonly string[]): Promise<Map<string, CoveredSpan[]>> {
  const rows = tags.length === 1 ? await spansOfTag(db, [tags[0]]) : await spansOfTags(db, [tags])
  return new Map(rows.map((row) => [row.tag, spans.items(row.spans)]))
}

type Seen = { days: number; observedAt: Date; now: Date }

/** When somebody looked last at a club or player, or at one of their battle logs, in milliseconds. */
export function lastLook(spans: ReadonlyMap<string, CoveredSpan[]>, { observedAt, now }: Omit<Seen, 'days'>): number {
  const looks = [...spans.values()].map((each) => each.at(-1)?.to ?? 0)
  return Math.min(now.getTime(), Math.max(observedAt.getTime(), ...looks))
}

/**
 * What was played over the `days` UTC dates that end with the last look (docs/formulas.md#days-and-windows). The packed
 * days are as `playerDays` reads them.
 */
export async function playedWindow(db: Database, tags: readonly string[], { days, observedAt, now }: Seen) {
  const spans = await coveredSpans(db, tags)
  const asOf = lastLook(spans, { observedAt, now })
  const since: CalendarDay = addDays(dayOf(new Date(asOf)), 1 - days)
  return { packed: await playerDays(db, tags, since), spans, span: { from: Date.parse(since), now: asOf } }
}
