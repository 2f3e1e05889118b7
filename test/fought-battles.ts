import type { Observed } from '#server/game/answers.ts'
import { parseBattleLog } from '#server/game/payloads/battle-log.ts'

/** A battle of three against three as tests tell it; the first team is that of the player whose log it is. */
export type FoughtBattle = {
  at: Date
  /** Brawlers by the player's tag. */
  own: Record<string, number>
  others: Record<string, number>
  result?: 'victory' | 'defeat' | 'draw'
  event?: { id: number; mode: string; map: string | null }
  type?: string
  trophies?: number
  star?: string
}

const KNOCKOUT = { id: 15000053, mode: 'knockout', map: "Belle's Rock" }

/** The battle log of a player, as the game would answer it a moment later. */
export function logOf(tag: string, battles: readonly FoughtBattle[], observedAt?: Date): Observed<'battle-log'> {
  const newest = battles.reduce((last, { at }) => (at > last ? at : last), new Date(0))
  const items = battles.map((battle) => entryOf(tag, battle))
  const { body } = parseBattleLog({ items }, tag, new Map())
  return { kind: 'battle-log', tag, body, observedAt: observedAt ?? new Date(newest.getTime() + 60_000) }
}

const OPPOSITE = { victory: 'defeat', defeat: 'victory', draw: 'draw' } as const

function entryOf(tag: string, battle: FoughtBattle) {
  const { at, own, others, result = 'victory', event = KNOCKOUT, type = 'ranked', trophies = 500, star } = battle
  const team = (members: Record<string, number>) =>
    Object.entries(members).map(([member, id]) => ({
      tag: member,
      name: member,
      brawler: { id, name: 'X', power: 9, trophies },
    }))
  return {
    battleTime: at.toISOString().replaceAll(/[-:]/g, ''),
    event,
    battle: {
      mode: event.mode,
      type,
      result: Object.hasOwn(own, tag) ? result : OPPOSITE[result],
      duration: 90,
      trophyChange: 8,
      starPlayer: star === undefined ? null : { tag: star },
      teams: [team(own), team(others)],
    },
  }
}
