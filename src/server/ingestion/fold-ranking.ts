import type { Ledger } from './ledger.ts'
import { observePlayer } from './observe-player.ts'
import type { Observed } from './observed-answer.ts'

/** Takes in a ranking of players: everyone in it is seen with their trophies, and gets the ranking's country. */
export function foldPlayerRanking(ledger: Ledger, { body, country, observedAt }: Observed<'player-ranking'>): void {
  for (const { tag, name, nameColor, iconId, trophies } of body) {
    observePlayer(ledger, { tag, name, nameColor, iconId, trophies, source: 'ranking', observedAt, isReset: false })
    placePlayer(ledger, tag, country)
  }
}

/** A brawler's ranking says nothing of a player's whole trophies; only where known players are from. */
export function foldBrawlerRanking(ledger: Ledger, { body, country }: Observed<'brawler-ranking'>): void {
  for (const { tag } of body) placePlayer(ledger, tag, country)
}

export function foldClubRanking(ledger: Ledger, { body, country }: Observed<'club-ranking'>): void {
  if (country === 'global') return
  for (const { tag } of body) {
    const club = ledger.clubs.get(tag)
    if (club === undefined || club.country === country) continue
    club.country = country
    ledger.changedClubs.add(tag)
  }
}

function placePlayer(ledger: Ledger, tag: string, country: string): void {
  const player = ledger.players.get(tag)
  if (country === 'global' || player === undefined || player.country === country) return
  player.country = country
  ledger.changedPlayers.add(tag)
}
