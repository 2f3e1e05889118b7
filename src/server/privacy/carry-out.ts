import { sql } from 'kysely'
import { clubChange, LEADERBOARDS_CHANGE, playerChange } from '../changes.ts'
import type { Context } from '../context.ts'
import { forgetHistory, forgetMentions, leaveRankings } from './erase-player.ts'
import { hidePlayer } from './hide-player.ts'
import { showPlayer } from './show-player.ts'
import type { Wish } from './wish.ts'

/** Does what the player asked for. Repeating it changes nothing; a crash in between is mended by repeating it. */
export async function carryOut(context: Context, tag: string, wish: Wish): Promise<void> {
  const { db, clock } = context
  const clubs = await db.transaction().execute(async (transaction) => {
    // Whoever stores players reads this table first: those under way are waited for, those to come see what is written.
    await sql`lock table tombstones in access exclusive mode`.execute(transaction)
    if (wish === 'show') return showPlayer(transaction, tag)
    const ofClubs = await hidePlayer(transaction, { tag, wish, since: clock.now() })
    if (wish === 'delete') await forgetHistory(transaction, tag)
    return ofClubs
  })
  if (wish !== 'show') await leaveRankings(db, tag)
  if (wish === 'delete') await forgetMentions(db, tag)
  await context.summarise({ clubs, players: [tag] })
  context.changes.announce([playerChange(tag), ...clubs.map(clubChange), LEADERBOARDS_CHANGE])
  context.log.info({ audit: 'privacy_carried_out', tag, wish }, 'privacy request carried out')
}
