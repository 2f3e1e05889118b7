import { useQuery } from '@tanstack/react-query'
import type { EntityType } from '#shared/tag.ts'
import type { Timeframe } from '#shared/timeframe.ts'
import { clubAnalyticsQuery, clubProgressionQuery, clubQuery } from '../../api/club-queries.ts'
import { playerAnalyticsQuery, playerProgressionQuery, playerQuery } from '../../api/player-queries.ts'
import type { TrendPoint } from '../../ui/charts/observed-runs.ts'
import { trendPoints } from '../../ui/trend-points.ts'
import { clubFigures } from './club-figures.ts'
import type { Figure } from './figures.ts'
import { playerFigures } from './player-figures.ts'

/** The trophy line of a side: its days, or why there are none. */
type Line = { points: TrendPoint[]; pending: boolean; error: Error | null }

/** One of the two that are compared, as far as it is known. */
export type Side = { tag: string; name: string; about: string | null; figures: Figure[]; line: Line }
export type SideResult = { side: Side | null; error: Error | null }

/** Everything that is compared of a club or player, asked for with the calls that its own page makes. */
export function useSide(type: EntityType, tag: string, days: Timeframe): SideResult {
  const player = usePlayer(tag, days, type === 'player')
  const club = useClub(tag, days, type === 'club')
  return type === 'player' ? player : club
}

function usePlayer(tag: string, days: Timeframe, enabled: boolean): SideResult {
  const player = useQuery({ ...playerQuery(tag), enabled })
  const { data: analytics } = useQuery({ ...playerAnalyticsQuery(tag), enabled })
  const progression = useQuery({ ...playerProgressionQuery(tag, days), enabled })
  if (!player.data) return { side: null, error: player.error }
  const figures = playerFigures({ player: player.data, analytics, progression: progression.data }, days)
  const about = player.data.club?.name ?? null
  return { side: { tag, name: player.data.name, about, figures, line: lineOf(progression) }, error: null }
}

function useClub(tag: string, days: Timeframe, enabled: boolean): SideResult {
  const club = useQuery({ ...clubQuery(tag), enabled })
  const { data: analytics } = useQuery({ ...clubAnalyticsQuery(tag), enabled })
  const progression = useQuery({ ...clubProgressionQuery(tag, days), enabled })
  if (!club.data) return { side: null, error: club.error }
  const figures = clubFigures({ club: club.data, analytics, progression: progression.data }, days)
  return { side: { tag, name: club.data.name, about: null, figures, line: lineOf(progression) }, error: null }
}

type Progression = { data: Parameters<typeof trendPoints>[0] | undefined; isPending: boolean; error: Error | null }

function lineOf({ data, isPending, error }: Progression): Line {
  return { points: data ? trendPoints(data) : [], pending: isPending, error: data ? null : error }
}
