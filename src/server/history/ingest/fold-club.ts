import type { ClubAnswer, ClubMember, Observed } from '#server/game/answers.ts'
import { dayOf } from '#shared/days.ts'
import { isAlias } from '../hidden-players.ts'
import { crossesSeasonEnd, observePlayer } from './fold-player.ts'
import type { ClubState, Ledger, MemberState, PlayerState, RosterEvent } from './ledger.ts'

/** What does not change while one scan is folded. */
type Scan = {
  ledger: Ledger
  club: ClubState
  observedAt: Date
  /** The scan before; of the first scan its own time. */
  previousAt: Date
  /** The club's first scan: those whom it finds did not join now. */
  isFirst: boolean
  /** Whether most of the club fell since the scan before. */
  together: boolean
}

/** Takes in a scan of a club: its members' trophies, who joined and left, which roles and settings changed. */
export function foldClub(ledger: Ledger, { body, observedAt }: Observed<'club'>): void {
  const stored = ledger.clubs.get(body.tag)
  if (stored !== undefined && observedAt <= stored.observedAt) return
  const club = stored ?? newClub(ledger, body, observedAt)
  const together = fellTogether(ledger, club, body.members, observedAt)
  const isReset = together || crossesSeasonEnd(club.observedAt, observedAt)
  const scan: Scan = { ledger, club, observedAt, previousAt: club.observedAt, isFirst: stored === undefined, together }
  if (!scan.isFirst) addSettingsEvents(scan, body)
  const before = ledger.clubDays.get(club.tag)
  for (const member of body.members) {
    // Of hidden members only the place in the club is kept.
    if (isAlias(member.tag)) placeInClub(scan, member, member)
    else foldMember(scan, member)
  }
  if (body.membersComplete) foldLeavers(scan, new Set(body.members.map((member) => member.tag)))
  const reset = (before?.reset ?? 0) + (isReset ? fallOf(scan, body.members) : 0)
  const scans = (before?.scans ?? 0) + 1
  ledger.clubDays.set(club.tag, { close: body.trophies, members: presentCount(club), scans, reset })
  keepMemberTrophies(scan, body.members)
  updateClub(club, body, observedAt)
  ledger.changedClubs.add(club.tag)
}

function newClub(ledger: Ledger, body: ClubAnswer, observedAt: Date): ClubState {
  const { tag, name, description, type, badgeId, requiredTrophies, trophies, members } = body
  const club: ClubState = {
    tag,
    name,
    description,
    type,
    badgeId,
    requiredTrophies,
    trophies,
    firstTrophies: trophies,
    memberCount: members.length,
    country: null,
    firstSeenAt: observedAt,
    observedAt,
    observedDays: 0,
    members: new Map(),
  }
  ledger.clubs.set(tag, club)
  ledger.newClubs.add(tag)
  return club
}

function foldMember(scan: Scan, member: ClubMember): void {
  const { ledger, club, observedAt } = scan
  const oldName = ledger.players.get(member.tag)?.name
  const sighted = observePlayer(ledger, { ...member, source: 'club', observedAt, isReset: scan.together })
  // The profile may have been read after this scan. The list still tells who is in the club.
  const player = sighted ?? ledger.players.get(member.tag)
  if (player === undefined) return
  const known = club.members.get(member.tag)
  placeInClub(scan, player, member)
  if (sighted === null && player.clubTag !== club.tag) return
  if (known !== undefined && sighted !== null && oldName !== undefined && oldName !== member.name) {
    addMemberEvent(scan, 'renamed', player, oldName, member.name)
  }
  if (player.clubTag !== club.tag || player.role !== (member.role ?? player.role)) {
    Object.assign(player, { clubTag: club.tag, role: member.role ?? player.role })
    ledger.changedPlayers.add(player.tag)
  }
}

type Who = Pick<PlayerState, 'tag' | 'name'>

/** Takes in that somebody is in the club, and with which role. */
function placeInClub(scan: Scan, player: Who, member: ClubMember): void {
  const known = scan.club.members.get(member.tag)
  if (known === undefined) enter(scan, player, member, 'joined')
  else if (known.leftAt !== null) enter(scan, player, member, 'returned', known)
  else changeRole(scan, player, member, known)
}

function enter(scan: Scan, player: Who, member: ClubMember, kind: 'joined' | 'returned', known?: MemberState) {
  const { club, observedAt, isFirst } = scan
  club.members.set(player.tag, {
    role: member.role ?? 'member',
    trophies: member.trophies,
    firstSeenAt: known?.firstSeenAt ?? observedAt,
    joinedAt: isFirst ? null : observedAt,
    leftAt: null,
  })
  touchMember(scan, player.tag)
  if (!isFirst) addMemberEvent(scan, kind, player, null, member.role)
}

const RANK: Record<string, number> = { member: 0, senior: 1, vicePresident: 2, president: 3 }

function changeRole(scan: Scan, player: Who, { role }: ClubMember, known: MemberState): void {
  if (role === null || role === known.role) return
  const kind = (RANK[role] ?? 0) > (RANK[known.role] ?? 0) ? 'promoted' : 'demoted'
  addMemberEvent(scan, kind, player, known.role, role)
  known.role = role
  touchMember(scan, player.tag)
}

