import { pino } from 'pino'
import type { Config } from '#server/config.ts'
import { openStore } from '#server/database/open-store.ts'
import { rebuildSeries } from '#server/history/rebuild-series.ts'
import { systemClock } from '#server/kernel/clock.ts'

/** The command `rebuild`: computes the daily series again from the raw observations. */
export async function rebuild(config: Config): Promise<void> {
  const log = pino({ level: config.LOG_LEVEL })
  const store = await openStore({
    databaseUrl: config.DATABASE_URL ?? null,
    dataDirectory: config.DATA_DIR,
    connections: 2,
    onError: (error) => log.error({ error }, 'store connection lost'),
  })
  try {
    const players = await rebuildSeries({ db: store.db, clock: systemClock })
    process.stdout.write(`The daily series of ${players} players was made again\n`)
  } finally {
    await store.close()
  }
}
