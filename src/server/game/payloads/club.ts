import * as z from 'zod'
import { CLUB_ROLES, CLUB_TYPES } from '#shared/kinds.ts'
import type { ClubAnswer, ClubMember, Glitch, Parsed } from '../answers.ts'
import {
  accountTrophies,
  maybeBoolean,
  maybeColour,
  maybeCount,
  maybeIconId,
  maybeText,
  name,
  readItems,
  readWhole,
  tag,
  UnusableAnswer,
} from './parsing.ts'

/** A club has 30 members at most; an answer with more than this is no club. */
const MOST_MEMBERS = 100

const memberSchema = z
  .object({
    tag,
    name,
    nameColor: maybeColour,
    /** Null when it is unknown. That is never read as a demotion. */
    role: z.enum(CLUB_ROLES).nullable().catch(null),
    trophies: accountTrophies,
    icon: maybeIconId,
  })
  .transform(({ icon, ...member }) => ({ ...member, iconId: icon }))

const clubSchema = z.object({
  tag,
  name,
  description: maybeText,
  type: z.enum(CLUB_TYPES).catch('unknown'),
  badgeId: maybeCount,
  requiredTrophies: maybeCount,
  trophies: accountTrophies,
  isFamilyFriendly: maybeBoolean,
  members: z.unknown(),
})

function readMembers(items: unknown, path: string): Parsed<ClubMember[]> {
  return readItems(items, memberSchema, { path, longest: MOST_MEMBERS, key: (member) => member.tag })
}

/** A club's trophies are the sum of its members' (docs/game-api.md#clubs), so a difference means missing rows. */
function missingRows(trophies: number, members: ClubMember[]): Glitch[] {
  const sum = members.reduce((total, member) => total + member.trophies, 0)
  if (sum === trophies) return []
  return [{ path: 'members', kind: 'incomplete', detail: `members have ${sum} trophies, the club ${trophies}` }]
}

/**
 * Reads `/clubs/{tag}`. Unreadable members are set aside, see `membersComplete`.
 * @throws UnusableAnswer `malformed`; `glitched` when the club has trophies and no members, or no readable member
 */
export function parseClub(raw: unknown): Parsed<ClubAnswer> {
  const club = readWhole(raw, clubSchema, 'club')
  const members = readMembers(club.members, 'members')
  if (members.body.length === 0 && (club.trophies > 0 || members.glitches.length > 0)) {
    throw new UnusableAnswer('glitched', 'club without a readable member')
  }
  const glitches = members.glitches.length > 0 ? members.glitches : missingRows(club.trophies, members.body)
  return { body: { ...club, members: members.body, membersComplete: glitches.length === 0 }, glitches }
}
