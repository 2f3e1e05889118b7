import type { ClubMember, Observed, PlayerAnswer } from '#server/game/answers.ts'
import { seasonEnds } from '#shared/days.ts'
import type { ClubState, Ledger, PlayerDay, PlayerState, Source } from './ledger.ts'

/** What an answer says of a player, from whichever list it stands in. */
export type Sighting = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  source: Source
  observedAt: Date
  /** The fall, if it is one, is a whole club's or a withdrawn brawler, not play. The season's calendar is asked here. */
  isReset: boolean
}

/** Takes in one sighting; returns the player's state, or null when something newer was seen already. */
export function observePlayer(ledger: Ledger, sighting: Sighting): PlayerState | null {
  const known = ledger.players.get(sighting.tag)
  if (known === undefined) return firstSighting(ledger, sighting)
  if (sighting.observedAt <= known.seenAt) return null
  const rosterBefore = known.rosterTrophies
  const trophies = currentTrophies(known, sighting)
  const changed = takeTrophies(ledger, known, trophies, sighting)
  known.seenAt = sighting.observedAt
  // A scan that changes nothing is noted with the club alone; a profile or a ranking has nobody else to note it.
  const isNoted = rename(ledger, known, sighting) || changed || sighting.source !== 'club'
  if (isNoted) known.observedAt = sighting.observedAt
  if (isNoted || known.rosterTrophies !== rosterBefore) ledger.changedPlayers.add(known.tag)
  return known
}

/** Notes the day's close, and the change if there is one. */
function takeTrophies(ledger: Ledger, known: PlayerState, trophies: number, sighting: Sighting): boolean {
  const { source, observedAt } = sighting
  const change = trophies - known.trophies
  const day = dayOfPlayer(ledger, known.tag, trophies)
  if (change === 0) return false
  const isReset = change < 0 && (sighting.isReset || crossesSeasonEnd(known.seenAt, observedAt))
  known.trophies = trophies
  ledger.observations.push({ playerTag: known.tag, observedAt, trophies, source, isReset })
  if (isReset) day.reset += change
  else {
    day.changes += 1
    known.changedAt = observedAt
  }
  return true
}

/**
 * A club's list lags the profile. When it repeats what it said before, it tells nothing new, though a profile read
 * in between may differ from it.
 */
function currentTrophies(known: PlayerState, { source, trophies }: Sighting): number {
  if (source !== 'club') return trophies
  const repeats = known.rosterTrophies === trophies
  known.rosterTrophies = trophies
  return repeats ? known.trophies : trophies
}

function firstSighting(ledger: Ledger, sighting: Sighting): PlayerState {
  const { tag, name, nameColor, iconId, trophies, source, observedAt } = sighting
  const state: PlayerState = {
    tag,
    name,
    nameColor,
    iconId,
    trophies,
    firstTrophies: trophies,
    rosterTrophies: source === 'club' ? trophies : null,
    clubTag: null,
    role: null,
    country: null,
    firstSeenAt: observedAt,
    observedAt,
    seenAt: observedAt,
    changedAt: null,
    lastBattleAt: null,
  }
  ledger.players.set(tag, state)
  ledger.newPlayers.add(tag)
  ledger.changedPlayers.add(tag)
  ledger.observations.push({ playerTag: tag, observedAt, trophies, source, isReset: false })
  dayOfPlayer(ledger, tag, trophies)
  return state
}

/** The day's entry, counting this scan. */
function dayOfPlayer(ledger: Ledger, tag: string, close: number): PlayerDay {
  const day = ledger.playerDays.get(tag) ?? { close, changes: 0, scans: 0, reset: 0 }
  day.close = close
  day.scans += 1
  ledger.playerDays.set(tag, day)
  return day
}

function rename(ledger: Ledger, known: PlayerState, { name, nameColor, iconId, observedAt }: Sighting): boolean {
  const same = known.name === name && known.nameColor === nameColor && (iconId === null || known.iconId === iconId)
  if (same) return false
  if (known.name !== name) {
    ledger.formerNames.push({ tag: known.tag, type: 'player', name: known.name, lastSeenAt: observedAt })
  }
  Object.assign(known, { name, nameColor, iconId: iconId ?? known.iconId })
  return true
}

/** Takes in a player's own profile. The club it names is only noted: who joined and left is the club's list to tell. */
export function foldProfile(ledger: Ledger, { body, observedAt }: Observed<'player'>): void {
  const isReset = lostABrawler(ledger, body)
  const { tag, name, nameColor, iconId, trophies } = body
  const player = observePlayer(ledger, {
    tag,
    name,
    nameColor,
    iconId,
    trophies,
    source: 'profile',
    observedAt,
    isReset,
  })
  if (player === null) return
  noteClub(ledger, player, body)
  ledger.profiles.set(tag, { readAt: observedAt, profile: body })
  ledger.brawlers.set(tag, new Map(body.brawlers.map((brawler) => [brawler.id, brawler.trophies])))
}

function noteClub(ledger: Ledger, player: PlayerState, { club }: PlayerAnswer): void {
  // A tracked club's own list decides; without one the profile is all there is.
  if (club === undefined || player.clubTag === (club?.tag ?? null)) return
  Object.assign(player, { clubTag: club?.tag ?? null, role: null })
  ledger.changedPlayers.add(player.tag)
}

/** A brawler is gone from the list and none of the others fell: it was withdrawn from the game. */
function lostABrawler(ledger: Ledger, body: PlayerAnswer): boolean {
  const before = ledger.brawlers.get(body.tag)
  if (before === undefined) return false
  const now = new Map(body.brawlers.map((brawler) => [brawler.id, brawler.trophies]))
  const gone = [...before.keys()].some((id) => !now.has(id))
  const fell = [...now].some(([id, trophies]) => trophies < (before.get(id) ?? 0))
  return gone && !fell
}

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
