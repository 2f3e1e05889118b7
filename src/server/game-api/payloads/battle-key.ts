import { createHash } from 'node:crypto'
import type { Participant } from './battle-participants.ts'

function line(participant: Participant): string {
  const ids = participant.brawlers.map((brawler) => brawler.id).sort((a, b) => a - b)
  return `${participant.tag}:${ids.join('+')}`
}

/**
 * The fingerprint of a battle, the same in the log of everyone who took part: its second, its event, and who played
 * which brawlers, whatever the order they are listed in. 22 letters of base64url (128 bits).
 *
 * Names are left out, since old entries come back with changed player names and with brawler names gone null.
 * Result, rank and trophy change are left out, since they differ by side. Brawlers are in, because one player may
 * have two battles in one second: only their lobbies and brawlers tell those apart (provider-api, battle item).
 */
export function battleKey(battleTime: Date, eventId: number, participants: Participant[]): string {
  const who = participants.map(line).sort()
  const text = [battleTime.toISOString(), eventId, ...who].join('|')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
