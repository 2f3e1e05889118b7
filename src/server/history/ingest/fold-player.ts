import type { Observed, PlayerAnswer, PlayerRankingRow } from '#server/game/answers.ts'
import { dayOf, daysBetween } from '#shared/days.ts'
import { emptyLadder, ladderLook, takeLook } from './ladder.ts'
import { type Ledger, type PlayerDay, type PlayerState, rawWeek, recountFrom, type Source } from './ledger.ts'
import { judgeChange, resetBetween } from './played-days.ts'
import { noRecords, takeProfile } from './player-records.ts'
import { profileLine, rankingLine } from './raw-answers.ts'
import { addRaw } from './raw-lines.ts'

/** What an answer tells of a player: a profile, or a row of a club's list or of a ranking. */
export type Sighting = {
  tag: string
  /** Null where the answer does not tell it. */
  name: string | null
  nameColor: string | null
  iconId: number | null
  trophies: number
  source: Source
  observedAt: Date
  /** The club whose list this is. */
  club: string | null
  /** A fall in this answer is a reset (docs/formulas.md#season-resets). */
  isReset: boolean
}

/** Takes in one sighting. Returns the player's state, or null when it comes late: then the player is replayed later. */
export function observePlayer(ledger: Ledger, sighting: Sighting): PlayerState | null {
  const known = ledger.players.get(sighting.tag)
  if (known === undefined) return firstSighting(ledger, sighting)
  if (isLate(known, sighting)) {
    noteLate(ledger, sighting.tag)
    return null
  }
  const rosterBefore = known.rosterTrophies
  // Lists that lagged behind the profile told nothing, so the last look lies farther back than the last sighting.
  const lagged = rosterBefore !== null && rosterBefore !== known.trophies && sighting.trophies !== rosterBefore
  if (lagged) recountFrom(ledger, known.tag, known.seenAt)
  const trophies = currentTrophies(known, sighting)
  const changed = takeTrophies(ledger, known, trophies, sighting)
  // A scan that changes nothing is stored with the club alone. A profile or a ranking is stored nowhere else.
  const isNoted = rename(ledger, known, sighting) || changed || sighting.source !== 'club'
  known.seenAt = sighting.observedAt
  if (isNoted) known.observedAt = sighting.observedAt
  if (isNoted || known.rosterTrophies !== rosterBefore) ledger.changedPlayers.add(known.tag)
  return known
}

/** At the same moment a profile counts after the club's list. */
function isLate({ seenAt }: PlayerState, { observedAt, source }: Sighting): boolean {
  return source === 'profile' ? observedAt < seenAt : observedAt <= seenAt
}

/** Counts the scan on its day. All else is computed again from the raw answers (replay.ts). */
export function noteLate(ledger: Ledger, tag: string): void {
  ledger.late.player.add(tag)
  addScan(ledger, tag, null)
}

/** A battle takes 10 trophies at most (docs/game-api.md#play), so this is more than an evening of bad luck. */
const LARGE_FALL = 100

/** Adds the sighting to its day. Returns whether the trophies changed. */
function takeTrophies(ledger: Ledger, known: PlayerState, trophies: number, sighting: Sighting): boolean {
  const { observedAt } = sighting
  const change = trophies - known.trophies
  const day = addScan(ledger, known.tag, trophies)
  const elapsed = observedAt.getTime() - known.seenAt.getTime()
  const { reset, games } = judgeChange(change, { isReset: sighting.isReset, elapsed })
  if (countsAnew(known, { change, observedAt })) recountFrom(ledger, known.tag, known.seenAt)
  known.trophies = trophies
  if (change <= -LARGE_FALL && sighting.source === 'club') ledger.fallen.add(known.tag)
  if (change === 0) return false
  if (reset !== 0) recountFrom(ledger, known.tag, known.seenAt)
  day.changes += games
  day.estimated += games
  if (games > 0) known.changedAt = observedAt
  return true
}

type Step = { change: number; observedAt: Date }

/** Whether the time since the last sighting must be counted from the raw answers, logs and battles (played-days.ts). */
function countsAnew({ seenAt, logUntil, lastBattleAt }: PlayerState, { change, observedAt }: Step): boolean {
  const becameKnown = change === 0 && daysBetween(dayOf(seenAt), dayOf(observedAt)) > 1
  const mayBeCovered = logUntil !== null && logUntil >= observedAt
  const hadBattles = lastBattleAt !== null && lastBattleAt > seenAt
  return becameKnown || mayBeCovered || hadBattles
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
    name: name ?? tag,
    nameColor,
    iconId,
    trophies,
    firstTrophies: trophies,
    rosterTrophies: source === 'club' ? trophies : null,
    clubTag: null,
    role: null,
    country: null,
    countryAt: null,
    firstSeenAt: observedAt,
    observedAt,
    seenAt: observedAt,
    changedAt: null,
    lastBattleAt: null,
    logUntil: null,
  }
  ledger.players.set(tag, state)
  ledger.newPlayers.add(tag)
  ledger.changedPlayers.add(tag)
  addScan(ledger, tag, trophies)
  return state
}

/** The day's entry, with this scan. A close of null leaves the day's close as it is. */
function addScan(ledger: Ledger, tag: string, close: number | null): PlayerDay {
  const day = ledger.playerDays.get(tag) ?? { close, changes: 0, estimated: 0, scans: 0 }
  day.close = close ?? day.close
  day.scans += 1
  ledger.playerDays.set(tag, day)
  return day
}

