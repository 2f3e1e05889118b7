// How often the ranges of forecasts hold: `node bench/coverage.ts [data directory ...]`. Over the demo's world, and
// over each installation that is named by its data directory (it must not be running): for example one that imported
// real history. A range should hold 8 times in 10. Prints also what a forecast costs.
import { existsSync } from 'node:fs'
import { DAY } from '#demo/world/time.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { windowsOfHistory } from '#server/history/forecast-fits.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import {
  computeOutlook,
  FARTHEST_DAYS,
  factorAt,
  playedDays,
  silence,
  USUAL_WIDENING,
} from '#server/metrics/forecast.ts'
import { type CheckedWindow, fitWidening } from '#server/metrics/forecast-widening.ts'
import { seedOf } from '#shared/random.ts'
import { writeResult } from './results.ts'
import {
  answerAt,
  clubPath,
  inOrder,
  openKnownWorld,
  scanTimes,
  withEmbeddedStore,
} from './true-figures/known-world.ts'

const CLUBS = 60
const DAYS = 90

/** Days ahead, how often plain, usual and own ranges hold in percent, and the own factor. */
function table(kind: 'player' | 'club', windows: readonly CheckedWindow[]) {
  const share = (held: number, of: number) => Math.round((1000 * held) / of) / 10
  const rows = fitWidening(kind, windows).map(({ days, factor, windows: all, held }) => {
    const ofDays = windows.filter((window) => window.days === days)
    const within = (most: number) => share(ofDays.filter(({ needed }) => needed <= most).length, all)
    const own = Math.round(100 * factor) / 100
    return [
      `${days} days`,
      {
        windows: all,
        plain: within(1),
        usual: within(factorAt(USUAL_WIDENING[kind], days)),
        factor: own,
        held: share(held, all),
      },
    ]
  })
  return Object.fromEntries(rows)
}

async function measure(db: Database, now: Date) {
  const result: Record<string, ReturnType<typeof table>> = {}
  for (const kind of ['player', 'club'] as const) result[kind] = table(kind, await windowsOfHistory(db, kind, now))
  return result
}

/** Milliseconds of CPU for the whole forecast of one player, the dearest of them: a number that few futures reach. */
async function costOf(db: Database, tags: readonly string[], now: Date): Promise<number> {
  const asked = []
  for (const tag of tags) {
    const series = (await readTrackedSeries(db, 'player', tag, { days: 60, now }))?.series
    if (series !== undefined && silence(playedDays(series)) === null) asked.push({ tag, series })
  }
  const before = process.cpuUsage()
  for (const { tag, series } of asked) {
    const { gains } = playedDays(series)
    const today = series.from
    const question = {
      today,
      trophies: 50_000,
      target: 9_000_000,
      gains,
      seed: seedOf(tag),
      widening: USUAL_WIDENING.player,
    }
    computeOutlook({ ...question, days: FARTHEST_DAYS, fanDays: 30 })
  }
  const { user, system } = process.cpuUsage(before)
  return Math.round((user + system) / asked.length / 100) / 10
}

const results: Record<string, unknown> = {}
const world = openKnownWorld(CLUBS, DAYS)
await withEmbeddedStore(async (db) => {
  const to = world.epoch + DAYS * DAY
  const answers = world.clubs.flatMap((club) =>
    scanTimes(club, { from: world.epoch, to }, 2).map((at) => answerAt(world, clubPath(club), at)),
  )
  await ingest(db, inOrder(answers))
  const now = new Date((to - 1) * 1000)
  results.demo = await measure(db, now)
  const tags = world.players.slice(0, 400).map(({ tag }) => tag)
  const milliseconds = await costOf(db, tags, now)
  console.log(
    `Ranges that held in the demo's world, % (${CLUBS} clubs, ${DAYS} days); a forecast takes ${milliseconds} ms`,
  )
  console.dir(results.demo, { depth: 4 })
  results.milliseconds = milliseconds
})
for (const dataDirectory of process.argv.slice(2)) {
  if (!existsSync(dataDirectory)) throw new Error(`There is no data directory ${dataDirectory}`)
  const store = await openStore({
    databaseUrl: null,
    dataDirectory,
    connections: 1,
    onError: (error) => console.log(error.message),
  })
  const { newest } = await store.db
    .selectFrom('clubs')
    .select(({ fn }) => fn.max('observed_at').as('newest'))
    .executeTakeFirstOrThrow()
  const measured = await measure(store.db, newest ?? new Date())
  await store.close()
  console.log(`Ranges that held in ${dataDirectory}, %`)
  console.dir(measured, { depth: 4 })
  results[dataDirectory] = measured
}
writeResult('coverage', results)
