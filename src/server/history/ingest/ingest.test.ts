import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { CLUB, member, profile, scan } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storedHistory } from '#test/store-contents.ts'
import { ingest, retryDeadlock } from './ingest.ts'

const ada = (trophies: number) => member('#ADA', trophies)
const milo = member('#M0', 2000)

describe.each(storeKinds)('a club and its members, ingested into the %s store,', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestEach = async (...answers: ObservedAnswer[]) => {
    for (const answer of answers) await ingest(store.db, [answer])
  }
  const player = (tag: string) =>
    store.db.selectFrom('players').selectAll().where('tag', '=', tag).executeTakeFirstOrThrow()
  const month = async (tag: string) => {
    const row = await store.db
      .selectFrom('player_months')
      .selectAll()
      .where('player_tag', '=', tag)
      .executeTakeFirstOrThrow()
    return { trophies: row.trophies, changes: row.changes, scans: row.scans }
  }
  const events = async () => {
    const rows = await store.db.selectFrom('roster_events').selectAll().orderBy('id').execute()
    return rows.map((row) => [row.kind, row.player_tag, row.observed_at.toISOString().slice(11, 16)])
  }
  const membership = (tag: string) =>
    store.db.selectFrom('club_members').selectAll().where('player_tag', '=', tag).executeTakeFirst()

  it('have no joining date when the first scan finds them', async () => {
    await ingestEach(scan('2026-03-01T08:00Z', [ada(1000), milo]))
    expect(await events()).toEqual([])
    expect(await membership('#ADA')).toMatchObject({ joined_at: null, first_seen_at: new Date('2026-03-01T08:00Z') })
    expect(await month('#ADA')).toEqual({ trophies: [1000], changes: [0], scans: [1] })
  })

  it('get events when members join, leave and return', async () => {
    await ingestEach(
      scan('2026-03-01T08:00Z', [milo]),
      scan('2026-03-01T09:00Z', [milo, ada(1000)]),
      scan('2026-03-01T10:00Z', [milo]),
      scan('2026-03-01T11:00Z', [milo, ada(1030)]),
    )
    expect(await events()).toEqual([
      ['joined', '#ADA', '09:00'],
      ['left', '#ADA', '10:00'],
      ['returned', '#ADA', '11:00'],
    ])
    expect(await membership('#ADA')).toMatchObject({ joined_at: new Date('2026-03-01T11:00Z'), left_at: null })
    expect(await player('#ADA')).toMatchObject({ club_tag: CLUB, trophies: 1030, first_trophies: 1000 })
  })

  it('keep the time of the last scan that found a member who left', async () => {
    await ingestEach(
      scan('2026-03-01T08:00Z', [milo, ada(1000)]),
      scan('2026-03-01T09:00Z', [milo, ada(1000)]),
      scan('2026-03-01T10:00Z', [milo]),
    )
    expect(await player('#ADA')).toMatchObject({
      club_tag: null,
      role: null,
      observed_at: new Date('2026-03-01T09:00Z'),
    })
  })

  it('stay when the list is incomplete, and are still counted', async () => {
    await ingestEach(
      scan('2026-03-01T08:00Z', [milo, ada(1000)]),
      scan('2026-03-01T09:00Z', [milo], { trophies: 3000, membersComplete: false }),
    )
    expect(await events()).toEqual([])
    expect(await membership('#ADA')).toMatchObject({ left_at: null })
    const club = await store.db.selectFrom('clubs').selectAll().executeTakeFirstOrThrow()
    expect(club).toMatchObject({ member_count: 2, trophies: 3000 })
  })

  it('do not change when a scan comes twice or late', async () => {
    const scans = [
      scan('2026-03-01T08:00Z', [milo, ada(1000)]),
      scan('2026-03-01T09:00Z', [ada(1016)]),
      scan('2026-03-02T09:00Z', [ada(1024), milo]),
    ]
    await ingestEach(...scans, profile('2026-03-02T10:00Z', '#ADA', 1024))
    const before = await storedHistory(store.db)
    await ingestEach(...scans, scan('2026-03-01T08:30Z', [ada(900)]), profile('2026-03-02T10:00Z', '#ADA', 1024))
    expect(await storedHistory(store.db)).toEqual(before)
  })

  it('lose nothing when the list repeats an older number than the profile', async () => {
    await ingestEach(
      scan('2026-03-01T08:00Z', [ada(1000)]),
      profile('2026-03-01T08:30Z', '#ADA', 1050),
      scan('2026-03-01T09:00Z', [ada(1000)]),
      scan('2026-03-01T10:00Z', [ada(1050)]),
      profile('2026-03-01T10:30Z', '#ADA', 1080),
      scan('2026-03-01T11:00Z', [ada(1050)]),
    )
    expect(await month('#ADA')).toEqual({ trophies: [1080], changes: [2], scans: [6] })
    expect(await player('#ADA')).toMatchObject({ trophies: 1080, roster_trophies: 1050 })
  })

  it('are told by the list also when the profile is newer', async () => {
    await ingestEach(
      profile('2026-03-01T08:01Z', '#ADA', 1050, { club: { tag: CLUB, name: 'Dolphins' } }),
      scan('2026-03-01T08:00Z', [ada(1000), milo]),
    )
    expect(await membership('#ADA')).toMatchObject({ left_at: null, joined_at: null })
    expect(await player('#ADA')).toMatchObject({ trophies: 1050, club_tag: CLUB, role: 'member' })
    await ingestEach(scan('2026-03-01T09:00Z', [ada(1050), milo]))
    expect(await events()).toEqual([])
  })

  it('keep the time of a profile that told nothing new', async () => {
    await ingestEach(profile('2026-03-01T08:00Z', '#ADA', 1000), profile('2026-03-03T08:00Z', '#ADA', 1000))
    expect(await player('#ADA')).toMatchObject({ observed_at: new Date('2026-03-03T08:00Z'), changed_at: null })
    expect(await month('#ADA')).toEqual({ trophies: [1000, null, 1000], changes: [0, null, 0], scans: [1, null, 1] })
  })

  it('do not count the fall at the end of a season as play, also in a ranking', async () => {
    const row = { rank: 1, clubName: null, name: 'ADA', nameColor: null, iconId: null, tag: '#ADA' }
    const ranking = (at: string, trophies: number): ObservedAnswer => ({
      kind: 'player-ranking',
      country: 'global',
      observedAt: new Date(at),
      body: [{ ...row, trophies }],
    })
    await ingestEach(
      ranking('2026-03-19T07:00Z', 60_000),
      ranking('2026-03-19T09:00Z', 57_000),
      ranking('2026-03-19T10:00Z', 56_990),
    )
    expect((await month('#ADA')).changes[18]).toBe(1)
    expect(await store.db.selectFrom('player_resets').selectAll().execute()).toEqual([
      { player_tag: '#ADA', day: '2026-03-19', trophies: -3000 },
    ])
  })

  it('go on in a new row in the next month', async () => {
    await ingestEach(scan('2026-02-28T23:50Z', [ada(1000)]), scan('2026-03-01T00:10Z', [ada(1008)]))
    const rows = await store.db.selectFrom('player_months').selectAll().orderBy('month').execute()
    expect(rows.map(({ month, trophies }) => [month, trophies.at(-1), trophies.length])).toEqual([
      ['2026-02-01', 1000, 28],
      ['2026-03-01', 1008, 1],
    ])
    expect(rows[1]?.changes).toEqual([1])
  })
})

