import type { ClubAnswer, ClubMember, Observed } from '#server/game/answers.ts'
import { dayOf, MINUTE_MS } from '#shared/days.ts'
import type { SettingKind } from '#shared/event-texts.ts'
import type { ClubRole } from '#shared/kinds.ts'
import { keysOf } from '#shared/records.ts'
import { isAlias } from '#shared/tag.ts'
import { noteLate, observePlayer, tellsCountry } from './fold-player.ts'
import { type ClubState, type Ledger, type MemberState, type PlayerState, type RosterEvent, rawWeek } from './ledger.ts'
import { clubLine, type ScanVerdict } from './raw-answers.ts'
import { addRaw } from './raw-lines.ts'

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
  fell: boolean
  /** Trophies that joiners brought and leavers took along. */
  moved: { joined: number; departed: number }
}

/** Takes in a scan of a club: its members' trophies, who joined and left, which roles and settings changed. */
export function foldClub(ledger: Ledger, { body, observedAt }: Observed<'club'>): void {
  const club = ledger.clubs.get(body.tag)
  const week = rawWeek(ledger, 'club', body.tag)
  const newest = Math.max(
    ...[club?.observedAt, club?.heldSince, week.answers.at(-1)?.at].map((at) => at?.getTime() ?? 0),
  )
  const isLate = observedAt.getTime() <= newest
  const verdict = isLate ? 'usual' : judgeScan(club, body, observedAt)
  if (!addRaw(week, clubLine(body, observedAt, verdict))) ledger.repeated += 1
  else if (isLate) noteLateScan(ledger, club, body, observedAt)
  else takeScan(ledger, body, observedAt)
}

/** Clubs with fewer members may well lose more than half at once: one of them may own most of the trophies. */
const HELD_MEMBERS_MIN = 5

/** Nobody who had so many loses all of them, as in profiles (payloads/player.ts). */
const MANY_TROPHIES = 100

/** A second scan that says the same is believed after so long. */
export const HELD_MS = 10 * MINUTE_MS

/**
 * What a scan that is newer than those before seems to be: `held` takes more than half of the club's members or trophies
 * at once, or all of a member, and is not believed yet (docs/formulas.md#scans-that-are-held-back), `fell` took trophies
 * from most of the club.
 */
function judgeScan(club: ClubState | undefined, body: ClubAnswer, observedAt: Date): ScanVerdict {
  if (club === undefined) return 'usual'
  const isDoubtful = takesMoreThanHalf(club, body) || takesAllOfAMember(club, body)
  const isConfirmed = club.heldSince !== null && observedAt.getTime() - club.heldSince.getTime() >= HELD_MS
  if (isDoubtful && !isConfirmed) return 'held'
  return fellTogether(club, body.members) ? 'fell' : 'usual'
}

/** Members who are replaced by others are not taken. An incomplete list does not tell how many there are. */
function takesMoreThanHalf(club: ClubState, { trophies, members, membersComplete }: ClubAnswer): boolean {
  const present = presentCount(club)
  if (present < HELD_MEMBERS_MIN) return false
  if (membersComplete && members.length < present / 2) return true
  const known = knownMembers(club, members)
  const before = known.reduce((sum, { tag }) => sum + (club.members.get(tag)?.trophies ?? 0), 0)
  const now = known.reduce((sum, member) => sum + member.trophies, 0)
  return trophies < club.trophies / 2 || now < before / 2
}

function takesAllOfAMember(club: ClubState, { members }: ClubAnswer): boolean {
  return knownMembers(club, members).some(
    ({ tag, trophies }) => trophies <= 1 && (club.members.get(tag)?.trophies ?? 0) >= MANY_TROPHIES,
  )
}

/** Those of the list who were in the club before. */
function knownMembers(club: ClubState, members: ClubMember[]): ClubMember[] {
  return members.filter(({ tag }) => club.members.get(tag)?.leftAt === null)
}

/** Counts a scan that is held back, which tells nothing else. */
function holdBack(ledger: Ledger, club: ClubState, body: ClubAnswer, observedAt: Date): void {
  club.heldSince ??= observedAt
  ledger.changedClubs.add(club.tag)
  ledger.heldBack.add(club.tag)
  countScan(ledger, body)
}

