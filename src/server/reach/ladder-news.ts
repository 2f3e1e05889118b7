import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { battleNames } from '#server/history/battles/read-battles.ts'
import { unpackRecords } from '#server/history/ingest/player-records.ts'
import { readLadders } from '#server/history/ladders.ts'
import { presentMembers } from '#server/history/members.ts'
import { type LadderEvent, ladderEvents } from '#server/metrics/ladder-events.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import type { ChannelPost } from '#shared/desk.ts'
import { brawlerName } from '#shared/game-names.ts'
import { nameOrTag } from '#shared/plain-name.ts'
import { tierName } from '#shared/ranked-tiers.ts'
import { isAlias } from '#shared/tag.ts'

/** Which post tells of what a member reached. */
export const LADDER_POSTS = {
  tier: 'new_tier',
  best: 'ranked_best',
  prestige: 'prestige',
  streak: 'streak',
} as const satisfies Record<LadderEvent['kind'], ChannelPost>

/** What a member of a club reached on a day, with the names of tier and brawler for readers. */
export type Reached = LadderEvent & { player: string; name: string; brawler: string | null }

type Asked = { club: string; day: CalendarDay; until?: CalendarDay }

/**
 * What the present members of a club reached in Ranked and with brawlers on a day, or up to another one, by profiles that
 * were read: the highest of each kind alone. What they reached before they joined is none of the club's.
 */
export async function readReached(
  context: Pick<Context, 'db' | 'clock' | 'memory'>,
  { club, day, until = day }: Asked,
): Promise<Reached[]> {
  const { db } = context
  const members = (await presentMembers(db, club)).filter(({ tag }) => !isAlias(tag))
  const tags = members.map(({ tag }) => tag)
  const [ladders, records, names] = await Promise.all([
    readLadders(db, tags, day),
    db
      .selectFrom('player_profiles')
      .select(['player_tag', 'records'])
      .where('player_tag', '=', sql<string>`any(${tags})`)
      .execute(),
    battleNames(context),
  ])
  const recordsOf = new Map(records.map((row) => [row.player_tag, unpackRecords(row.records)]))
  return members.flatMap(({ tag, name, joinedAt }) => {
    const joined = joinedAt === null ? day : dayOf(joinedAt)
    const from = joined > day ? joined : day
    const records = recordsOf.get(tag) ?? unpackRecords(null)
    return ladderEvents(ladders.get(tag) ?? new Map(), records, { from, until }).map((event): Reached => {
      const brawler = event.brawlerId === null ? null : brawlerName(names.brawler(event.brawlerId))
      const tier = event.tier === null ? null : tierName(event.tier)
      return { ...event, tier, brawler, player: tag, name: nameOrTag(name, tag) }
    })
  })
}
