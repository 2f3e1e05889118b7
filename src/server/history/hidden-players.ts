import type { Database } from '#server/database/database.ts'
import type { BattleLogAnswer, Observed, ObservedAnswer } from '#server/game/answers.ts'

/** What a hidden player is called in their club's list. Without them its totals would not add up. */
export const HIDDEN_NAME = 'Hidden player'

const ALIAS = /^hidden-/

/** Whether this is an alias: it stands for the tag of a hidden player, and there is no page for it. */
export function isAlias(tag: string): boolean {
  return ALIAS.test(tag)
}

/** Whether the player asked to be hidden (docs/decisions/0008-hidden-players.md). */
export async function isHidden(db: Database, tag: string): Promise<boolean> {
  const row = await db.selectFrom('tombstones').select('tag').where('tag', '=', tag).executeTakeFirst()
  return row !== undefined
}

/** The alias that stands for a hidden player in their club, by the player's tag. */
export type AliasByTag = ReadonlyMap<string, string>

/**
 * The answers without hidden players: their profiles, battle logs and places in rankings are dropped. In their club the
 * alias replaces the tag, so that its totals stay right.
 */
export function hideInAnswers(answers: ObservedAnswer[], hidden: AliasByTag): ObservedAnswer[] {
  return hidden.size === 0 ? answers : answers.flatMap((answer) => hideIn(answer, hidden) ?? [])
}

function hideIn(answer: ObservedAnswer, hidden: AliasByTag): ObservedAnswer | null {
  switch (answer.kind) {
    case 'player':
      return hidden.has(answer.body.tag) ? null : answer
    case 'battle-log':
      return hidden.has(answer.tag) ? null : { ...answer, body: hideInBattles(answer.body, hidden) }
    case 'player-ranking':
    case 'brawler-ranking':
      return { ...answer, body: answer.body.filter((row) => !hidden.has(row.tag)) }
    case 'club':
      return hideMembers(answer, hidden)
    case 'club-ranking':
    case 'brawlers':
      return answer
  }
}

function hideMembers(answer: Observed<'club'>, hidden: AliasByTag): ObservedAnswer {
  const members = answer.body.members.map((member) => {
    const alias = hidden.get(member.tag)
    return alias === undefined ? member : { ...member, tag: alias, name: alias, nameColor: null, iconId: null }
  })
  return { ...answer, body: { ...answer.body, members } }
}

function hideInBattles({ battles }: BattleLogAnswer, hidden: AliasByTag): BattleLogAnswer {
  return {
    battles: battles.map((battle) => ({
      ...battle,
      participants: battle.participants.filter((tag) => !hidden.has(tag)),
    })),
  }
}
