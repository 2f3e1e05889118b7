import type { Context } from '../context.ts'
import { readMemberHistories } from '../history/read-member-histories.ts'
import { readTrackedSeries } from '../history/read-tracked-series.ts'
import { AppError } from '../http/app-error.ts'
import { clubHealth } from '../metrics/club-health.ts'
import { type MemberPresence, memberPresence } from '../metrics/member-presence.ts'
import { compact, count, grouped } from '../metrics/plain-number.ts'
import { trophyGrowth } from '../metrics/trophy-growth.ts'
import { trophyProgression } from '../metrics/trophy-progression.ts'
import { countFigure, LINE_DAYS, scoreFigure, trophiesFigure } from './figures.ts'
import type { Profile } from './profile.ts'

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
      trophiesFigure(compact(club.trophies), trophyGrowth(series, LINE_DAYS).growth),
      scoreFigure('Activity score', clubHealth(members, series).activity_score),
      countFigure('Members', grouped(club.member_count), presenceNote(memberPresence(members))),
    ],
    line: trophyProgression(series, LINE_DAYS).progression_data.map(({ trophies }) => trophies),
    asOf: club.observed_at,
  }
}

/** Newcomers and members nobody looked at are neither active nor ghosts: without any other it is not known. */
function presenceNote({ active, ghosts }: MemberPresence): string {
  if (active.length + ghosts.length === 0) return 'who is active: not known yet'
  return `${grouped(active.length)} active, ${count(ghosts.length, 'ghost')}`
}
