import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/database/database.ts'
import { trophyStandings } from '#server/directory/trophy-standings.ts'
import { readMemberHistories } from '#server/history/members.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import { AppError } from '#server/kernel/errors.ts'
import { clubHealth } from '#server/metrics/club-health.ts'
import { playerActivity, withoutScores } from '#server/metrics/player-activity.ts'
import { type MemberPresence, memberPresence } from '#server/metrics/presence.ts'
import { trophyGrowth } from '#server/metrics/trophy-gain.ts'
import { trophyProgression } from '#server/metrics/trophy-line.ts'
import { abbreviate, count, thousands } from '#shared/number-format.ts'
import { countFigure, LINE_DAYS, type Profile, scoreFigure, trophiesFigure } from './profile.ts'

/** What the picture of a stored club tells: the figures of its page. Refuses with 404 when it is not tracked. */
export async function clubProfile({ db, clock }: Context, tag: string): Promise<Profile> {
  const window = { days: LINE_DAYS, now: clock.now() }
  const [club, found, tracked] = await Promise.all([
    db.selectFrom('clubs').selectAll().where('tag', '=', tag).executeTakeFirst(),
    readMemberHistories(db, tag, window),
    readTrackedSeries(db, 'club', tag, window),
  ])
  if (club === undefined || found === null || tracked === null) {
    throw new AppError('not_found', 'Club data not found', { code: 'club_not_tracked' })
  }
  const { members } = found
  const { series } = tracked
  return {
    kind: 'Club',
    tag,
    name: club.name,
    clubName: null,
    figures: [
      trophiesFigure(abbreviate(club.trophies, 'sentence'), trophyGrowth(series, LINE_DAYS).growth),
      scoreFigure('Activity score', clubHealth(members, series).activity_score),
      countFigure('Members', thousands(club.member_count), presenceNote(memberPresence(members))),
    ],
    line: trophyProgression(series, LINE_DAYS).progression_data.map(({ trophies }) => trophies),
    asOf: club.observed_at,
  }
}

/** Newcomers and members nobody looked at are neither active nor ghosts: without any other it is not known. */
function presenceNote({ active, ghosts }: MemberPresence): string {
  if (active.length + ghosts.length === 0) return 'who is active: not known yet'
  return `${thousands(active.length)} active, ${count(ghosts.length, 'ghost')}`
}

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
      trophiesFigure(thousands(player.trophies), activity.trophy_change_30d),
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
