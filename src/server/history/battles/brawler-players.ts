import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '#server/context.ts'
import { type Database, defineQuery, insertRows, queryRows, runAll } from '#server/database/database.ts'
import { META_CHANGE } from '#server/kernel/announcements.ts'
import { FAMILY_WEIGHT, SOUND_FROM, shrinkRate, type Tally, wilson } from '#server/metrics/battle-rates.ts'
import { type CalendarDay, calendarDay } from '#shared/days.ts'
import { type MonthTotal, unpackTotals } from './battle-months.ts'

/** Months of which players are compared, the running one included. */
const MONTHS = 3

/** The first day of the months that are counted. */
export function playersSince(now: Date): CalendarDay {
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS - 1), 1))
  return calendarDay(first.toISOString().slice(0, 10))
}

/** Players that an answer about a brawler names. */
const BEST_PLAYERS = 50

const readBest = defineQuery(
  { tag: z.string(), name: z.string(), wins: z.int(), losses: z.int(), draws: z.int(), prior: z.number() },
  `select b.player_tag as tag, p.name, b.wins, b.losses, b.draws, b.prior
  from brawler_players b join players p on p.tag = b.player_tag
  where b.family = $1 and b.brawler_id = $2 and not exists (select from tombstones t where t.tag = b.player_tag)
  order by b.low desc, b.player_tag limit ${BEST_PLAYERS}`,
)

/** The tracked players who do best with a brawler in a family, the best first. */
export function bestPlayers(db: Database, { family, brawler }: { family: string; brawler: number }) {
  return readBest(db, [family, brawler])
}

/** Players whose rows are made in one transaction. */
const AT_ONCE = 200

/**
 * Makes the rows of players anew whose months changed, or of whom a month is counted that is over by now. Several processes
 * share the work. Returns of how many players. To repeat it changes nothing.
 */
export async function renewBrawlerPlayers(
  { db, clock, announcements }: Pick<Context, 'db' | 'clock' | 'announcements'>,
  signal?: AbortSignal,
): Promise<number> {
  const since = playersSince(clock.now())
  await sql`
    insert into due_brawler_players select distinct player_tag from brawler_players where since <> ${since}
    order by player_tag on conflict do nothing`.execute(db)
  let made = 0
  for (let some = AT_ONCE; some === AT_ONCE && !signal?.aborted; made += some) {
    some = await db.transaction().execute((transaction) => renewSome(transaction, since))
  }
  if (made > 0) announcements.announce([META_CHANGE])
  return made
}

async function renewSome(db: Database, since: CalendarDay): Promise<number> {
  const due = await queryRows(
    db,
    { tag: z.string() },
    sql`
      delete from due_brawler_players where player_tag in (
        select player_tag from due_brawler_players order by player_tag limit ${AT_ONCE} for update skip locked)
      returning player_tag as tag`,
  )
  const tags = due.map(({ tag }) => tag)
  const hidden = await db.selectFrom('tombstones').select('tag').where('tag', '=', sql<string>`any(${tags})`).execute()
  const shown = [...new Set(tags).difference(new Set(hidden.map(({ tag }) => tag)))]
  const months = await db
    .selectFrom('player_battle_months')
    .select(['player_tag', 'totals'])
    .where('player_tag', '=', sql<string>`any(${shown})`)
    .where('month', '>=', since)
    .execute()
  await db.deleteFrom('brawler_players').where('player_tag', '=', sql<string>`any(${tags})`).execute()
  const rows = [...Map.groupBy(months, ({ player_tag }) => player_tag)].flatMap(([tag, ofPlayer]) => {
    const totals = ofPlayer.flatMap((month) => unpackTotals(month.totals))
    return rowsOf(totals).map((row) => ({ player_tag: tag, since, ...row }))
  })
  await runAll(db, insertRows('brawler_players', rows))
  return due.length
}

/**
 * A player's rows: brawlers with enough decided battles against people, in each family
 * (docs/formulas.md#who-plays-a-brawler-best).
 */
function rowsOf(totals: readonly MonthTotal[]) {
  const counted = totals.filter(isCounted)
  return [...Map.groupBy(counted, ({ family }) => family)].flatMap(([family, ofFamily]) => {
    // A duel is counted once under no brawler, and again under each of the three.
    const all = tallyOf(ofFamily.filter(({ format, brawler }) => format !== 'duels' || brawler === 0))
    const prior = shrinkRate(all.wins, all.wins + all.losses, { prior: 0.5, weight: FAMILY_WEIGHT })
    return [...Map.groupBy(ofFamily, ({ brawler }) => brawler)].flatMap(([brawler, ofBrawler]) => {
      const { wins, losses, draws } = tallyOf(ofBrawler)
      if (brawler === 0 || wins + losses < SOUND_FROM) return []
      return [{ family, brawler_id: brawler, wins, losses, draws, prior, low: wilson(wins, losses).low }]
    })
  })
}

function isCounted({ family, format, lobby }: MonthTotal): boolean {
  return family !== 'other' && format !== 'showdown' && (lobby === 'people' || lobby === 'unknown')
}

function tallyOf(totals: readonly MonthTotal[]): Tally {
  const tally = { wins: 0, losses: 0, draws: 0 }
  for (const { battles, wins, draws } of totals) {
    tally.wins += wins
    tally.losses += battles - wins - draws
    tally.draws += draws
  }
  return tally
}
