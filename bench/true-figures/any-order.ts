import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DAY } from '#demo/world/time.ts'
import type { World } from '#demo/world/world.ts'
import type { Database } from '#server/database/database.ts'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { replayDue } from '#server/history/ingest/replay.ts'
import { createRandom, itemAt, type Random } from '#shared/random.ts'
import { storedHistory } from '#test/store-contents.ts'
import { answerAt, clubPath, inOrder, membersAt, playerPath, scanTimes, withEmbeddedStore } from './known-world.ts'

const DAYS = 14
const SCANS_A_DAY = 4
const CHUNKS = 12
const SEED = 7

/** Whether a recording makes the same store in every order of its chunks. `differing`: tables that once did not. */
export async function storesOfOrders(world: World, count: number, orders: number) {
  const answers = recordingOf(world, count)
  const random = createRandom(SEED)
  const differing = new Set<string>()
  let equal = 0
  await withEmbeddedStore(async (db) => {
    const expected = await digestsAfter(db, [answers], false)
    for (let order = 0; order < orders; order++) {
      await emptyTables(db)
      const chunks = shuffled(chunksOf(answers, random), random)
      // Late answers are put into their places now and then as they come, or all at the end.
      const digests = await digestsAfter(db, chunks, order % 2 === 0)
      const wrong = Object.keys(expected).filter((table) => digests[table] !== expected[table])
      for (const table of wrong) differing.add(table)
      equal += Number(wrong.length === 0)
    }
  })
  return { answers: answers.length, chunks: CHUNKS, orders, equal, differing: [...differing].join(', ') }
}

/** Scans of clubs, and profiles and battle logs of the members of one club every day, in the order of time. */
function recordingOf(world: World, count: number): ObservedAnswer[] {
  const span = { from: world.epoch, to: world.epoch + DAYS * DAY }
  const clubs = world.clubs.slice(0, count)
  const scans = clubs.flatMap((club) =>
    scanTimes(club, span, SCANS_A_DAY).map((at) => answerAt(world, clubPath(club), at)),
  )
  const ofPlayers = membersAt(itemAt(clubs, 0), span.from).flatMap((player) =>
    Array.from({ length: DAYS }, (_, day) => {
      const at = span.from + day * DAY + ((player.index * 997) % DAY)
      const path = playerPath(player)
      return [answerAt(world, path, at), answerAt(world, `${path}/battlelog`, at + 60)]
    }).flat(),
  )
  return inOrder([...scans, ...ofPlayers])
}

async function digestsAfter(db: Database, chunks: readonly ObservedAnswer[][], replaysAtOnce: boolean) {
  for (const [place, chunk] of chunks.entries()) {
    await ingest(db, chunk)
    if (replaysAtOnce && place % 3 === 0) await replayDue(db)
  }
  await replayDue(db)
  const digests: Record<string, string> = {}
  for (const [table, rows] of Object.entries(await storedHistory(db))) {
    digests[table] = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  }
  return digests
}

async function emptyTables(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations' and pg_relation_size(oid) > 0
  `.execute(db)
  await sql`truncate ${sql.raw(rows.map(({ name }) => name).join(', '))} cascade`.execute(db)
}

/** Cuts a list at random places. */
function chunksOf(answers: readonly ObservedAnswer[], random: Random): ObservedAnswer[][] {
  const cuts = Array.from({ length: CHUNKS - 1 }, () => Math.floor(random() * answers.length))
  const ends = [...cuts.toSorted((one, other) => one - other), answers.length]
  return ends.map((end, place) => answers.slice(ends[place - 1] ?? 0, end))
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const keyed = items.map((item) => ({ item, key: random() }))
  return keyed.sort((one, other) => one.key - other.key).map(({ item }) => item)
}
