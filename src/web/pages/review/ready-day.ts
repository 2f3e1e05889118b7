import { addDays, type CalendarDay } from '#shared/days.ts'
import { REVIEW_DAYS, type ReviewPeriod, reviewPeriods, SEASON_DAYS } from '#shared/review.ts'

/**
 * The day on which a period has its review if every day from `since` on is seen (docs/formulas.md#a-review); null for one
 * that is over before.
 */
export function readyDay({ kind, from, to }: ReviewPeriod, since: CalendarDay): CalendarDay | null {
  const begin = since > from ? since : from
  const [own, all] = [addDays(begin, SEASON_DAYS - 1), addDays(since, REVIEW_DAYS - 1)]
  const ofSeason = own > all ? own : all
  const day = kind === 'year' ? addDays(begin, REVIEW_DAYS - 1) : ofSeason
  return day <= to ? day : null
}

/** The day of the first review of somebody who is tracked from `since` on. */
export function firstReadyDay(since: CalendarDay): CalendarDay | null {
  const days = reviewPeriods(since, addDays(since, REVIEW_DAYS)).flatMap((period) => readyDay(period, since) ?? [])
  return days.sort()[0] ?? null
}

/** The newest season that has a review today, of somebody who is seen on every day from `since` on. */
export function newestReady(since: CalendarDay, today: CalendarDay): ReviewPeriod | null {
  const ready = reviewPeriods(since, today).filter((period) => {
    const day = readyDay(period, since)
    return period.kind === 'season' && day !== null && day <= today
  })
  return ready[0] ?? null
}
