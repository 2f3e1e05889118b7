import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/connection.ts'
import { readTrackedSeries } from '../history/read-tracked-series.ts'
import { AppError } from '../http/app-error.ts'
import { count, grouped } from '../metrics/plain-number.ts'
import { playerActivity, withoutScores } from '../metrics/player-activity.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { trophyStandings } from '../summaries/trophy-standings.ts'
import { countFigure, LINE_DAYS, scoreFigure, trophiesFigure } from './figures.ts'
import type { Profile } from './profile.ts'

/** What the picture of a stored player tells: the figures of the page. Whoever asked to be hidden is not known. */
export async function playerProfile({ db, clock }: Context, tag: string): Promise<Profile> {
  const [player, summary, tracked] = await Promise.all([
    shownPlayer(db, tag),
    db.selectFrom('player_summaries').select('analytics_available').where('tag', '=', tag).executeTakeFirst(),
    readTrackedSeries(db, 'player', tag, { days: LINE_DAYS, now: clock.now() }),
  ])
  if (player === undefined || tracked === null) {
    throw new AppError('not_found', 'Player data not found', { code: 'player_not_tracked' })
  }
  const { series } = tracked
  const standings = await trophyStandings(db, [player])
  const known = playerActivity(series, standings.get(tag)?.percentile ?? null)
  const activity = summary?.analytics_available ? known : withoutScores(known)
  const { active_days_30d: days } = activity.activity_analysis
  return {
    kind: 'Player',
    tag,
    name: player.name,
    clubName: player.club_name,
    figures: [
      trophiesFigure(grouped(player.trophies), activity.trophy_change_30d),
      scoreFigure('Performance', activity.performance_score),
      countFigure(
        'Active days',
        days === null ? null : String(days),
        `of ${count(activity.observed_days_30d, 'day')} watched`,
      ),
    ],
    line: trophyProgression(series, LINE_DAYS).progression_data.map(({ trophies }) => trophies),
    // A scan of the club counts, also where it changed nothing of the player.
    asOf: new Date(Math.max(player.observed_at.getTime(), player.club_observed_at?.getTime() ?? 0)),
  }
}

function shownPlayer(db: Database, tag: string) {
  return db
    .selectFrom('players')
    .leftJoin('clubs', 'clubs.tag', 'players.club_tag')
    .select(['players.tag', 'players.name', 'players.trophies', 'players.observed_at'])
    .select(['clubs.name as club_name', 'clubs.observed_at as club_observed_at'])
    .where('players.tag', '=', tag)
    .where(sql<boolean>`not exists (select from tombstones where tombstones.tag = players.tag)`)
    .executeTakeFirst()
}