describe.each(storeKinds)('the list of brawlers, ingested into the %s store,', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestList = (at: string, names: Record<number, string>) => {
    const nothing = { gadgets: [], starPowers: [], hyperCharges: [] }
    const body = Object.entries(names).map(([id, name]) => ({ id: Number(id), name, ...nothing }))
    return ingest(store.db, [{ kind: 'brawlers', observedAt: new Date(at), body }])
  }
  const stored = () => store.db.selectFrom('brawlers').select(['id', 'name']).orderBy('id').execute()

  it('has names in one line', async () => {
    await ingestList('2026-03-01T08:00Z', { 16000047: 'LARRY &\nLAWRIE' })
    expect(await stored()).toEqual([{ id: 16000047, name: 'LARRY & LAWRIE' }])
  })

  it('keeps a brawler that was withdrawn, and the newer name', async () => {
    await ingestList('2026-03-02T08:00Z', { 1: 'SHELLY', 2: 'BUZZ' })
    await ingestList('2026-03-03T08:00Z', { 1: 'SHELLY 2' })
    await ingestList('2026-03-01T08:00Z', { 1: 'SHELLY 0', 3: 'COLT' })
    expect(await stored()).toEqual([
      { id: 1, name: 'SHELLY 2' },
      { id: 2, name: 'BUZZ' },
      { id: 3, name: 'COLT' },
    ])
  })
})

const failure = (code: string) => Object.assign(new Error(code), { code })

function failing(times: number, code: string) {
  let runs = 0
  return async () => {
    runs += 1
    if (runs <= times) throw failure(code)
    return runs
  }
}

it('a transaction that the store broke off for a deadlock is run again, three times at most', async () => {
  expect(await retryDeadlock(failing(3, '40P01'))).toBe(4)
  await expect(retryDeadlock(failing(4, '40P01'))).rejects.toThrow('40P01')
})

it('a transaction that failed for another reason is not run again', async () => {
  await expect(retryDeadlock(failing(1, '23505'))).rejects.toThrow('23505')
})
