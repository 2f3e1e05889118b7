const DAY_MS = 86_400_000
const THURSDAY = 4
const RESET_HOUR_UTC = 8

/**
 * The instants at which a trophy season ends: the third Thursday of each month at 08:00 UTC, oldest first,
 * for `from` (included) to `to` (excluded). Brawlers above 1,000 trophies lose part of the excess then, without a battle.
 */
export function seasonEnds(from: Date, to: Date): Date[] {
  const ends: Date[] = []
  let month = Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1)
  while (month < to.getTime()) {
    const end = thirdThursday(month)
    if (end >= from.getTime() && end < to.getTime()) ends.push(new Date(end))
    const first = new Date(month)
    month = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1)
  }
  return ends
}

function thirdThursday(monthStart: number): number {
  const weekday = new Date(monthStart).getUTCDay()
  const firstThursday = (THURSDAY - weekday + 7) % 7
  return monthStart + (firstThursday + 14) * DAY_MS + RESET_HOUR_UTC * 3_600_000
}