/** Counts the scan on its day. All else is computed again from the raw answers (replay.ts), also of whom it misses. */
function noteLateScan(ledger: Ledger, club: ClubState | undefined, body: ClubAnswer, observedAt: Date): void {
  ledger.late.club.add(body.tag)
  countScan(ledger, body)
  for (const [tag, { leftAt }] of club?.members ?? []) {
    if ((leftAt === null || leftAt > observedAt) && !isAlias(tag)) ledger.late.player.add(tag)
  }
}

function countScan(ledger: Ledger, { tag, members }: ClubAnswer): void {
  const before = ledger.clubDays.get(tag)
  const unknown = { close: null, members: null, scans: 0, joined: 0, departed: 0 }
  ledger.clubDays.set(tag, { ...(before ?? unknown), scans: (before?.scans ?? 0) + 1 })
  for (const member of members) if (!isAlias(member.tag)) noteLate(ledger, member.tag)
}

/** Takes in a scan that is newer than those before. */
export function takeScan(ledger: Ledger, body: ClubAnswer, observedAt: Date): ScanVerdict {
  const stored = ledger.clubs.get(body.tag)
  const verdict = judgeScan(stored, body, observedAt)
  if (stored !== undefined && verdict === 'held') {
    holdBack(ledger, stored, body, observedAt)
    return verdict
  }
  const club = stored ?? newClub(ledger, body, observedAt)
  const scan: Scan = {
    ledger,
    club,
    observedAt,
    previousAt: club.observedAt,
    isFirst: stored === undefined,
    fell: verdict === 'fell',
    moved: { joined: 0, departed: 0 },
  }
  if (!scan.isFirst) addSettingsEvents(scan, body)
  // In the order of tags, so that events are the same whatever the order of the list.
  for (const member of body.members.toSorted((one, other) => (one.tag < other.tag ? -1 : 1))) {
    // Of hidden members only the place in the club is kept.
    if (isAlias(member.tag)) placeInClub(scan, member, member)
    else foldMember(scan, member)
  }
  if (body.membersComplete) foldLeavers(scan, new Set(body.members.map((member) => member.tag)))
  else for (const tag of club.members.keys()) noteLastSeen(ledger, ledger.players.get(tag), club.tag)
  addClubDay(scan, body)
  keepMemberRows(scan, body.members)
  updateClub(club, body, observedAt)
  ledger.changedClubs.add(club.tag)
  return verdict
}

function addClubDay({ ledger, club, moved }: Scan, { trophies }: ClubAnswer): void {
  const before = ledger.clubDays.get(club.tag)
  ledger.clubDays.set(club.tag, {
    close: trophies,
    members: presentCount(club),
    scans: (before?.scans ?? 0) + 1,
    joined: (before?.joined ?? 0) + moved.joined,
    departed: (before?.departed ?? 0) + moved.departed,
  })
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
    countryAt: null,
    firstSeenAt: observedAt,
    observedAt,
    observedDays: 0,
    membersComplete: true,
    heldSince: null,
    members: new Map(),
  }
  ledger.clubs.set(tag, club)
  ledger.newClubs.add(tag)
  return club
}

function foldMember(scan: Scan, member: ClubMember): void {
  const { ledger, club, observedAt } = scan
  const known = club.members.get(member.tag)
  const calledBefore = known === undefined ? null : (known.name ?? ledger.players.get(member.tag)?.name ?? null)
  const sighting = { ...member, source: 'club' as const, observedAt, club: club.tag, isReset: scan.fell }
  const sighted = observePlayer(ledger, sighting)
  // The profile may have been read after this scan. The list still tells who is in the club.
  const player = sighted ?? ledger.players.get(member.tag) ?? member
  placeInClub(scan, player, member)
  if (calledBefore !== null && calledBefore !== member.name) {
    addMemberEvent(scan, 'renamed', member, calledBefore, member.name)
  }
  if (sighted !== null) takeMembership(ledger, sighted, club.tag, member.role)
}

/** Takes in that a club's list names the player. A role that the list leaves out has not changed. */
export function takeMembership(ledger: Ledger, player: PlayerState, clubTag: string, role: ClubRole | null): void {
  if (player.clubTag === clubTag && player.role === (role ?? player.role)) return
  player.clubTag = clubTag
  player.role = role ?? player.role
  ledger.changedPlayers.add(player.tag)
}

