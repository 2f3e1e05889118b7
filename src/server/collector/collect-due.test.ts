import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CLUB_TAG_NOT_BEGINNING_WITH_2, EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import type { Context } from '#server/context.ts'
import { MODE_WORDS } from '#server/game/payloads/catalogue.ts'
import { clubOf, readAnswers } from '#server/history/ingest/raw-answers.ts'
import { clubBattlesChange, META_CHANGE, RANKINGS_CHANGE } from '#server/kernel/announcements.ts'
import { HOUR_MS } from '#shared/days.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { openTestWorld, type TestWorld } from '#test/open-world.ts'
import { collectDue, collectTarget, type Outcomes } from './collect-due.ts'
import { learnStoredModes } from './collect-ranking.ts'
import { collectClub } from './collect-tag.ts'
import { claimDue, settleCollected } from './queue.ts'
import { runJobs } from './scheduler.ts'
import { type Target, track } from './targets.ts'

const CLUB: Target = { kind: 'club', key: EXAMPLE_CLUB_TAG, class: 'searched' }
const OTHER: Target = { kind: 'club', key: CLUB_TAG_NOT_BEGINNING_WITH_2, class: 'member' }
const LOG: Target = { kind: 'battle-log', key: EXAMPLE_PLAYER_TAG, class: 'searched' }
const NOBODY: Target = { kind: 'club', key: '#2PPPPPPPP', class: 'member' }

