import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DAY_MS } from '#shared/days.ts'

/** The simulated world is so many days older than the history, so that clubs differ when the history begins. */
const WARM_UP_DAYS = 10

export type DemoSettings = {
  /** When the simulated world began. */
  epoch: Date
  /** Since when history is kept. */
  historyFrom: Date
  /** Up to when it is complete. */
  filledUntil: Date
}

type Stored = { [K in keyof DemoSettings]: string }

/** The settings that the first start in demo mode stored. This call stores them when it is the first. */
export async function demoSettings(db: Database, now: Date, historyDays: number): Promise<DemoSettings> {
  const from = new Date(now.getTime() - historyDays * DAY_MS).toISOString()
  const first: Stored = {
    epoch: new Date(now.getTime() - (historyDays + WARM_UP_DAYS) * DAY_MS).toISOString(),
    historyFrom: from,
    filledUntil: from,
  }
  await sql`insert into settings (key, value) values ('demo', ${JSON.stringify(first)}) on conflict do nothing`.execute(
    db,
  )
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'demo').executeTakeFirstOrThrow()
  const { epoch, historyFrom, filledUntil } = row.value as Stored
  return { epoch: new Date(epoch), historyFrom: new Date(historyFrom), filledUntil: new Date(filledUntil) }
}

/** Notes up to when the history is filled, so that the next start goes on from there. */
export async function noteFilled(db: Database, filledUntil: Date): Promise<void> {
  await sql`
    update settings set value = jsonb_set(value, '{filledUntil}', to_jsonb(${filledUntil.toISOString()}::text))
    where key = 'demo'`.execute(db)
}

export type Provider = {
  url: string
  token: string
  examples: { club: string; player: string; defaultPlayer: string }
  /** Changes a player's icon in the simulated world, as the player would do in the game's menu. */
  wear(tag: string, iconId: number): Promise<void>
  close(): Promise<void>
}

/** Starts the demo provider in a thread of its own. It is reached over HTTP only, like the real game. */
export async function startProvider(options: { epoch: Date; clubs: number }): Promise<Provider> {
  const worker = new Worker(new URL('../../demo/worker.ts', import.meta.url), { workerData: options })
  const [started] = (await once(worker, 'message')) as [Omit<Provider, 'close' | 'wear'>]
  return {
    ...started,
    wear: async (tag, iconId) => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ tag, iconId, done: port2 }, [port2])
      await once(port1, 'message')
      port1.close()
    },
    close: async () => {
      await worker.terminate()
    },
  }
}
