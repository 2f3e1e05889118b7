import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ObservedAnswer } from '#server/game/answers.ts'
import { calendarDay } from '#shared/days.ts'
import { CLUB, member, ownedBrawler, profile, scan } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storedHistory } from '#test/store-contents.ts'
import { ingest, retryTransaction } from './ingest.ts'
import { replayDue } from './replay.ts'

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
    await replayDue(store.db)
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
  const ranking = (at: string, trophies: number): ObservedAnswer => ({
    kind: 'player-ranking',
    country: 'global',
    observedAt: new Date(at),
    body: [{ rank: 1, clubName: null, name: 'ADA', nameColor: null, iconId: null, tag: '#ADA', trophies }],
  })
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

  it('do not change when answers come twice', async () => {
    const scans = [
      scan('2026-03-01T08:00Z', [milo, ada(1000)]),
      scan('2026-03-01T09:00Z', [ada(1016)]),
      scan('2026-03-02T09:00Z', [ada(1024), milo]),
    ]
    const own = [profile('2026-03-02T10:00Z', '#ADA', 1024), ranking('2026-03-02T11:00Z', 1024)]
    await ingestEach(...scans, ...own)
    const before = await storedHistory(store.db)
    expect(await ingest(store.db, [...scans, ...own])).toMatchObject({
      repeated: 5,
      changedPlayers: [],
      newPlayers: [],
    })
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
    expect(await month('#ADA')).toEqual({ trophies: [1080], changes: [14], scans: [6] })
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
    expect(await month('#ADA')).toEqual({ trophies: [1000, null, 1000], changes: [0, 0, 0], scans: [1, null, 1] })
  })

  it('do not count the fall of most of the club as play', async () => {
    const others = (trophies: number) => ['#P0', '#P2', '#P8', '#P9'].map((tag) => member(tag, trophies))
    await ingestEach(
      scan('2026-03-05T07:00Z', [ada(60_000), ...others(50_000)]),
      scan('2026-03-05T09:00Z', [ada(57_000), ...others(48_000)]),
      scan('2026-03-05T10:00Z', [ada(56_990), ...others(48_000)]),
    )
    expect((await month('#ADA')).changes[4]).toBe(2)
    expect(await store.db.selectFrom('player_resets').selectAll().where('player_tag', '=', '#ADA').execute()).toEqual([
      { player_tag: '#ADA', day: '2026-03-05', trophies: -3000, club_tag: CLUB },
    ])
    expect(await store.db.selectFrom('club_resets').select('trophies').execute()).toEqual([{ trophies: -11_000 }])
  })

  it('count a fall as play that the calendar alone might call a reset', async () => {
    await ingestEach(ranking('2026-03-05T07:00Z', 60_000), ranking('2026-03-05T09:00Z', 59_988))
    expect((await month('#ADA')).changes[4]).toBe(2)
    expect(await store.db.selectFrom('player_resets').selectAll().execute()).toEqual([])
  })

  it('are replayed without the hidden one among them when a late scan shows that the club fell together', async () => {
    const since = new Date('2026-03-01T00:00Z')
    await store.db.insertInto('tombstones').values({ tag: '#P9', wish: 'hide', alias: 'hidden-9', since }).execute()
    const all = (trophies: number) => ['#P0', '#P2', '#P8', '#P9', '#PP', '#PY'].map((tag) => member(tag, trophies))
    await ingestEach(scan('2026-03-01T08:00Z', all(1000)), scan('2026-03-01T10:00Z', all(900)))
    await ingestEach(scan('2026-03-01T09:00Z', all(950)))
    await replayDue(store.db)
    const players = await store.db.selectFrom('players').select('tag').orderBy('tag').execute()
    expect(players.map(({ tag }) => tag)).toEqual(['#P0', '#P2', '#P8', '#PP', '#PY'])
    const resets = await store.db.selectFrom('player_resets').select('trophies').execute()
    expect(resets.map(({ trophies }) => trophies)).toEqual([-100, -100, -100, -100, -100])
  })

  it('lose the games of a fall that the next profile explains by a withdrawn brawler', async () => {
    const brawlers = (...owned: [number, number][]) => owned.map(([id, trophies]) => ownedBrawler(id, trophies))
    await ingestEach(
      profile('2026-03-01T08:00Z', '#ADA', 1000, { brawlers: brawlers([1, 700], [2, 300]) }),
      scan('2026-03-01T09:00Z', [ada(1000), milo]),
      scan('2026-03-02T09:00Z', [ada(700), milo]),
    )
    expect((await month('#ADA')).changes).toEqual([0, 50])
    await ingestEach(profile('2026-03-03T08:00Z', '#ADA', 706, { brawlers: brawlers([1, 706]) }))
    expect((await month('#ADA')).changes).toEqual([0, 0, 1])
    const reset = { day: '2026-03-02', trophies: -300 }
    expect(await store.db.selectFrom('player_resets').selectAll().execute()).toEqual([
      { ...reset, player_tag: '#ADA', club_tag: CLUB },
    ])
    expect(await store.db.selectFrom('club_resets').selectAll().execute()).toEqual([{ ...reset, club_tag: CLUB }])
    expect((await player('#ADA')).changed_at).toEqual(new Date('2026-03-03T08:00Z'))
  })

  it('have known days between two scans that are equal, and unknown ones between others', async () => {
    await ingestEach(scan('2026-03-01T08:00Z', [ada(1000), milo]), scan('2026-03-04T08:00Z', [ada(1012), milo]))
    expect((await month('#ADA')).changes).toEqual([0, null, null, 1])
    expect((await month('#M0')).changes).toEqual([0, 0, 0, 0])
  })

  it('go on in a new row in the next month', async () => {
    await ingestEach(scan('2026-02-28T23:50Z', [ada(1000)]), scan('2026-03-01T00:10Z', [ada(1008)]))
    const rows = await store.db.selectFrom('player_months').selectAll().orderBy('month').execute()
    expect(rows.map(({ month, trophies }) => [month, trophies.at(-1), trophies.length])).toEqual([
      ['2026-02-01', 1000, 28],
      ['2026-03-01', 1008, 1],
    ])
    expect(rows[1]?.changes).toEqual([2])
  })
})

