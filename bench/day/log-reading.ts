import type { Activity } from './sample-activity.ts'

/** The game shows so many of the newest battles. */
const LOG_LENGTH = 25

export type LogReading = ReturnType<typeof createLogReading>

/** Keeps book of battles that were read from logs, and of those that were pushed out of them unread. */
export function createLogReading(players: Activity[], span: { from: number; to: number }) {
  const readAt = new Map<number, number>()
  const sums = { read: 0, lost: 0 }

  return {
    /** Reads a log; a first reading begins the account. Returns how many of its battles were new. */
    read(player: number, now: number): number {
      const { battles } = players[player] as Activity
      const since = readAt.get(player) ?? null
      readAt.set(player, now)
      const all = battles.filter((time) => time <= now && (since === null || time > since))
      const read = all.slice(-LOG_LENGTH)
      if (since !== null) {
        sums.read += countIn(read, span)
        sums.lost += countIn(all.slice(0, -LOG_LENGTH), span)
      }
      return read.length
    },
    /** Logs that are followed, and what became of the battles of their players since their first reading. */
    result() {
      const played = players.reduce((sum, { battles }) => sum + countIn(battles, span), 0)
      return {
        'logs followed': readAt.size,
        'battles read': sums.read,
        'battles lost': sums.lost,
        'lost %': Math.round((1e4 * sums.lost) / Math.max(1, sums.read + sums.lost)) / 100,
        'read of all %': Math.round((1000 * sums.read) / played) / 10,
      }
    },
  }
}

function countIn(times: Uint32Array, { from, to }: { from: number; to: number }): number {
  return times.reduce((sum, time) => sum + (time > from && time <= to ? 1 : 0), 0)
}
