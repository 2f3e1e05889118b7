import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClubMember, ObservedAnswer } from '#server/game/answers.ts'
import { CLUB, member, scan } from '#test/club-history.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { storedHistory } from '#test/store-contents.ts'
import { ingest } from './ingest.ts'
import { rebuildHistory, replayDue } from './replay.ts'

const MEMBERS = Array.from({ length: 6 }, (_, place) => member(`#M${place}`, 10_000 + place))
const WITHOUT_TROPHIES = MEMBERS.map((each) => ({ ...each, trophies: 0 }))
const REPLACED = MEMBERS.map((each, place) => member(`#N${place}`, each.trophies))

describe.each(storeKinds)('a scan that takes more than half of a club at once, on the %s store,', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(() => store.reset())

  const ingestEach = async (answers: readonly ObservedAnswer[]) => {
    const heldBack: boolean[] = []
    for (const answer of answers) heldBack.push((await ingest(store.db, [answer])).heldBack.length > 0)
    await replayDue(store.db)
    return heldBack
  }
  /** What was held back of a whole scan at 08:00 and these ones after it. */
  const heldAfter = (...scans: [at: string, members: ClubMember[]][]) =>
    ingestEach([
      scan('2026-03-01T08:00Z', MEMBERS),
      ...scans.map(([at, members]) => scan(`2026-03-01T${at}Z`, members)),
    ])
  const stored = async () => {
    const events = await store.db.selectFrom('roster_events').select('kind').execute()
    const resets = await store.db.selectFrom('player_resets').select('trophies').execute()
    const club = await store.db.selectFrom('clubs').selectAll().where('tag', '=', CLUB).executeTakeFirstOrThrow()
    const months = await store.db.selectFrom('player_months').select('trophies').execute()
    const closes = new Set(months.flatMap(({ trophies }) => trophies))
    return { events: events.length, resets: resets.length, members: club.member_count, closes: closes.size }
  }
  const UNTOUCHED = { events: 0, resets: 0, members: 6, closes: 6 }

  it('is no reset when it tells 0 trophies of everybody, and the next one is right again', async () => {
    expect(await heldAfter(['09:00', WITHOUT_TROPHIES], ['10:00', MEMBERS])).toEqual([false, true, false])
    expect(await stored()).toEqual(UNTOUCHED)
  })

  it('makes nobody leave and return when it names nobody', async () => {
    expect(await heldAfter(['09:00', []], ['10:00', MEMBERS])).toEqual([false, true, false])
    expect(await stored()).toEqual(UNTOUCHED)
  })

  it('waits for a second one that says the same ten minutes later', async () => {
    const halves = MEMBERS.slice(0, 2)
    expect(await heldAfter(['09:00', halves], ['09:09', halves], ['09:10', halves])).toEqual([false, true, true, false])
    expect(await stored()).toMatchObject({ events: 4, members: 2 })
  })

  it('waits anew after one that says something else', async () => {
    expect(await heldAfter(['09:00', []], ['09:05', MEMBERS], ['09:30', []])).toEqual([false, true, false, true])
    expect(await stored()).toEqual(UNTOUCHED)
  })

  it.each([
    ['half of its members leave, and half of the trophies stay', MEMBERS.slice(3)],
    ['all are replaced by others', REPLACED],
    ['a season takes a part of the trophies', MEMBERS.map((each) => ({ ...each, trophies: 6000 }))],
  ])('is believed at once when %s', async (_case, members) => {
    expect(await heldAfter(['09:00', members])).toEqual([false, false])
  })

  it.each([0, 1])('waits when it tells %i trophies of one member alone, also in a small club', async (trophies) => {
    const one = MEMBERS.map((each, place) => (place === 2 ? { ...each, trophies } : each))
    expect(await heldAfter(['09:00', one], ['09:30', MEMBERS])).toEqual([false, true, false])
    expect(await stored()).toEqual(UNTOUCHED)
    await store.reset()
    const scans = [MEMBERS, one, one].map((members, hour) => scan(`2026-03-01T0${hour}:00Z`, members.slice(1, 4)))
    expect(await ingestEach(scans)).toEqual([false, true, false])
  })

  it('is believed at once in a club of fewer than five members', async () => {
    const few = MEMBERS.slice(0, 4)
    const scans = [scan('2026-03-01T08:00Z', few), scan('2026-03-01T09:00Z', few.slice(0, 1))]
    expect(await ingestEach(scans)).toEqual([false, false])
  })

  const story = [
    scan('2026-03-01T08:00Z', MEMBERS),
    scan('2026-03-01T09:00Z', WITHOUT_TROPHIES),
    scan('2026-03-01T23:55Z', [...MEMBERS, member('#NEW', 500)]),
    scan('2026-03-01T23:58Z', []),
    scan('2026-03-02T00:30Z', []),
    scan('2026-03-09T08:00Z', MEMBERS),
  ]

  it.each([
    ['forwards', story],
    ['backwards', story.toReversed()],
    ['with the first one last', [...story.slice(1), story[0] as ObservedAnswer]],
    [
      'with the right one between two others last',
      [...story.slice(0, 2), ...story.slice(3), story[2] as ObservedAnswer],
    ],
    ['one by one and then all once more', [...story, ...story]],
  ])('makes the same history when the scans come %s', async (_case, answers) => {
    await ingest(store.db, story)
    await replayDue(store.db)
    const whole = await storedHistory(store.db)
    await store.reset()
    await ingestEach(answers)
    expect(await storedHistory(store.db)).toEqual(whole)
    await rebuildHistory(store.db)
    expect(await storedHistory(store.db)).toEqual(whole)
  })
})
