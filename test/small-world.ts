import { summarise } from '#server/directory/summarise.ts'
import type { ClubAnswer, ClubMember, ObservedAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { DAY_MS } from '#shared/days.ts'
import type { TestContext } from './open-context.ts'

/**
 * A player of a small world: trophies day by day, the last of them today; null on days when the club's list did not
 * name them.
 */
type Inhabitant = { tag: string; name: string; days: (number | null)[] }

/** A club of a small world, scanned once a day at noon; `country` is the one whose ranking of clubs names it. */
export type Settlement = { tag: string; name: string; members: Inhabitant[]; country?: string }

const NOON_MS = DAY_MS / 2

/** Ingests the clubs' history up to the clock's day as the product does, and summarises all of it. */
export async function settle(context: TestContext, clubs: Settlement[]): Promise<void> {
  const answers = clubs.flatMap((club) => scansOf(club, context.clock.now()))
  answers.sort((one, other) => one.observedAt.getTime() - other.observedAt.getTime())
  await ingest(context.db, answers)
  const ranked = clubs.flatMap((club) => rankingOf(club, context.clock.now()))
  await ingest(context.db, ranked)
  const players = clubs.flatMap((club) => club.members.map((member) => member.tag))
  await summarise(context, { clubs: clubs.map((club) => club.tag), players })
}

function scansOf({ tag, name, members }: Settlement, now: Date): ObservedAnswer[] {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const length = Math.max(1, ...members.map((member) => member.days.length))
  return Array.from({ length }, (_, index) => {
    const observedAt = new Date(midnight - (length - 1 - index) * DAY_MS + NOON_MS)
    const present = members.flatMap((member): ClubMember[] => {
      const trophies = member.days[member.days.length - length + index] ?? null
      if (trophies === null) return []
      return [{ tag: member.tag, name: member.name, trophies, nameColor: null, role: 'member', iconId: null }]
    })
    return { kind: 'club', observedAt, body: clubAnswer(tag, name, present) }
  })
}

function clubAnswer(tag: string, name: string, members: ClubMember[]): ClubAnswer {
  const trophies = members.reduce((sum, member) => sum + member.trophies, 0)
  const settings = {
    description: null,
    type: 'open' as const,
    badgeId: null,
    requiredTrophies: 0,
    isFamilyFriendly: null,
  }
  return { tag, name, trophies, ...settings, members, membersComplete: true }
}

function rankingOf({ tag, name, country }: Settlement, now: Date): ObservedAnswer[] {
  if (country === undefined) return []
  const row = { tag, name, badgeId: null, trophies: 1, rank: 1, memberCount: null }
  return [{ kind: 'club-ranking', country, observedAt: now, body: [row] }]
}

/** Trophies day by day, the last of them today, from `start` on: `step` more for each `#` of the pattern, none for a dot. */
export function rising(pattern: string, start: number, step = 10): number[] {
  let trophies = start
  return [...pattern].map((sign) => (trophies += sign === '#' ? step : 0))
}
