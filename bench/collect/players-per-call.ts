import { pino } from 'pino'
import { startDemoProvider } from '../../src/demo/start-demo-provider.ts'
import { createChanges } from '../../src/server/changes.ts'
import { collectDue } from '../../src/server/collection/collect-due.ts'
import { track } from '../../src/server/collection/track.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Context } from '../../src/server/context.ts'
import type { Database } from '../../src/server/database/connection.ts'
import { createGameApi } from '../../src/server/game-api/client.ts'
import { systemClock } from '../../src/server/system-clock.ts'

const CLUBS = 100

/** All clubs of a world are collected once: how many players that makes current, and what it cost. */
export async function playersPerCall(db: Database): Promise<Record<string, number>[]> {
  const provider = await startDemoProvider({ epoch: new Date(Date.now() - 86_400_000), clubs: CLUBS })
  const gameApi = createGameApi({
    baseUrl: provider.url,
    tokens: [provider.token],
    callsPerSecond: 1000,
    clock: systemClock,
  })
  const installation = { demo: true, exampleClubTag: null, examplePlayerTag: null, defaultPlayerTag: null }
  const context: Context = {
    config: readConfig({}),
    installation,
    db,
    gameApi,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    summarise: async () => {},
    changes: createChanges(),
    demoHistory: null,
  }
  const { body } = await gameApi.getClubRanking('global')
  await track(
    context,
    body.map(({ tag }) => ({ kind: 'club', key: tag, class: 'ranked' })),
  )
  const before = gameApi.status().outcomes.ok ?? 0
  await collectDue(context)
  const calls = (gameApi.status().outcomes.ok ?? 0) - before
  const players = (await db.selectFrom('players').select('tag').where('club_tag', 'is not', null).execute()).length
  await gameApi.close()
  await provider.close()
  return [
    {
      clubs: body.length,
      calls,
      players,
      'players per call': Math.round((10 * players) / calls) / 10,
      'calls per player, one by one': 1,
    },
  ]
}
