import type { Observed, PlayerAnswer } from '#server/game/answers.ts'
import { seasonEnds } from '#shared/days.ts'
import type { Ledger, PlayerDay, PlayerState, Source } from './ledger.ts'

/** What an answer tells of a player: a profile, or a row of a club's list or of a ranking. */
export type Sighting = {
  tag: string
  name: string
  nameColor: string | null
  iconId: number | null
  trophies: number
  source: Source
  observedAt: Date
  /** A fall in this answer is a reset, whether or not a season ended (docs/formulas.md#season-resets). */
  isReset: boolean
}

/** Takes in one sighting. Returns the player's state, or null when a newer answer was taken in before. */
export function observePlayer(ledger: Ledger, sighting: Sighting): PlayerState | null {
  const known = ledger.players.get(sighting.tag)
  if (known === undefined) return firstSighting(ledger, sighting)
  if (sighting.observedAt <= known.seenAt) return null
  const rosterBefore = known.rosterTrophies
  const trophies = currentTrophies(known, sighting)
  const changed = takeTrophies(ledger, known, trophies, sighting)
  known.seenAt = sighting.observedAt
  // A scan that changes nothing is stored with the club alone. A profile or a ranking is stored nowhere else.
  const isNoted = rename(ledger, known, sighting) || changed || sighting.source !== 'club'
  if (isNoted) known.observedAt = sighting.observedAt
  if (isNoted || known.rosterTrophies !== rosterBefore) ledger.changedPlayers.add(known.tag)
  return known
}

/** Adds the sighting to its day, and a change to the observations. Returns whether there was a change. */
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
 * A club's list lags behind the profile: when it repeats what it said before, it tells nothing new, even if a profile in
 * between differs from it (docs/formulas.md#observations).
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

/** Takes in a player's profile. Of the club it names only the tag is taken: a club's own list tells who joined and left. */
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
  takeClub(ledger, player, body)
  ledger.profiles.set(tag, { readAt: observedAt, profile: body })
  ledger.brawlers.set(tag, new Map(body.brawlers.map((brawler) => [brawler.id, brawler.trophies])))
}

function takeClub(ledger: Ledger, player: PlayerState, { club }: PlayerAnswer): void {
  if (club === undefined || player.clubTag === (club?.tag ?? null)) return
  Object.assign(player, { clubTag: club?.tag ?? null, role: null })
  ledger.changedPlayers.add(player.tag)
}

/** Whether a brawler is gone and no other fell: the game has withdrawn it (docs/formulas.md#season-resets). */
function lostABrawler(ledger: Ledger, body: PlayerAnswer): boolean {
  const before = ledger.brawlers.get(body.tag)
  if (before === undefined) return false
  const now = new Map(body.brawlers.map((brawler) => [brawler.id, brawler.trophies]))
  const gone = [...before.keys()].some((id) => !now.has(id))
  const fell = [...now].some(([id, trophies]) => trophies < (before.get(id) ?? 0))
  return gone && !fell
}

/** Whether a season ended after the first moment and not after the second (docs/formulas.md#season-resets). */
export function crossesSeasonEnd(from: Date, to: Date): boolean {
  return seasonEnds(new Date(from.getTime() + 1), new Date(to.getTime() + 1)).length > 0
}
