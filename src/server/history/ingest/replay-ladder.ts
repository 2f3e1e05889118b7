import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { emptyLadder, type Ladder, ladderOf, lookOf, packMonths, takeLook } from './ladder.ts'
import { noRecords, packRecords, takeFacts, unpackRecords } from './player-records.ts'
import type { RawAnswer } from './raw-answers.ts'
import { writeRecords } from './write-profiles.ts'

/** `edge`: the first day whose raw answers were not dropped; null while none were. From `from` on, days are made again. */
type Known = { lines: readonly RawAnswer[]; edge: CalendarDay | null; from: CalendarDay }

/**
 * Makes a player's ladders and records again from the raw answers. A day of which those tell nothing stays as it is. To
 * repeat it changes nothing.
 */
export async function replayLadder(db: Database, tag: string, { lines, edge, from }: Known): Promise<void> {
  const profiles = lines.filter(({ kind }) => kind === 'p')
  if (profiles.length === 0) return
  const months = await db
    .selectFrom('player_months')
    .select(['month', 'ladder'])
    .where('player_tag', '=', tag)
    .orderBy('month')
    .forUpdate()
    .execute()
  const stored = ladderOf(months.filter(({ ladder }) => ladder !== null))
  const isOlder = ({ at }: RawAnswer) => edge !== null && dayOf(at) < edge
  const older = emptyLadder()
  const made: Ladder = { before: stored.before, days: new Map([...stored.days].filter(([day]) => day < from)) }
  const believed = [
    ...fold(older, profiles.filter(isOlder)),
    ...fold(
      made,
      profiles.filter((each) => !isOlder(each) && dayOf(each.at) >= from),
    ),
  ]
  await replayRecords(db, tag, { profiles: believed, isWhole: edge === null })
  const days = new Map([...older.days, ...stored.days, ...made.days].sort(([one], [other]) => (one < other ? -1 : 1)))
  const packed = packMonths({ before: stored.before, days })
  for (const { month, ladder } of months) {
    const now = packed.get(month) ?? null
    if (now === null || ladder?.equals(now)) continue
    await sql`
      update player_months set ladder = ${now} where player_tag = ${tag} and month = ${month}::date`.execute(db)
  }
}

/** Takes profiles into the ladder. Returns those that were not set aside. */
function fold(ladder: Ladder, profiles: readonly RawAnswer[]): RawAnswer[] {
  return profiles.filter(({ at, facts }) => !takeLook(ladder, dayOf(at), lookOf(facts)))
}

/** `isWhole`: the profiles are all that ever came. Otherwise older ones told what is stored, which stays. */
type Believed = { profiles: readonly RawAnswer[]; isWhole: boolean }

async function replayRecords(db: Database, tag: string, { profiles, isWhole }: Believed): Promise<void> {
  const stored = await db
    .selectFrom('player_profiles')
    .select('records')
    .where('player_tag', '=', tag)
    .forUpdate()
    .executeTakeFirst()
  if (stored === undefined) return
  const records = isWhole ? noRecords() : unpackRecords(stored.records)
  for (const { at, facts } of profiles) takeFacts(records, facts, dayOf(at))
  const packed = JSON.stringify(packRecords(records))
  if (packed !== JSON.stringify(packRecords(unpackRecords(stored.records)))) await writeRecords(db, tag, records)
}
