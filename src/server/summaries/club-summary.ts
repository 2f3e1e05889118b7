import { type CalendarDay, dayOf } from '#shared/calendar-day.ts'
import { ANALYTICS_MIN_DAYS } from '#shared/limits.ts'
import { clubHealth } from '../metrics/club-health.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import type { MemberHistory } from '../metrics/member-history.ts'
import { memberPresence } from '../metrics/member-presence.ts'
import { facetOf } from './facets.ts'
import { identity, weeklyGrowth } from './player-summary.ts'
import type { StoredClub, StoredMember } from './read-subjects.ts'

/** What a summary of a club is made of beside the stored row. */
export type ClubMaterial = { series: DailySeries; members: StoredMember[]; seriesOf: ReadonlyMap<string, DailySeries> }

/** A row of club_summaries without popularity, which visits decide. */
export function clubSummary(club: StoredClub, { series, members, seriesOf }: ClubMaterial) {
  const histories = members.flatMap((member) => historyOf(member, seriesOf.get(member.tag)))
  const available = club.observed_days >= ANALYTICS_MIN_DAYS
  const country = club.country ?? majorityCountry(members)
  const activity_score = available ? clubHealth(histories, series).activity_score : null
  return {
    ...identity(club),
    member_count: club.member_count,
    country,
    // Membership is a matter of players: all clubs stand on one side of it.
    facet: facetOf({ trophies: club.trophies, country, activityScore: activity_score, isMember: false }),
    activity_score,
    ghosts: available ? memberPresence(histories).ghosts.length : null,
    ...weeklyGrowth(series),
    analytics_available: available,
  }
}

export type ClubSummary = ReturnType<typeof clubSummary>

function historyOf(member: StoredMember, series: DailySeries | undefined): MemberHistory[] {
  if (series === undefined) return []
  const { tag, name, trophies, joined_at, first_seen_in_club_at, changed_at } = member
  const inClubSince: CalendarDay = dayOf(joined_at ?? first_seen_in_club_at)
  return [{ tag, name, trophies, inClubSince, lastChange: changed_at && dayOf(changed_at), series }]
}

/** The country that more than half of the members with a known one have (spec: Regions); null when there is none. */
export function majorityCountry(members: readonly { country: string | null }[]): string | null {
  const known = members.flatMap(({ country }) => country ?? [])
  const groups = [...Map.groupBy(known, (country) => country)]
  return groups.find(([, group]) => 2 * group.length > known.length)?.[0] ?? null
}
