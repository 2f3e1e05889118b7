import type { Database } from '#server/database/database.ts'
import { brawlerDays } from '#server/metrics/brawler-outlook.ts'
import type { PlayedDays } from '#server/metrics/forecast.ts'
import { addDays, type CalendarDay, dayOf } from '#shared/days.ts'
import { HISTORY_DAYS } from '#shared/forecast-reason.ts'
import { mondayOf } from '#shared/iso-week.ts'
import { brawlersOf, readAnswers } from './ingest/raw-answers.ts'

/**
 * What each brawler of a player won on the 28 days before the last look, by profiles; null where too few days have one
 * (docs/formulas.md#when-a-prestige-comes).
 */
export async function readBrawlerDays(
  db: Database,
  tag: string,
  today: CalendarDay,
): Promise<ReadonlyMap<number, PlayedDays> | null> {
  const days = await db
    .selectFrom('player_answers')
    .select(['day', 'entries'])
    .where('player_tag', '=', tag)
    // A week begins with a whole line. What is known of the days before gives the first day its change.
    .where('day', '>=', mondayOf(addDays(today, -HISTORY_DAYS - 1)))
    .where('day', '<', today)
    .orderBy('day')
    .execute()
  const profiles = readAnswers(days).filter((answer) => answer.kind === 'profile')
  return brawlerDays(new Map(profiles.map((profile) => [dayOf(profile.at), brawlersOf(profile)])), today)
}
