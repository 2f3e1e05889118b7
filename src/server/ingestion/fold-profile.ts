import type { PlayerAnswer } from '../game-api/payloads/player.ts'
import type { Ledger, PlayerState } from './ledger.ts'
import { observePlayer } from './observe-player.ts'
import type { Observed } from './observed-answer.ts'

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