function rename(ledger: Ledger, known: PlayerState, { name, nameColor, iconId }: Sighting): boolean {
  if (name === null) return false
  const same = known.name === name && known.nameColor === nameColor && (iconId === null || known.iconId === iconId)
  if (same) return false
  if (known.name !== name) {
    ledger.formerNames.push({ tag: known.tag, type: 'player', name: known.name, lastSeenAt: known.seenAt })
  }
  known.name = name
  known.nameColor = nameColor
  known.iconId = iconId ?? known.iconId
  return true
}

/** Takes in a player's profile. Of the club it names only the tag is taken: a club's own list tells who joined and left. */
export function foldProfile(ledger: Ledger, { body, observedAt }: Observed<'player'>): void {
  const { tag } = body
  if (!addRaw(rawWeek(ledger, 'player', tag), profileLine(body, observedAt))) {
    ledger.repeated += 1
    return
  }
  takeBrawlers(ledger, body, observedAt)
  const player = observePlayer(ledger, profileSighting(body, observedAt))
  if (player !== null && takeLadder(ledger, body, observedAt)) takeRecords(ledger, body, observedAt)
  if (player !== null && body.club !== undefined) takeClub(ledger, player, body.club?.tag ?? null)
}

/**
 * Takes in a profile that does not come late. A late one is put into its place by a replay. Returns false where what it says
 * was set aside: then it tells no records either.
 */
function takeLadder(ledger: Ledger, profile: PlayerAnswer, observedAt: Date): boolean {
  const { tag } = profile
  const ladder = ledger.ladders.get(tag) ?? emptyLadder()
  const isSetAside = takeLook(ladder, dayOf(observedAt), ladderLook(profile))
  if (isSetAside) ledger.setAside += 1
  if (ladder.days.has(dayOf(observedAt))) {
    ledger.ladders.set(tag, ladder)
    ledger.changedLadders.add(tag)
  }
  return !isSetAside
}

function takeRecords(ledger: Ledger, profile: PlayerAnswer, observedAt: Date): void {
  const { tag } = profile
  const records = ledger.records.get(tag) ?? noRecords()
  takeProfile(records, profile, dayOf(observedAt))
  ledger.records.set(tag, records)
}

type ProfileRow = Pick<PlayerAnswer, 'tag' | 'name' | 'nameColor' | 'iconId' | 'trophies'>

export function profileSighting({ tag, name, nameColor, iconId, trophies }: ProfileRow, observedAt: Date): Sighting {
  return { tag, name, nameColor, iconId, trophies, source: 'profile', observedAt, club: null, isReset: false }
}

/** Takes in which club a profile names. */
export function takeClub(ledger: Ledger, player: PlayerState, clubTag: string | null): void {
  if (player.clubTag === clubTag) return
  player.clubTag = clubTag
  player.role = null
  ledger.changedPlayers.add(player.tag)
}

/** Keeps the newest profile, and sees from the one before what a reset took in between. */
function takeBrawlers(ledger: Ledger, profile: PlayerAnswer, readAt: Date): void {
  const { tag } = profile
  const before = ledger.brawlers.get(tag)
  if (before !== undefined && before.readAt >= readAt) return
  const trophies = new Map(profile.brawlers.map((brawler) => [brawler.id, brawler.trophies]))
  if (before !== undefined && resetBetween(before.trophies, trophies) < 0) recountFrom(ledger, tag, before.readAt)
  ledger.profiles.set(tag, { readAt, profile })
  ledger.brawlers.set(tag, { readAt, trophies })
}

/** Takes in a ranking of players: it tells their trophies and their country (docs/formulas.md#regions). */
export function foldPlayerRanking(ledger: Ledger, { body, country, observedAt }: Observed<'player-ranking'>): void {
  for (const row of body) {
    if (addRaw(rawWeek(ledger, 'player', row.tag), rankingLine(row, observedAt))) {
      observePlayer(ledger, rankingSighting(row, observedAt))
    }
    placePlayer(ledger, row.tag, country, observedAt)
  }
}

type Row = Pick<PlayerRankingRow, 'tag' | 'name' | 'nameColor' | 'iconId' | 'trophies'>

export function rankingSighting({ tag, name, nameColor, iconId, trophies }: Row, observedAt: Date): Sighting {
  return { tag, name, nameColor, iconId, trophies, source: 'ranking', observedAt, club: null, isReset: false }
}

/** Takes in a ranking of one brawler. It tells the country of known players, but not their trophies in all. */
export function foldBrawlerRanking(ledger: Ledger, { body, country, observedAt }: Observed<'brawler-ranking'>): void {
  for (const { tag } of body) placePlayer(ledger, tag, country, observedAt)
}

function placePlayer(ledger: Ledger, tag: string, country: string, observedAt: Date): void {
  const player = ledger.players.get(tag)
  if (player !== undefined && tellsCountry(player, country, observedAt)) ledger.changedPlayers.add(tag)
}

type Placed = { country: string | null; countryAt: Date | null }

/** Takes in the country, unless a newer ranking told one. False when it did. */
export function tellsCountry(placed: Placed, country: string, observedAt: Date): boolean {
  if (country === 'global' || (placed.countryAt !== null && observedAt < placed.countryAt)) return false
  placed.country = country
  placed.countryAt = observedAt
  return true
}
