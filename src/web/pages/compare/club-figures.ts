import type { Timeframe } from '#shared/timeframe.ts'
import type { Answer } from '../../api/client.ts'
import { percent, signed } from '../../format/abbreviate.ts'
import type { Figure } from './figures.ts'

export type ClubAnswers = {
  club: Answer<'GET /api/browse/club/{tag}'>
  analytics: Answer<'GET /api/browse/club/{tag}/analytics'> | undefined
  progression: Answer<'GET /api/analytics/club/{tag}/trophy-progression'> | undefined
}

/** What is compared of clubs; what was not observed is null. */
export function clubFigures({ club, analytics, progression }: ClubAnswers, days: Timeframe): Figure[] {
  const health = analytics?.club_health_metrics
  const members = analytics?.member_performance_summary
  const growth = health?.trophy_growth_7d_percent ?? null
  return [
    { label: 'Trophies', value: club.trophies },
    { label: 'Members', value: club.memberCount },
    { label: 'Trophies a member', value: club.memberCount === 0 ? null : club.trophies / club.memberCount },
    { label: 'Needed to join', value: club.requiredTrophies, ahead: 'none' },
    { label: `Change in ${days} days`, value: progression?.summary.total_gain ?? null, format: signed },
    { label: 'Growth in 7 days', value: growth, format: (value) => signed(value, percent) },
    { label: 'Activity', value: health?.activity_score ?? null, format: (value) => String(Math.round(value)) },
    { label: 'Active members', value: members?.active_members ?? null },
    { label: 'Ghost members', value: members?.ghost_members ?? null, ahead: 'less' },
    { label: 'Best member’s score', value: members?.top_performer?.score ?? null, format: (value) => value.toFixed(1) },
  ]
}