function foldLeavers(scan: Scan, present: Set<string>): void {
  const { ledger, club, observedAt } = scan
  for (const [tag, member] of club.members) {
    if (member.leftAt !== null || present.has(tag)) continue
    member.leftAt = observedAt
    touchMember(scan, tag)
    const player = ledger.players.get(tag)
    addMemberEvent(scan, 'left', player ?? { tag, name: tag }, member.role, null)
    if (player?.clubTag !== club.tag) continue
    Object.assign(player, { clubTag: null, role: null, rosterTrophies: null, observedAt: player.seenAt })
    ledger.changedPlayers.add(tag)
  }
}

/** The share of the known members, and how many of them, that must fall (docs/formulas.md#season-resets). */
const FALLEN_SHARE = 0.6
const FALLEN_MIN = 5

/**
 * Whether most of a club fell since the scan before and none of those had a battle in between: then a season's end took
 * the trophies (docs/formulas.md#season-resets). Members who are new in the list do not count.
 */
export function fellTogether(ledger: Ledger, club: ClubState, members: ClubMember[], observedAt: Date): boolean {
  const known = members.filter((member) => club.members.get(member.tag)?.leftAt === null)
  const fallen = known.filter((member) => member.trophies < (club.members.get(member.tag)?.trophies ?? 0))
  if (fallen.length < FALLEN_MIN || fallen.length < FALLEN_SHARE * known.length) return false
  return !fallen.some((member) => hadBattle(ledger, member.tag, club.observedAt, observedAt))
}

function hadBattle(ledger: Ledger, tag: string, from: Date, to: Date): boolean {
  const last = ledger.players.get(tag)?.lastBattleAt
  return last !== null && last !== undefined && last > from && last <= to
}

/** Trophies that the reset took from the members who were in the club before and after it; 0 or less. */
function fallOf({ club }: Scan, members: ClubMember[]): number {
  return members.reduce((sum, { tag, trophies }) => {
    const before = club.members.get(tag)?.trophies
    return before === undefined ? sum : sum + Math.min(0, trophies - before)
  }, 0)
}

function keepMemberTrophies(scan: Scan, members: ClubMember[]): void {
  for (const { tag, trophies } of members) {
    const known = scan.club.members.get(tag)
    if (known === undefined || known.trophies === trophies) continue
    known.trophies = trophies
    touchMember(scan, tag)
  }
}

function touchMember({ ledger, club }: Scan, tag: string): void {
  const touched = ledger.changedMembers.get(club.tag) ?? new Set()
  ledger.changedMembers.set(club.tag, touched.add(tag))
}

/** Members now. The answer's list may be incomplete, so its length does not tell. */
function presentCount({ members }: ClubState): number {
  return [...members.values()].filter(({ leftAt }) => leftAt === null).length
}

function updateClub(club: ClubState, body: ClubAnswer, observedAt: Date): void {
  const isNewDay = club.observedDays === 0 || dayOf(club.observedAt) !== dayOf(observedAt)
  Object.assign(club, {
    name: body.name,
    description: body.description ?? club.description,
    type: body.type,
    badgeId: body.badgeId ?? club.badgeId,
    requiredTrophies: body.requiredTrophies ?? club.requiredTrophies,
    trophies: body.trophies,
    memberCount: presentCount(club),
    observedAt,
    observedDays: club.observedDays + (isNewDay ? 1 : 0),
  })
}

type MemberEvent = Exclude<RosterEvent['kind'], 'settings_changed'>

/** Adds what happened to a member since the scan before; nothing of hidden players. */
function addMemberEvent(
  { ledger, club, previousAt, observedAt }: Scan,
  kind: MemberEvent,
  { tag, name }: Who,
  before: string | null,
  after: string | null,
): void {
  if (isAlias(tag)) return
  const event = { clubTag: club.tag, kind, playerTag: tag, playerName: name, before, after }
  ledger.rosterEvents.push({ ...event, observedAfter: previousAt, observedAt })
}

const SETTINGS = {
  name: 'Name',
  description: 'Description',
  type: 'Type',
  requiredTrophies: 'Required trophies',
  badgeId: 'Badge',
} as const

/** Adds every setting of the club that differs from the scan before. What an answer leaves out has not changed. */
function addSettingsEvents({ ledger, club, previousAt, observedAt }: Scan, body: ClubAnswer): void {
  for (const [setting, label] of Object.entries(SETTINGS)) {
    const before = club[setting as keyof typeof SETTINGS]
    const after = body[setting as keyof typeof SETTINGS]
    if (after === null || after === 'unknown' || before === after) continue
    if (setting === 'name')
      ledger.formerNames.push({ tag: club.tag, type: 'club', name: club.name, lastSeenAt: observedAt })
    ledger.rosterEvents.push({
      clubTag: club.tag,
      kind: 'settings_changed',
      playerTag: null,
      playerName: null,
      before: `${label}: ${before ?? 'none'}`,
      after: `${label}: ${after}`,
      observedAfter: previousAt,
      observedAt,
    })
  }
}
