import { seasonEnds } from '#shared/season-calendar.ts'
import type { ClubMember } from '../game-api/payloads/club.ts'
import type { ClubState, Ledger } from './ledger.ts'

/** Share and number of members who must fall together (analytics: a season reset is not activity). */
const FALLEN_SHARE = 0.6
const FALLEN_MIN = 5

/** Whether most of a club fell together since its last scan, and nobody who did had a battle in between. */
export function fellTogether(ledger: Ledger, club: ClubState, members: ClubMember[], observedAt: Date): boolean {
  const known = members.filter((member) => club.members.get(member.tag)?.leftAt === null)
  const fallen = known.filter((member) => member.trophies < (club.members.get(member.tag)?.trophies ?? 0))
  if (fallen.length < FALLEN_MIN || fallen.length < FALLEN_SHARE * known.length) return false
  return !fallen.some((member) => hadBattle(ledger, member.tag, club.observedAt, observedAt))
}

/** Whether a season ended after the first moment, up to the second. */
export function crossesSeasonEnd(from: Date, to: Date): boolean {
  return seasonEnds(new Date(from.getTime() + 1), new Date(to.getTime() + 1)).length > 0
}

function hadBattle(ledger: Ledger, tag: string, from: Date, to: Date): boolean {
  const last = ledger.players.get(tag)?.lastBattleAt
  return last !== null && last !== undefined && last > from && last <= to
}