describe.each(storeKinds)('collecting what is due on the %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  const collect = (context: Context): Promise<Outcomes> => world.clock.drive(collectDue(context), 0.25)
  const rowOf = ({ key, kind: targetKind }: Target) =>
    store.db
      .selectFrom('collection_targets')
      .selectAll()
      .where('key', '=', key)
      .where('kind', '=', targetKind)
      .executeTakeFirstOrThrow()
  /** How many rows of members the stored scans of clubs hold. */
  const countSeen = async () => {
    const days = await store.db.selectFrom('club_answers').select(['club_tag', 'day', 'entries']).execute()
    const members = days.flatMap((day) =>
      readAnswers([day]).flatMap((answer) => (answer.kind === 'club' ? clubOf(day.club_tag, answer).members : [])),
    )
    return members.length
  }

  it('stores a club with all its members from one call, and tracks no member', async () => {
    const renewed: string[] = []
    const context = world.context({ summarise: async ({ clubs }) => void renewed.push(...clubs) })
    await track(context, [CLUB])
    expect(await collect(context)).toEqual({ collected: 1, failed: 0, gone: 0, givenBack: 0, late: 0 })
    expect(await world.calls()).toMatchObject({ total: 1, kinds: { club: 1 } })
    expect(await countSeen()).toBeGreaterThanOrEqual(29)
    expect(renewed).toEqual([EXAMPLE_CLUB_TAG])
    expect(await store.db.selectFrom('collection_targets').select('key').execute()).toHaveLength(1)
    expect(await collect(context)).toMatchObject({ collected: 0 })
  })

  it('collects a club that plays and a log of many new battles more often', async () => {
    const context = world.context()
    await track(context, [CLUB, LOG])
    await collect(context)
    expect(await rowOf(CLUB)).toMatchObject({ interval_seconds: 1800 })
    expect(await rowOf(LOG)).toMatchObject({ interval_seconds: 3 * 3600 })
    await world.clock.advance(3 * HOUR_MS)
    await collect(context)
    const fresh = await store.db.selectFrom('battles').select('battle_key').execute()
    expect(fresh.length).toBeGreaterThanOrEqual(20)
  })

  it('announces new battles of a member to the answers about the club', async () => {
    const context = world.context()
    await track(context, [CLUB])
    await collect(context)
    const announced: string[] = []
    context.announcements.listen((topics) => announced.push(...topics))
    await collectTarget(context, LOG, { priority: 'collector' })
    const { club_tag } = await store.db
      .selectFrom('players')
      .select('club_tag')
      .where('tag', '=', EXAMPLE_PLAYER_TAG)
      .executeTakeFirstOrThrow()
    expect(announced).toEqual([clubBattlesChange(club_tag ?? 'no club')])
    // The same log once more brings nothing new.
    await collectTarget(context, LOG, { priority: 'collector' })
    expect(announced).toHaveLength(1)
  })

  it('stores one scan of a club that a visitor and the collector ask for at the same time', async () => {
    const context = world.context()
    const visit = collectClub(context, EXAMPLE_CLUB_TAG, { priority: 'visitor' })
    const turn = collectTarget(context, CLUB, { priority: 'collector' })
    await world.clock.drive(Promise.all([visit, turn]))
    expect(await world.calls()).toMatchObject({ total: 1 })
    const months = await store.db.selectFrom('club_months').select('scans').execute()
    expect(months.flatMap(({ scans }) => scans.filter((count) => count !== null))).toEqual([1])
  })

  it('announces a ranking and renews the summaries of those that it names', async () => {
    const renewed: string[] = []
    const announced: string[] = []
    const context = world.context({ summarise: async ({ clubs }) => void renewed.push(...clubs) })
    context.announcements.listen((topics) => announced.push(...topics))
    await world.clock.drive(collectTarget(context, { kind: 'club-ranking', key: 'global' }, {}))
    const { rows } = await sql<{ key: string }>`select key from collection_targets where kind = 'club'`.execute(
      store.db,
    )
    expect(renewed.sort()).toEqual(rows.map(({ key }) => key).sort())
    expect(announced).toEqual([RANKINGS_CHANGE])
  })

  it('stores what can be played now, every half hour, and announces it', async () => {
    const announced: string[] = []
    const context = world.context()
    context.announcements.listen((topics) => announced.push(...topics))
    await track(context, [{ kind: 'rotation', key: 'all', class: 'ranked' }])
    const offered = () => {
      const now = context.clock.now()
      const events = store.db.selectFrom('rotation_events').selectAll().where('starts_at', '<=', now)
      return events.where('ends_at', '>', now).execute()
    }
    expect(await collect(context)).toMatchObject({ collected: 1 })
    const first = await offered()
    expect(first.length).toBeGreaterThan(7)
    expect(announced).toEqual([META_CHANGE])
    await world.clock.advance(24 * HOUR_MS)
    expect(await offered()).toEqual([])
    expect(await collect(context)).toMatchObject({ collected: 1 })
    expect(await offered()).toHaveLength(first.length)
    expect(await rowOf({ kind: 'rotation', key: 'all', class: 'ranked' })).toMatchObject({ interval_seconds: 1800 })
  })

  it('stores the names of the modes once a day', async () => {
    const context = world.context()
    await track(context, [{ kind: 'gamemodes', key: 'all', class: 'ranked' }])
    expect(await collect(context)).toMatchObject({ collected: 1 })
    const modes = await store.db.selectFrom('game_modes').selectAll().execute()
    expect(modes.find(({ id }) => id === 5)?.name).toBe('BRAWL BALL')
    expect(await rowOf({ kind: 'gamemodes', key: 'all', class: 'ranked' })).toMatchObject({ interval_seconds: 86_400 })
    // A process that collects nothing, like one of the site alone, reads what another has stored.
    const other = world.context()
    expect(other.memory(MODE_WORDS).get(5)).toBeUndefined()
    await learnStoredModes(other)
    expect(other.memory(MODE_WORDS)).toEqual(context.memory(MODE_WORDS))
    expect(other.memory(MODE_WORDS).get(5)).toBe('brawlBall')
  })

  it('keeps the history of a club that is gone and asks for it less and less often', async () => {
    const context = world.context()
    await track(context, [CLUB, NOBODY])
    expect(await collect(context)).toMatchObject({ collected: 1, gone: 1 })
    const before = await countSeen()
    await world.setFaults([{ path: '/v1/clubs/*', kind: '404' }])
    await world.clock.advance(2 * HOUR_MS)
    expect(await collect(context)).toMatchObject({ gone: 2 })
    expect(await rowOf(CLUB)).toMatchObject({ last_error: 'not-found', failures: 1 })
    expect(await countSeen()).toBe(before)
    await world.setFaults([])
    await world.clock.advance(HOUR_MS)
    expect(await collect(context)).toMatchObject({ collected: 1 })
    expect(await rowOf(CLUB)).toMatchObject({ gone_at: null, failures: 0 })
  })

  it.each(['malformed', 'cut', 'trophies-1'])(
    'stores nothing of an unusable answer (%s), and tries again later',
    async (fault) => {
      const context = world.context()
      await track(context, [OTHER])
      await world.setFaults([{ path: '/v1/clubs/*', kind: fault }])
      expect(await collect(context)).toMatchObject({ collected: 0, failed: 1 })
      expect((await rowOf(OTHER)).last_error).toMatch(/malformed|unavailable|glitched/)
      expect(await countSeen()).toBe(0)
      expect(await store.db.selectFrom('clubs').select('tag').execute()).toEqual([])
      await world.setFaults([])
      await world.clock.advance(60_000)
      expect(await collect(context)).toMatchObject({ collected: 1 })
    },
  )

  it('waits during maintenance without counting failures, and resumes within a minute of its end', async () => {
    const renewed: string[] = []
    const context = world.context({ summarise: async ({ clubs }) => void renewed.push(...clubs) })
    await track(context, [CLUB, OTHER])
    await world.setFaults([{ path: '/v1/*', kind: '503' }])
    const stopping = new AbortController()
    const job = { name: 'collect', everyMs: 2000, run: (signal: AbortSignal) => collectDue(context, signal) }
    const running = runJobs(context, [job], stopping.signal)
    await world.clock.drive(
      until(() => world.incidents.length > 0),
      1,
    )
    const closed = world.clock.monotonic()
    await world.calls()
    await pass(10 * 60_000)
    expect((await world.calls()).total).toBeLessThanOrEqual(2 + (world.clock.monotonic() - closed) / 15_000)
    expect(await rowOf(CLUB)).toMatchObject({ collected_at: null, failures: 0, last_error: null })
    await world.setFaults([])
    const healed = world.clock.monotonic()
    // Two probes come after 15 to 20 seconds each. Then the store needs some time.
    await pass(40_500)
    const collected = until(() => renewed.length === 2)
    await world.clock.drive(collected, 0.25)
    expect(world.clock.monotonic() - healed).toBeLessThanOrEqual(60_000)
    stopping.abort()
    await running
    expect(world.incidents.map((incident) => incident.endedAt !== null)).toEqual([false, true])
  })

  /** Moves the clock in small steps, so that calls under way are answered in between. */
  async function pass(ms: number) {
    const end = world.clock.monotonic() + ms
    while (world.clock.monotonic() < end) {
      await world.clock.advance(25)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function until(holds: () => boolean) {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve))
  }

  it('collects what a crashed collector had claimed when the claim runs out', async () => {
    const context = world.context()
    await track(context, [CLUB, OTHER])
    expect(await claimDue(context)).toHaveLength(2)
    expect(await collect(context)).toMatchObject({ collected: 0 })
    await world.clock.advance(120_000)
    expect(await collect(context)).toMatchObject({ collected: 2 })
  })

  it('stops when told to and gives back the targets that it had not begun', async () => {
    const context = world.context({ api: { callsPerSecond: 1 } })
    await track(context, [CLUB, OTHER, NOBODY])
    const stopping = new AbortController()
    const collecting = collectDue(context, stopping.signal)
    await world.clock.drive(
      until(() => context.gameApi.status().callsLastMinute > 0),
      1,
    )
    stopping.abort()
    const tally = await world.clock.drive(collecting, 1)
    expect(tally.givenBack).toBeGreaterThanOrEqual(1)
    expect(await collect(world.context())).toMatchObject({ failed: 0 })
  })
})

