import type { Database } from '#server/database/database.ts'
import { brawlerDays } from '#server/metrics/brawler-outlook.ts'
import type { PlayedDays } from '#server/metrics/forecast.ts'
import { addDays, type CalendarDay } from '#shared/days.ts'
import { HISTORY_DAYS } from '#shared/forecast-reason.ts'
import { coveredSpans } from './battles/battle-players.ts'
import { playerDays } from './battles/read-battles.ts'
import { mateTags, sidesIn } from './battles/visit-sides.ts'

/**
 * What each brawler of a player won on the known days of the 28 before the last look; null where too few are known
 * (docs/formulas.md#when-a-prestige-comes).
 */
export async function readBrawlerDays(
  db: Database,
  tag: string,
  today: CalendarDay,
): Promise<ReadonlyMap<number, PlayedDays> | null> {
  const [packed, covered] = await Promise.all([
    playerDays(db, [tag], addDays(today, -HISTORY_DAYS)),
    coveredSpans(db, [tag]),
  ])
  return brawlerDays({ sides: sidesIn(packed.get(tag), mateTags([])), spans: covered.get(tag) ?? [], today })
}
