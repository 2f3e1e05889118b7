import type { ClubAnswer, ClubMember, Observed } from '#server/game/answers.ts'
import { isAlias } from '../hidden-players.ts'
import { crossesSeasonEnd, fellTogether, observePlayer } from './fold-player.ts'
import type { ClubState, Ledger, MemberState, PlayerState, RosterEvent } from './ledger.ts'

/** What does not change while one scan is folded. */
type Scan = {
  ledger: Ledger
  club: ClubState
  observedAt: Date
  previousAt: Date
  baseline: boolean
  together: boolean
}

/** Takes in a scan of a club: its members' trophies, who came and went, what was changed. */
export function foldClub(ledger: Ledger, { body, observedAt }: Observed<'club'>): void {
  const stored = ledger.clubs.get(body.tag)
  if (stored !== undefined && observedAt <= stored.observedAt) return
  const club = stored ?? newClub(ledger, body, observedAt)
  const together = fellTogether(ledger, club, body.members, observedAt)
  const isReset = together || crossesSeasonEnd(club.observedAt, observedAt)
  const scan: Scan = { ledger, club, observedAt, previousAt: club.observedAt, baseline: stored === undefined, together }
  if (!scan.baseline) settingsEvents(ledger, club, body, observedAt)
  const before = ledger.clubDays.get(club.tag)?.reset ?? 0
  for (const member of body.members) {
    if (isAlias(member.tag)) foldHiddenMember(scan, member)
    else foldMember(scan, member)
  }
  if (body.membersComplete) foldLeavers(scan, new Set(body.members.map((member) => member.tag)))
  const reset = before + (isReset ? fallOf(body.members, scan) : 0)
  const scans = (ledger.clubDays.get(club.tag)?.scans ?? 0) + 1
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
  // Seen later already, by the profile: the list still tells who is in the club.
  const player = sighted ?? ledger.players.get(member.tag)
  if (player === undefined) return
  const known = club.members.get(member.tag)
  if (known === undefined) enter(scan, player, member, 'joined')
  else if (known.leftAt !== null) enter(scan, player, member, 'returned', known)
  else changeRole(scan, player, member, known)
  if (sighted === null && player.clubTag !== club.tag) return
  if (known !== undefined && sighted !== null && oldName !== undefined && oldName !== member.name) {
    noteRosterEvent(ledger, scan, 'renamed', player, oldName, member.name)
  }
  if (player.clubTag !== club.tag || player.role !== (member.role ?? player.role)) {
    Object.assign(player, { clubTag: club.tag, role: member.role ?? player.role })
    ledger.changedPlayers.add(player.tag)
  }
}

/** Of a member who asked not to be shown only the place in the list is kept. */
function foldHiddenMember(scan: Scan, member: ClubMember): void {
  const known = scan.club.members.get(member.tag)
  if (known === undefined) enter(scan, member, member, 'joined')
  else if (known.leftAt !== null) enter(scan, member, member, 'returned', known)
  else changeRole(scan, member, member, known)
}

type Who = Pick<PlayerState, 'tag' | 'name'>

function enter(scan: Scan, player: Who, member: ClubMember, kind: 'joined' | 'returned', known?: MemberState) {
  const { club, ledger, observedAt, baseline } = scan
  club.members.set(player.tag, {
    role: member.role ?? 'member',
    trophies: member.trophies,
    firstSeenAt: known?.firstSeenAt ?? observedAt,
    // Those whom the first scan finds were there before it: nobody knows since when.
    joinedAt: baseline ? null : observedAt,
    leftAt: null,
  })
  touchMember(scan, player.tag)
  if (!baseline) noteRosterEvent(ledger, scan, kind, player, null, member.role)
}

const RANK: Record<string, number> = { member: 0, senior: 1, vicePresident: 2, president: 3 }

function changeRole(scan: Scan, player: Who, { role }: ClubMember, known: MemberState): void {
  if (role === null || role === known.role) return
  const kind = (RANK[role] ?? 0) > (RANK[known.role] ?? 0) ? 'promoted' : 'demoted'
  noteRosterEvent(scan.ledger, scan, kind, player, known.role, role)
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
    noteRosterEvent(ledger, scan, 'left', player ?? { tag, name: tag }, member.role, null)
    if (player?.clubTag !== club.tag) continue
    Object.assign(player, { clubTag: null, role: null, rosterTrophies: null, observedAt: player.seenAt })
    ledger.changedPlayers.add(tag)
  }
}

/** Trophies that the reset took from the members who were there before and after it. */
function fallOf(members: ClubMember[], { club }: Scan): number {
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

/** Not the length of the list, which may have come short. */
function presentCount({ members }: ClubState): number {
  return [...members.values()].filter(({ leftAt }) => leftAt === null).length
}

function updateClub(club: ClubState, body: ClubAnswer, observedAt: Date): void {
  const isNewDay =
    club.observedDays === 0 || club.observedAt.toISOString().slice(0, 10) !== observedAt.toISOString().slice(0, 10)
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

type WhoOfRosterEvents = { tag: string; name: string }
type Between = { club: ClubState; previousAt: Date; observedAt: Date }

/** Notes what happened to a member between two scans of the club; nothing of those who asked not to be shown. */
function noteRosterEvent(
  ledger: Ledger,
  { club, previousAt, observedAt }: Between,
  kind: RosterEvent['kind'],
  who: WhoOfRosterEvents,
  before: string | null,
  after: string | null,
): void {
  if (isAlias(who.tag)) return
  const span = { observedAfter: previousAt, observedAt }
  ledger.rosterEvents.push({
    clubTag: club.tag,
    kind,
    playerTag: who.tag,
    playerName: who.name,
    before,
    after,
    ...span,
  })
}

const SETTINGS = {
  name: 'Name',
  description: 'Description',
  type: 'Type',
  requiredTrophies: 'Required trophies',
  badgeId: 'Badge',
} as const

/** Notes every setting of the club that differs from the last scan. What an answer leaves out has not changed. */
function settingsEvents(ledger: Ledger, club: ClubState, body: ClubAnswer, observedAt: Date): void {
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
      observedAfter: club.observedAt,
      observedAt,
    })
  }
}
