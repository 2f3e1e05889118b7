import { DAY } from '#demo/world/time.ts'
import type { World } from '#demo/world/world.ts'
import type { Database } from '#server/database/database.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { readMemberHistories } from '#server/history/members.ts'
import { type MemberScoreRow, memberScores } from '#server/metrics/member-scores.ts'
import { median } from '../results.ts'
import { answerAt, clubPath, inOrder, scanTimes, withEmbeddedStore } from './known-world.ts'

const SCANS_A_DAY = 4
const DAYS = 30
/** The day before gives the first look. The gap is the middle third. */
const GAP = { from: 11, to: 21 }

const SCORES = {
  activity: 'activity_score',
  consistency: 'activity_consistency',
  trend: 'improvement_trend',
  contribution: 'trophy_contribution',
  overall: 'overall_score',
} as const

type Difference = { members: number; median: number; q90: number; largest: number; 'within 5 %': number; lost: number }

/**
 * How many points the scores of members over 30 days differ when nobody looked for 10 of them. `lost`: members with a
 * score of all 30 days and none of the 20.
 */
export async function compareWithGap(world: World, clubs: number): Promise<Record<string, Difference>> {
  const whole = await scoresOf(world, clubs, () => true)
  const cut = await scoresOf(world, clubs, (day) => day < GAP.from || day >= GAP.to)
  return Object.fromEntries(
    Object.entries(SCORES).map(([name, field]) => [name, differences(whole, cut, (row) => row[field])]),
  )
}

type Rows = Map<string, MemberScoreRow>

function differences(whole: Rows, cut: Rows, of: (row: MemberScoreRow) => number | null): Difference {
  const points: number[] = []
  let lost = 0
  for (const [tag, row] of whole) {
    const other = cut.get(tag)
    const [one, two] = [of(row), other === undefined ? null : of(other)]
    if (one !== null && two !== null) points.push(Math.abs(one - two))
    if (one !== null && two === null) lost += 1
  }
  points.sort((one, other) => one - other)
  const tenth = (value: number) => Math.round(10 * value) / 10
  return {
    members: points.length,
    median: tenth(median(points)),
    q90: tenth(points[Math.floor(0.9 * points.length)] ?? 0),
    largest: tenth(points.at(-1) ?? 0),
    'within 5 %': tenth((100 * points.filter((each) => each <= 5).length) / points.length),
    lost,
  }
}

/** The rows of all members as the product reads them from its store. `isSeen`: whether anybody looked on that day. */
async function scoresOf(world: World, count: number, isSeen: (day: number) => boolean): Promise<Rows> {
  const clubs = world.clubs.slice(0, count)
  const to = world.epoch + (DAYS + 1) * DAY
  const answers = clubs.flatMap((club) =>
    scanTimes(club, { from: world.epoch, to }, SCANS_A_DAY)
      .filter((at) => isSeen(Math.floor((at - world.epoch) / DAY)))
      .map((at) => answerAt(world, clubPath(club), at)),
  )
  return withEmbeddedStore(async (db) => {
    await ingest(db, inOrder(answers))
    const rows: Rows = new Map()
    const now = new Date((to - 1) * 1000)
    for (const { tag } of clubs) for (const row of await clubRows(db, tag, now)) rows.set(row.player_tag, row)
    return rows
  })
}

async function clubRows(db: Database, tag: string, now: Date): Promise<MemberScoreRow[]> {
  const club = await readMemberHistories(db, tag, { days: DAYS, now })
  return memberScores(club?.members ?? [], DAYS)
}
