import type { Timeframe } from '#shared/timeframe.ts'
import type { Answer } from '../../api/client.ts'
import { signed } from '../../format/abbreviate.ts'
import type { Figure } from './figures.ts'

export type PlayerAnswers = {
  player: Answer<'GET /api/browse/player/{tag}'>
  analytics: Answer<'GET /api/browse/player/{tag}/analytics'> | undefined
  progression: Answer<'GET /api/analytics/player/{tag}/trophy-progression'> | undefined
}

const whole = (value: number) => String(Math.round(value))

/** What is compared of players; what was not observed is null. */
export function playerFigures({ player, analytics, progression }: PlayerAnswers, days: Timeframe): Figure[] {
  const activity = analytics?.activity_analysis
  return [
    { label: 'Trophies', value: player.trophies },
    { label: 'Highest', value: player.highestTrophies },
    { label: `Gain in ${days} days`, value: progression?.summary.total_gain ?? null, format: signed },
    { label: `Active days of ${days}`, value: progression?.summary.active_days ?? null },
    { label: 'Performance', value: analytics?.performance_score ?? null, format: whole },
    { label: 'Activity', value: activity?.activity_score ?? null, format: whole },
    { label: 'Consistency', value: activity?.consistency_rating ?? null, format: whole },
    { label: 'Improvement trend', value: activity?.improvement_trend ?? null, format: whole },
    { label: '3 vs 3 victories', value: player['3vs3Victories'] },
    { label: 'Solo victories', value: player.soloVictories },
    { label: 'Duo victories', value: player.duoVictories },
    { label: 'Brawlers', value: player.brawlers.length || null },
    { label: 'Level', value: player.expLevel },
  ]
}
