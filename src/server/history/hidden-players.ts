import type { Database } from '#server/database/database.ts'
import type { BattleLogAnswer, Observed, ObservedAnswer } from '#server/game/answers.ts'
import { AppError } from '#server/kernel/errors.ts'

/** What a hidden player is called where the list would not add up without them. */
export const HIDDEN_NAME = 'Hidden player'

const ALIAS = /^hidden-/

/** Whether this stands where a tag would, for a player who asked not to be shown; it leads nowhere. */
export function isAlias(tag: string): boolean {
  return ALIAS.test(tag)
}

/** Whether the player asked not to be shown. */
export async function isHidden(db: Database, tag: string): Promise<boolean> {
  const row = await db.selectFrom('tombstones').select('tag').where('tag', '=', tag).executeTakeFirst()
  return row !== undefined
}

/** The refusal of a call about a player who asked not to be shown. */
export function hiddenPlayer(): AppError {
  return new AppError('not_found', 'This player asked not to be shown', { code: 'player_hidden' })
}

/** Hidden players by their tag, each with the alias that stands for them in their club. */
export type AliasByTag = ReadonlyMap<string, string>

/**
 * The answers without those who asked not to be shown: their profiles, battle logs and places in rankings are dropped;
 * in their club the alias counts in their place, so that its totals stay right.
 */
export function hideInAnswers(answers: ObservedAnswer[], hidden: AliasByTag): ObservedAnswer[] {
  return hidden.size === 0 ? answers : answers.flatMap((answer) => veil(answer, hidden) ?? [])
}

function veil(answer: ObservedAnswer, hidden: AliasByTag): ObservedAnswer | null {
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

function veilMembers(answer: Observed<'club'>, hidden: AliasByTag): ObservedAnswer {
  const members = answer.body.members.map((member) => {
    const alias = hidden.get(member.tag)
    return alias === undefined ? member : { ...member, tag: alias, name: alias, nameColor: null, iconId: null }
  })
  return { ...answer, body: { ...answer.body, members } }
}

function veilBattles({ battles }: BattleLogAnswer, hidden: AliasByTag): BattleLogAnswer {
  return {
    battles: battles.map((battle) => ({
      ...battle,
      participants: battle.participants.filter((tag) => !hidden.has(tag)),
    })),
  }
}
