import { dayOf, daysBetween } from '#shared/calendar-day.ts'
import type { Context } from '../context.ts'
import { statement } from '../database/statement.ts'
import { assembleSeries, type First, type SeriesPart, seriesParts } from '../history/series-rows.ts'
import type { DailySeries } from '../metrics/daily-series.ts'
import { RANK, type Rank, type Standing, standingOf } from '../summaries/trophy-standings.ts'
import { playerNotShown } from './stored-player.ts'

export type AnalysedPlayer = First &
  Rank & {
    tag: string
    firstSeenAt: Date
    observed_at: Date
    club_tag: string | null
    club_name: string | null
    club_observed_at: Date | null
    parts: SeriesPart[] | null
  }

/** Before any history: all that is stored counts. */
const EVER = `date '1970-01-01'`

const playerWithParts = statement<AnalysedPlayer>(`
  select p.tag, p.first_seen_at as "firstSeenAt", p.first_trophies as "firstTrophies", p.observed_at, p.club_tag,
    c.name as club_name, c.observed_at as club_observed_at, ranked.*, stored.parts
  from players p left join clubs c on c.tag = p.club_tag
    cross join lateral (${RANK}) ranked
    cross join (${seriesParts('player', (column) => `${column} = $1`, EVER)}) stored
  where p.tag = $1 and not exists (select from tombstones t where t.tag = p.tag)`)

/** A player who may be shown with the whole series and the standing by trophies, in one statement; refuses with 404. */
export async function playerWithSeries(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tag: string,
): Promise<{ player: AnalysedPlayer; series: DailySeries; standing: Standing }> {
  const [player] = await playerWithParts(db, [tag])
  if (player === undefined) throw await playerNotShown(db, tag)
  const now = clock.now()
  const days = Math.max(1, daysBetween(dayOf(player.firstSeenAt), dayOf(now)) + 1)
  return {
    player,
    series: assembleSeries('player', player.parts ?? [], player, { days, now }),
    standing: standingOf(player),
  }
}
