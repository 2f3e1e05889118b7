// How often the ranges of forecasts hold: `node bench/coverage.ts [data directory ...]`. Over the demo's world, and
// over each installation that is named by its data directory (it must not be running): for example one that imported
// real history. What comes should lie below 1 of 10 ranges and above 1 of 10. Prints also what a forecast costs.
import { existsSync } from 'node:fs'
import { DAY } from '#demo/world/time.ts'
import type { Database } from '#server/database/database.ts'
import { openStore } from '#server/database/open-store.ts'
import { windowsOfHistory } from '#server/history/forecast-fits.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { readTrackedSeries } from '#server/history/series.ts'
import {
  computeOutlook,
  type Ends,
  factorsAt,
  playedDays,
  USUAL_WIDENING,
  whyNoForecast,
} from '#server/metrics/forecast.ts'
import { type CheckedWindow, fitWidening } from '#server/metrics/forecast-widening.ts'
import { FARTHEST_DAYS } from '#shared/forecast-reason.ts'
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

/** How often what came lay below and above plain, usual and own ranges in percent, by days ahead, and the own factors. */
function table(kind: 'player' | 'club', windows: readonly CheckedWindow[]) {
  const rows = fitWidening(kind, windows).map(({ days, low, high, windows: all, below, above }) => {
    const ofDays = windows.filter((window) => window.days === days)
    const missed = (ends: Ends) =>
      missedText(
        ofDays.filter(({ needed }) => needed.low > ends.low).length,
        ofDays.filter(({ needed }) => needed.high > ends.high).length,
        all,
      )
    const factors = `${low.toFixed(2)}, ${high.toFixed(2)}`
    const usual = missed(factorsAt(USUAL_WIDENING[kind], days))
    const told = {
      windows: all,
      plain: missed({ low: 1, high: 1 }),
      usual,
      factors,
      own: missedText(below, above, all),
    }
    return [`${days} days`, told] as const
  })
  return Object.fromEntries(rows)
}

/** `79.5 held, 9.8 below, 10.7 above` */
function missedText(below: number, above: number, all: number): string {
  const share = (part: number) => ((100 * part) / all).toFixed(1)
  return `${share(all - below - above)} held, ${share(below)} below, ${share(above)} above`
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
    if (series !== undefined && whyNoForecast(playedDays(series)) === null) asked.push({ tag, series })
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
