import type { Ledger, PlayerDay, PlayerState, Source } from './ledger.ts'
import { crossesSeasonEnd } from './season-reset.ts'

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