describe.each(storeKinds)('an answer that comes late to the %s store', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestEach = async (...answers: ObservedAnswer[]) => {
    for (const answer of answers) await ingest(store.db, [answer])
    await replayDue(store.db)
  }
  const months = (tag: string) =>
    store.db
      .selectFrom('player_months')
      .select(['trophies', 'changes', 'scans'])
      .where('player_tag', '=', tag)
      .orderBy('month')
      .execute()
  const due = () => store.db.selectFrom('due_replays').selectAll().orderBy('type').orderBy('tag').execute()
  /** What the store holds after these answers came in the order of time. */
  const inOrder = async (...answers: ObservedAnswer[]) => {
    await store.reset()
    await ingestEach(...answers)
    const history = await storedHistory(store.db)
    await store.reset()
    return history
  }

  const first = scan('2026-03-01T08:00Z', [milo, ada(1000)])
  const second = scan('2026-03-02T08:00Z', [ada(1012)], { name: 'Orcas' })
  const third = scan('2026-03-04T08:00Z', [milo, ada(1012), member('#YUKI', 60)])

  it('is put into its place when it is a scan between two others', async () => {
    const expected = await inOrder(first, second, third)
    await ingestEach(first, third)
    expect(await months('#ADA')).toEqual([
      { trophies: [1000, null, null, 1012], changes: [0, null, null, 1], scans: [1, null, null, 1] },
    ])
    await ingestEach(second)
    expect(await months('#ADA')).toEqual([
      { trophies: [1000, 1012, null, 1012], changes: [0, 2, 0, 0], scans: [1, 1, null, 1] },
    ])
    expect(await storedHistory(store.db)).toEqual(expected)
    expect(await due()).toEqual([])
  })

  it('is the first one when it is older than all others', async () => {
    const expected = await inOrder(first, second, third)
    await ingestEach(third, second, first)
    expect(await storedHistory(store.db)).toEqual(expected)
    const club = await store.db.selectFrom('clubs').selectAll().executeTakeFirstOrThrow()
    expect(club).toMatchObject({
      first_seen_at: first.observedAt,
      first_trophies: 3000,
      observed_days: 3,
      name: 'Dolphins',
    })
    const former = await store.db.selectFrom('former_names').select(['type', 'name']).execute()
    expect(former).toEqual([{ type: 'club', name: 'Orcas' }])
  })

  it('is put into its place when it is a profile, which ends what a list that lags had hidden', async () => {
    const between = profile('2026-03-01T18:00Z', '#ADA', 1018)
    const expected = await inOrder(first, between, second)
    await ingestEach(first, second, between)
    expect(await storedHistory(store.db)).toEqual(expected)
    expect((await months('#ADA'))[0]?.changes).toEqual([3, 1])
  })

  it('takes back a name that was the former one of a player who is called so again', async () => {
    const called = (at: string, name: string) => scan(at, [milo, { ...ada(1000), name }])
    const former = () => store.db.selectFrom('former_names').select('name').where('type', '=', 'player').execute()
    await ingestEach(called('2026-03-01T08:00Z', 'Ada'), called('2026-03-02T08:00Z', 'Lady'))
    expect(await former()).toEqual([{ name: 'Ada' }])
    await ingestEach(called('2026-03-03T08:00Z', 'Ada'))
    expect(await former()).toEqual([{ name: 'Lady' }])
    await ingestEach(called('2026-03-02T12:00Z', 'Queen'))
    expect((await former()).map(({ name }) => name).sort()).toEqual(['Lady', 'Queen'])
  })

  it('is remembered until it is put into its place, also after a crash in between', async () => {
    const expected = await inOrder(first, second, third)
    await ingestEach(first, third)
    await ingest(store.db, [second])
    // Also of whom the list does not name: they were in the club before and after it.
    expect(await due()).toEqual([
      { type: 'club', tag: CLUB },
      ...['#ADA', '#M0', '#YUKI'].map((tag) => ({ type: 'player', tag })),
    ])
    expect(await storedHistory(store.db)).not.toEqual(expected)
    // Another process, which knows nothing of this one.
    await replayDue(store.db)
    expect(await storedHistory(store.db)).toEqual(expected)
    expect(await due()).toEqual([])
  })

  it('fills only unknown days when the raw answers around it were dropped', async () => {
    await ingestEach(first, scan('2026-03-04T08:00Z', [milo, ada(1060)]), scan('2026-03-20T08:00Z', [milo, ada(1072)]))
    await store.db.deleteFrom('club_answers').where('day', '<', calendarDay('2026-03-09')).execute()
    await store.db
      .insertInto('settings')
      .values({ key: 'raw_history', value: JSON.stringify({ since: '2026-03-09' }) })
      .execute()
    const [before] = await months('#ADA')
    await ingestEach(scan('2026-03-02T08:00Z', [ada(1012), milo]), scan('2026-03-04T10:00Z', [ada(1099), milo]))
    const [now] = await months('#ADA')
    expect(now?.trophies.slice(0, 4)).toEqual([1000, 1012, null, 1060])
    expect(now?.changes.slice(0, 4)).toEqual([0, 0, null, 1])
    expect(now?.trophies.slice(4)).toEqual(before?.trophies.slice(4))
    expect(now?.changes.slice(4)).toEqual(before?.changes.slice(4))
    const players = await store.db.selectFrom('players').selectAll().where('tag', '=', '#ADA').execute()
    expect(players).toMatchObject([{ first_seen_at: first.observedAt, first_trophies: 1000, trophies: 1072 }])
    const club = await store.db.selectFrom('club_months').select(['trophies', 'scans']).executeTakeFirstOrThrow()
    expect(club.trophies.slice(0, 4)).toEqual([3000, 3012, null, 3060])
    expect(club.scans.slice(0, 4)).toEqual([1, 1, null, 2])
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

  it('has the names that profiles tell until a list names them, also an older one', async () => {
    const brawlers = [
      { ...ownedBrawler(9, 500), name: 'DYNAMIKE' },
      { ...ownedBrawler(10, 0), name: null },
    ]
    await ingest(store.db, [profile('2026-03-02T08:00Z', '#ADA', 500, { brawlers })])
    expect(await stored()).toEqual([{ id: 9, name: 'DYNAMIKE' }])
    await ingestList('2026-03-01T08:00Z', { 9: 'DYNAMIKE 2' })
    expect(await stored()).toEqual([{ id: 9, name: 'DYNAMIKE 2' }])
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
  expect(await retryTransaction(failing(3, '40P01'))).toBe(4)
  await expect(retryTransaction(failing(4, '40P01'))).rejects.toThrow('40P01')
})

it('a transaction that failed for another reason is not run again', async () => {
  await expect(retryTransaction(failing(1, '23505'))).rejects.toThrow('23505')
})
