import type { Activity } from './sample-activity.ts'

const HOUR = 3600

export type Currency = ReturnType<typeof createCurrency>

/** Player-seconds of the measured span in which what is stored was young, and in which nothing older was missing. */
type Sums = { seconds: number; seenWithin: Record<Limit, number>; missing: Record<Limit, number> }

type Limit = 1 | 6
const LIMITS: readonly Limit[] = [1, 6]

/** Keeps book of how current each player is, from one look at them to the next. Times are seconds. */
export function createCurrency(players: Activity[], span: { from: number; to: number }) {
  const seenAt = new Float64Array(players.length)
  const next = new Uint32Array(players.length)
  const sums: Sums = { seconds: 0, seenWithin: { 1: 0, 6: 0 }, missing: { 1: 0, 6: 0 } }

  function account(player: number, now: number): number {
    const { changes } = players[player] as Activity
    const before = seenAt[player] as number
    const firstUnseen = changes[next[player] as number] ?? Number.POSITIVE_INFINITY
    sums.seconds += overlap(before, now, span)
    for (const hours of LIMITS) {
      sums.seenWithin[hours] += overlap(before, Math.min(now, before + hours * HOUR), span)
      sums.missing[hours] += overlap(firstUnseen + hours * HOUR, now, span)
    }
    return firstUnseen
  }

  return {
    /** A look at a player's trophies. True when they had changed since the last one. */
    look(player: number, now: number): boolean {
      const hasChanged = account(player, now) <= now
      const { changes } = players[player] as Activity
      let place = next[player] as number
      while (place < changes.length && (changes[place] as number) <= now) place++
      next[player] = place
      seenAt[player] = now
      return hasChanged
    },
    /** Shares of the player-minutes of the span, in percent. To be called once, at the end. */
    shares() {
      for (let player = 0; player < players.length; player++) account(player, span.to)
      const percent = (part: number) => Math.round((1000 * part) / sums.seconds) / 10
      return {
        'current to 1 h %': percent(sums.seconds - sums.missing[1]),
        'current to 6 h %': percent(sums.seconds - sums.missing[6]),
        'seen within 1 h %': percent(sums.seenWithin[1]),
        'seen within 6 h %': percent(sums.seenWithin[6]),
      }
    },
  }
}

function overlap(from: number, to: number, span: { from: number; to: number }): number {
  return Math.max(0, Math.min(to, span.to) - Math.max(from, span.from))
}
