import { itemAt } from './item-at.ts'
import { applyEntry } from './player-state.ts'
import { append, type Entry } from './timeline.ts'
import type { Competitor } from './world.ts'

/** Writes what happened to a brawler into the player's timeline and state; the totals follow from the change alone. */
export function record(competitor: Competitor, facts: Omit<Entry, 'total' | 'before'>): void {
  const { player, state } = competitor
  const before = itemAt(state.trophies, facts.brawler)
  const entry = { ...facts, before, total: state.total + facts.delta }
  append(player.timeline, entry)
  applyEntry(state, entry)
}
