import type { BattleLogAnswer } from '../game-api/payloads/battle-log.ts'
import type { Observed, ObservedAnswer } from './observed-answer.ts'

/** Hidden players by their tag, each with the alias that stands for them in their club. */
export type HiddenPlayers = ReadonlyMap<string, string>

/**
 * The answers without those who asked not to be shown: their profiles, battle logs and places in rankings are dropped;
 * in their club the alias counts in their place, so that its totals stay right.
 */
export function veilAnswers(answers: ObservedAnswer[], hidden: HiddenPlayers): ObservedAnswer[] {
  return hidden.size === 0 ? answers : answers.flatMap((answer) => veil(answer, hidden) ?? [])
}

function veil(answer: ObservedAnswer, hidden: HiddenPlayers): ObservedAnswer | null {
  switch (answer.kind) {
    case 'player':
      return hidden.has(answer.body.tag) ? null : answer
    case 'battle-log':
      return hidden.has(answer.tag) ? null : { ...answer, body: veilBattles(answer.body, hidden) }
    case 'player-ranking':
    case 'brawler-ranking':
      return { ...answer, body: answer.body.filter((row) => !hidden.has(row.tag)) }
    case 'club':
      return veilMembers(answer, hidden)
    case 'club-ranking':
      return answer
  }
}

function veilMembers(answer: Observed<'club'>, hidden: HiddenPlayers): ObservedAnswer {
  const members = answer.body.members.map((member) => {
    const alias = hidden.get(member.tag)
    return alias === undefined ? member : { ...member, tag: alias, name: alias, nameColor: null, iconId: null }
  })
  return { ...answer, body: { ...answer.body, members } }
}

function veilBattles({ battles }: BattleLogAnswer, hidden: HiddenPlayers): BattleLogAnswer {
  return {
    battles: battles.map((battle) => ({
      ...battle,
      participants: battle.participants.filter((tag) => !hidden.has(tag)),
    })),
  }
}
