import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { LadderDay } from '#server/metrics/ranked-days.ts'
import { type CalendarDay, dayOf } from '#shared/days.ts'
import { type Ladder, ladderOf, packMonths, takeLook } from './ladder.ts'
import { noRecords, packRecords, takeRawProfile, unpackRecords } from './player-records.ts'
import type { RawAnswer, RawProfile } from './raw-answers.ts'
import { writeRecords } from './write-profiles.ts'

/** `edge`: the first day whose raw answers were not dropped; null while none were. */
type Known = { lines: readonly RawAnswer[]; edge: CalendarDay | null }

/**
 * Makes a player's ladders and records again from the raw answers. A day of which those tell nothing stays as it is. To
 * repeat it changes nothing.
 */
export async function replayLadder(db: Database, tag: string, { lines, edge }: Known): Promise<void> {
  const profiles = lines.filter((line) => line.kind === 'profile')
  if (profiles.length === 0) return
  const months = await db
    .selectFrom('player_months')
    .select(['month', 'ladder'])
    .where('player_tag', '=', tag)
    .orderBy('month')
    .forUpdate()
    .execute()
  const { ladder: made, believed } = remade(ladderOf(months.filter(({ ladder }) => ladder !== null)), profiles, edge)
  await replayRecords(db, tag, { profiles: believed, isWhole: edge === null })
  const packed = packMonths(made)
  for (const { month, ladder } of months) {
    const now = packed.get(month) ?? null
    if (now === null || ladder?.equals(now)) continue
    await sql`
      update player_months set ladder = ${now} where player_tag = ${tag} and month = ${month}::date`.execute(db)
  }
}

/** A ladder, and the profiles of which nothing was set aside. */
type Remade<Profile> = { ladder: Ladder; believed: Profile[] }

type Told = Pick<RawProfile, 'at' | 'look'>

/**
 * Takes the profiles in, day by day. The raw answers of a day before the edge may be gone. Profiles then only fill gaps of
 * that day, unless the stored standing is one that they tell.
 */
export function remade<Profile extends Told>(
  stored: Ladder,
  profiles: readonly Profile[],
  edge: CalendarDay | null,
): Remade<Profile> {
  const ladder: Ladder = { before: stored.before, days: new Map() }
  const believed: Profile[] = []
  const told = Map.groupBy(profiles, ({ at }) => dayOf(at))
  for (const day of [...new Set([...stored.days.keys(), ...told.keys()])].sort()) {
    const looks = told.get(day) ?? []
    const known = stored.days.get(day)
    for (const profile of looks) if (!takeLook(ladder, day, profile.look)) believed.push(profile)
    const mayHaveMore = edge !== null && day < edge && known !== undefined && !tellStanding(looks, known)
    if (known !== undefined && (mayHaveMore || !ladder.days.has(day))) ladder.days.set(day, known)
  }
  return { ladder, believed }
}

function tellStanding(looks: readonly Told[], { tier, rating }: LadderDay): boolean {
  if (tier === null && rating === null) return true
  return looks.some(({ look: { now } }) => now.tier === tier && now.rating === rating)
}

/** `isWhole`: the profiles are all that ever came. Otherwise older ones told what is stored, which stays. */
type Believed = { profiles: readonly RawProfile[]; isWhole: boolean }

async function replayRecords(db: Database, tag: string, { profiles, isWhole }: Believed): Promise<void> {
  const stored = await db
    .selectFrom('player_profiles')
    .select('records')
    .where('player_tag', '=', tag)
    .forUpdate()
    .executeTakeFirst()
  if (stored === undefined) return
  const records = isWhole ? noRecords() : unpackRecords(stored.records)
  for (const profile of profiles) takeRawProfile(records, profile)
  const packed = JSON.stringify(packRecords(records))
  if (packed !== JSON.stringify(packRecords(unpackRecords(stored.records)))) await writeRecords(db, tag, records)
}
