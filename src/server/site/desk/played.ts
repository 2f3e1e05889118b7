import type { Database } from '#server/database/database.ts'
import { coveredSpans } from '#server/history/battles/battle-players.ts'
import { playerDays } from '#server/history/battles/read-battles.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { battlesADay, hoursInCommon, knownTime, playedBattles } from '#server/metrics/played-battles.ts'
import { DAY_MS, dayOf } from '#shared/days.ts'

/** Nobody's mates are told here. */
const NO_MATES = mateTags([])

/** Days over which usual play is told. */
const USUAL_DAYS = 30

/** How often a player plays, and how much of it is in the hours of a club; null where too little is known. */
export type UsualPlay = { battlesADay: number | null; hoursInCommon: number | null }

/** The usual play of some players beside that of a club's members. */
export async function usualPlay(
  db: Database,
  { tags, members, now }: { tags: readonly string[]; members: readonly string[]; now: Date },
): Promise<(tag: string) => UsualPlay> {
  const [from, to] = [now.getTime() - USUAL_DAYS * DAY_MS, now.getTime()]
  const all = [...new Set([...tags, ...members])]
  const [days, spans] = await Promise.all([playerDays(db, all, dayOf(new Date(from))), coveredSpans(db, tags)])
  const sidesOf = (tag: string) => sidesIn(days.get(tag), NO_MATES)
  const club = playedBattles(members.filter((tag) => !tags.includes(tag)).map(sidesOf), from, to)
  return (tag) => {
    const own = playedBattles([sidesOf(tag)], from, to)
    const known = knownTime(spans.get(tag) ?? [], from, to)
    return { battlesADay: battlesADay(own.battles, known), hoursInCommon: hoursInCommon(own, club) }
  }
}
