import type { Context } from '#server/context.ts'
import { readBaselines } from '#server/history/battles/baselines.ts'
import { battleClub, playedOf } from '#server/history/battles/battle-players.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { clubNotTracked } from '#server/history/not-tracked.ts'
import { freshness } from '#server/history/series.ts'
import { battleCoverage } from '#server/metrics/battle-coverage.ts'
import { knownHours } from '#server/metrics/battle-hours.ts'
import { clubBattles, clubBattlesSentence } from '#server/metrics/club-battles.ts'
import type { getClubBattles } from '#shared/contract/battles.ts'
import type { Output } from '#shared/contract/endpoint.ts'
import { addDays, dayOf, type Timeframe } from '#shared/days.ts'

type ClubBattles = Output<typeof getClubBattles>

/** When a club plays, what, and who with whom, over the last `days` UTC dates. Throws `not_found` when it is not tracked. */
export async function battlesOfClub(context: Context, tag: string, days: Timeframe): Promise<ClubBattles> {
  const { db, clock } = context
  const now = clock.now()
  const since = addDays(dayOf(now), 1 - days)
  const club = await battleClub(db, tag)
  if (club === null) throw clubNotTracked()
  const tags = club.members.map((member) => member.tag)
  const [{ days: packed, spans }, baselines] = await Promise.all([
    playedOf(db, tags, since),
    readBaselines(context, days),
  ])
  const mates = mateTags(tags)
  const isKnown = (member: string) => packed.has(member) || spans.has(member)
  const sidesOf = (member: string) => (isKnown(member) ? sidesIn(packed.get(member), mates) : null)
  const members = club.members.map((member) => ({ ...member, sides: sidesOf(member.tag) }))
  const battles = clubBattles(members, baselines)
  const window = { from: Date.parse(since), now: now.getTime() }
  const covered = club.members.map((member) => ({ ...member, spans: spans.get(member.tag) ?? [] }))
  return {
    tag,
    days,
    ...freshness(club.observedAt, now),
    coverage: battleCoverage(covered, window),
    summary: clubBattlesSentence(battles, days),
    ...battles,
    hours: knownHours(
      battles.hours,
      covered.flatMap(({ spans }) => spans),
      window,
    ),
  }
}