describe.each(storeKinds)('four collectors on one %s store', (kind) => {
  let store: TestStore
  let world: TestWorld
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    world = await openTestWorld(store)
  })
  afterEach(() => world.close())
  afterAll(() => store.close())

  async function clubTags() {
    const { body } = await world.clock.drive(world.context().gameApi.getClubRanking('global'), 1)
    await world.calls()
    return body.map((club) => club.tag)
  }

  /** How often each club was scanned today, and how many raw answers there are of each. */
  async function stored() {
    const scans = await sql<{ scans: number }>`select scans[extract(day from month)] as scans from (
      select scans, ${world.clock.now()}::timestamptz at time zone 'UTC' as month from club_months) m`.execute(store.db)
    const days = await store.db.selectFrom('club_answers').select(['day', 'entries']).execute()
    return {
      scans: scans.rows.map((row) => row.scans).sort(),
      answers: days.map((day) => readAnswers([day]).length).sort(),
    }
  }

  it('store each answer once, even when one brings an answer after its claim ran out', async () => {
    const tags = await clubTags()
    const [slow, ...others] = Array.from({ length: 4 }, () => world.context())
    if (slow === undefined) throw new Error('no collector')
    await track(
      slow,
      tags.map((key) => ({ kind: 'club', key, class: 'ranked' })),
    )
    const held = await claimDue(slow)
    const [first] = held
    if (first === undefined) throw new Error('nothing to claim')
    // It has asked the game, and is paused before it stores the answer.
    const answer = await world.clock.drive(slow.gameApi.getClub(first.key), 1)
    const sleeping = { ...slow, gameApi: { ...slow.gameApi, getClub: async () => answer } }
    await world.clock.advance(120_000)
    const tallies = await world.clock.drive(Promise.all(others.map((context) => collectDue(context))), 0.25)
    expect(tallies.reduce((sum, tally) => sum + tally.collected, 0)).toBe(tags.length)
    expect(await world.calls()).toMatchObject({ kinds: { club: tags.length + 1 } })
    const before = await stored()
    expect(before.scans).toEqual(tags.map(() => 1))
    const finding = await collectTarget(sleeping, first, {})
    expect(await settleCollected(slow, first, finding)).toBe(false)
    // The game answered twice about this club, the second time two minutes later.
    const once = tags.map(() => 1)
    const twice = { scans: once.with(-1, 2), answers: once.with(-1, 2) }
    expect(await stored()).toEqual(twice)
    await collectTarget(sleeping, first, {})
    expect(await stored()).toEqual(twice)
  })
})