/** Takes in that a club's complete list does not name the player any more. */
export function endMembership(ledger: Ledger, player: PlayerState, clubTag: string): void {
  if (player.clubTag !== clubTag) return
  player.clubTag = null
  player.role = null
  player.rosterTrophies = null
  player.observedAt = player.seenAt
  ledger.changedPlayers.add(player.tag)
}

/**
 * Stores with a member when they were seen last. After an incomplete list the club's own time does not tell it, since it
 * is not stored whom the list named.
 */
export function noteLastSeen(ledger: Ledger, player: PlayerState | undefined, clubTag: string): void {
  if (player?.clubTag !== clubTag) return
  player.observedAt = player.seenAt
  ledger.changedPlayers.add(player.tag)
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
    name: member.name,
    role: member.role ?? 'member',
    trophies: member.trophies,
    firstSeenAt: known?.firstSeenAt ?? observedAt,
    joinedAt: isFirst ? null : observedAt,
    leftAt: null,
  })
  touchMember(scan, player.tag)
  if (isFirst) return
  scan.moved.joined += member.trophies
  addMemberEvent(scan, kind, { tag: player.tag, name: member.name }, null, member.role)
}

const RANK: Record<ClubRole, number> = { member: 0, senior: 1, vicePresident: 2, president: 3 }

function changeRole(scan: Scan, player: Who, member: ClubMember, known: MemberState): void {
  const { role } = member
  if (role === null || role === known.role) return
  const kind = RANK[role] > RANK[known.role] ? 'promoted' : 'demoted'
  addMemberEvent(scan, kind, { tag: player.tag, name: member.name }, known.role, role)
  known.role = role
  touchMember(scan, player.tag)
}

function foldLeavers(scan: Scan, present: Set<string>): void {
  const { ledger, club, observedAt } = scan
  for (const [tag, member] of [...club.members].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (member.leftAt !== null || present.has(tag)) continue
    member.leftAt = observedAt
    scan.moved.departed -= member.trophies
    touchMember(scan, tag)
    const player = ledger.players.get(tag)
    addMemberEvent(scan, 'left', { tag, name: member.name ?? player?.name ?? tag }, member.role, null)
    if (player !== undefined) endMembership(ledger, player, club.tag)
  }
}

/** The share of the known members, and how many of them, that must fall (docs/formulas.md#season-resets). */
const FALLEN_SHARE = 0.6
const FALLEN_MIN = 5

/**
 * Whether most of a club fell since the scan before: then a season's end took the trophies, as far as battles do not
 * explain it (docs/formulas.md#season-resets). Members who are new in the list do not count.
 */
export function fellTogether(club: ClubState, members: ClubMember[]): boolean {
  const known = knownMembers(club, members)
  const fallen = known.filter((member) => member.trophies < (club.members.get(member.tag)?.trophies ?? 0))
  return fallen.length >= FALLEN_MIN && fallen.length >= FALLEN_SHARE * known.length
}

/** What the list says of each member, to compare the next list with. */
function keepMemberRows(scan: Scan, members: ClubMember[]): void {
  for (const { tag, name, trophies } of members) {
    const known = scan.club.members.get(tag)
    if (known === undefined || (known.trophies === trophies && known.name === name)) continue
    known.trophies = trophies
    known.name = name
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
  club.name = body.name
  club.description = body.description ?? club.description
  club.type = body.type
  club.badgeId = body.badgeId ?? club.badgeId
  club.requiredTrophies = body.requiredTrophies ?? club.requiredTrophies
  club.trophies = body.trophies
  club.memberCount = presentCount(club)
  club.observedAt = observedAt
  club.membersComplete = body.membersComplete
  club.heldSince = null
  club.observedDays += isNewDay ? 1 : 0
}

type MemberEvent = Exclude<RosterEvent['kind'], SettingKind>

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
  for (const setting of keysOf(SETTINGS)) {
    const [label, before, after] = [SETTINGS[setting], club[setting], body[setting]]
    if (after === null || after === 'unknown' || before === after) continue
    if (setting === 'name')
      ledger.formerNames.push({ tag: club.tag, type: 'club', name: club.name, lastSeenAt: previousAt })
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

/** Takes in a ranking of clubs: it tells the country of known clubs. */
export function foldClubRanking(ledger: Ledger, { body, country, observedAt }: Observed<'club-ranking'>): void {
  for (const { tag } of body) {
    const club = ledger.clubs.get(tag)
    if (club !== undefined && tellsCountry(club, country, observedAt)) ledger.changedClubs.add(tag)
  }
}
