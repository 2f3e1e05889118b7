import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { type Announcements, createAnnouncements, type Origin } from '#server/kernel/announcements.ts'
import { systemClock } from '#server/kernel/clock.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { openStore, type Store } from './open-store.ts'
import { shareAnnouncements } from './shared-announcements.ts'

/** The longest that another process may serve what has changed. */
const LIMIT_MS = 5000

type SiteProcess = { announcements: Announcements; heard: [string, Origin][]; log: string[]; stop(): Promise<void> }

describe.skipIf(inject('postgresUrl') === null)('announcements of processes that share a PostgreSQL', () => {
  let store: TestStore
  const opened: SiteProcess[] = []
  beforeEach(async () => {
    store = await openTestStore('postgres')
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ stop }) => stop()))
    await store.close()
  })

  /** What a process of the product does, on connections of its own. */
  async function startProcess(options: { listens?: boolean; receives?: boolean } = {}): Promise<SiteProcess> {
    const { listens = true, receives = true } = options
    const url = store.url ?? ''
    const own: Store = await openStore({ databaseUrl: url, dataDirectory: '', connections: 2, onError: () => {} })
    const announcements = createAnnouncements()
    const heard: [string, Origin][] = []
    announcements.listen((topics, origin) => heard.push(...topics.map((topic): [string, Origin] => [topic, origin])))
    const log: string[] = []
    const parts = { db: own.db, announcements, clock: systemClock, log: pino({}, { write: (line) => log.push(line) }) }
    const stopSharing = shareAnnouncements(parts, { listenTo: listens ? url : null, receives })
    const started = { announcements, heard, log, stop: () => stopSharing().finally(own.close) }
    opened.push(started)
    return started
  }

  const inTime = { timeout: LIMIT_MS }

  it.each([
    ['at once where PostgreSQL notifies', true],
    ['by reading every two seconds where it does not', false],
  ])('reach the others %s', async (_way, listens) => {
    const [one, other] = [await startProcess({ listens }), await startProcess({ listens })]
    one.announcements.announce(['club #2PP', 'player #2PQ'])
    await expect
      .poll(() => other.heard, inTime)
      .toEqual([
        ['club #2PP', 'elsewhere'],
        ['player #2PQ', 'elsewhere'],
      ])
    other.announcements.announce(['leaderboards'])
    await expect.poll(() => one.heard.at(-1), inTime).toEqual(['leaderboards', 'elsewhere'])
  })

  it('are heard once each, and never by the process that made them', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    for (let turn = 0; turn < 3; turn++) {
      one.announcements.announce([`club ${turn}`])
      await expect.poll(() => other.heard, inTime).toHaveLength(turn + 1)
    }
    other.announcements.announce(['the last'])
    await expect.poll(() => one.heard.at(-1), inTime).toEqual(['the last', 'elsewhere'])
    expect(one.heard.map(([topic]) => topic)).toEqual(['club 0', 'club 1', 'club 2', 'the last'])
    expect(other.heard.map(([topic]) => topic)).toEqual(['club 0', 'club 1', 'club 2', 'the last'])
  })

  it('may be more than one notification holds', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    const topics = Array.from({ length: 3000 }, (_, number) => `player #${number}`)
    for (const topic of topics) one.announcements.announce([topic])
    await expect.poll(() => other.heard.length, inTime).toBe(topics.length)
  })

  it('are sent by a process that stops, and by one that hears nothing itself', async () => {
    const [leaving, collector, site] = [
      await startProcess(),
      await startProcess({ receives: false }),
      await startProcess(),
    ]
    leaving.announcements.announce(['club #2PP'])
    await opened.splice(opened.indexOf(leaving), 1)[0]?.stop()
    await expect.poll(() => site.heard, inTime).toEqual([['club #2PP', 'elsewhere']])
    expect(collector.heard).toEqual([])
  })

  it('are heard again after the connection that listens broke', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    one.announcements.announce(['before'])
    await expect.poll(() => other.heard, inTime).toHaveLength(1)
    const admin = new pg.Client({ connectionString: store.url ?? '' })
    await admin.connect()
    const { rowCount } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen delphin_announcements'",
    )
    await admin.end()
    expect(rowCount).toBe(2)
    one.announcements.announce(['meanwhile'])
    await expect.poll(() => other.heard.at(-1), inTime).toEqual(['meanwhile', 'elsewhere'])
  })

  it('wait while the store refuses them, without an error for who announces', async () => {
    const [one, other] = [await startProcess(), await startProcess()]
    const admin = new pg.Client({ connectionString: store.url ?? '' })
    await admin.connect()
    await admin.query('alter table announcements rename to elsewhere')
    one.announcements.announce(['club #2PP'])
    await expect.poll(() => one.log.join(), inTime).toContain('changes not announced to other processes')
    await admin.query('alter table elsewhere rename to announcements')
    await admin.end()
    await expect.poll(() => other.heard, inTime).toEqual([['club #2PP', 'elsewhere']])
  })
})
