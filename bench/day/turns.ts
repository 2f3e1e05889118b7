import { ROUND, SHARES } from '../../src/server/collection/claim-due.ts'
import type { TargetKind } from '../../src/server/collection/target-class.ts'

/** A target as the collector's table has it; `subject` is the number of the club or player. */
export type Turn = { kind: TargetKind; subject: number; class: number; intervalSeconds: number; due: number }

export type Turns = ReturnType<typeof createTurns>

/** The table of targets in memory: rounds are taken by the shares of `claimDue`, the longest due of a class first. */
export function createTurns(seconds: number) {
  const classes = new Map<number, ReturnType<typeof createClass>>(
    SHARES.map((share) => [share.class, createClass(seconds)]),
  )
  const ofClass = (targetClass: number) => classes.get(targetClass) as ReturnType<typeof createClass>
  return {
    add: (turn: Turn) => ofClass(turn.class).add(turn),
    claim(now: number): Turn[] {
      const claimed: Turn[] = []
      const hungry: number[] = []
      for (const { class: targetClass, share } of SHARES) {
        const got = ofClass(targetClass).take(now, share)
        claimed.push(...got)
        if (got.length === share) hungry.push(targetClass)
      }
      for (const targetClass of hungry) claimed.push(...ofClass(targetClass).take(now, ROUND - claimed.length))
      return claimed
    },
    /** Seconds that the longest due has waited. */
    lateness: (now: number) => Math.max(0, ...[...classes.values()].map((turns) => turns.lateness(now))),
  }
}

/** Turns of one class by the second in which they are due; what is due after the end is left out. */
function createClass(seconds: number) {
  const bySecond: Turn[][] = []
  let first = 0
  const seek = (now: number) => {
    while (first <= now && (bySecond[first]?.length ?? 0) === 0) first++
  }
  return {
    add(turn: Turn) {
      const second = Math.ceil(turn.due)
      if (second > seconds) return
      const turns = bySecond[second] ?? []
      bySecond[second] = turns
      turns.push(turn)
      first = Math.min(first, second)
    },
    take(now: number, limit: number): Turn[] {
      const taken: Turn[] = []
      for (seek(now); first <= now && taken.length < limit; seek(now)) taken.push(bySecond[first]?.shift() as Turn)
      return taken
    },
    lateness(now: number) {
      seek(now)
      return Math.max(0, now - first)
    },
  }
}
