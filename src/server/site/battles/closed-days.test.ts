import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storeBattleRows } from '#server/history/archive/store-battle-rows.ts'
import {
  clubVersion,
  playedOf,
  playerVersion,
  sumsOfClosedDays,
  windowOf,
} from '#server/history/battles/battle-players.ts'
import { leaveBattles } from '#server/history/battles/hide-in-battles.ts'
import { playerDays } from '#server/history/battles/read-battles.ts'
import { mateTags, sidesIn } from '#server/history/battles/visit-sides.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { clubBattles } from '#server/metrics/club-battles.ts'
import { sumClub } from '#server/metrics/club-sums.ts'
import { getClubBattles, getPlayerBattles } from '#shared/contract/battles.ts'
import { addDays, calendarDay } from '#shared/days.ts'
import { ask } from '#test/ask.ts'
import { battle, battleLog, CLUB, member, scan, team } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerBattles } from './routes.ts'

/** A Sunday. */
const TODAY = calendarDay('2026-03-15')
const DAYS = 30
const SINCE = addDays(TODAY, 1 - DAYS)
const MEMBERS = ['#C00', '#P00', '#Q00']
/** After that an answer that was kept is not given without asking the store. Three times are less than five minutes. */
const PAST_FRESH_MS = 91_000

describe.each(storeKinds)('battles of days that are over (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.reset()
    await ingest(store.db, [scanOf('2026-02-01T12:00Z', MEMBERS), scanOf(`${TODAY}T12:00Z`, MEMBERS)])
    for (const back of [20, 3, 1, 0]) await ingest(store.db, logsOf(back, '08'))
  })

  const scanOf = (at: string, tags: string[]) =>
    scan(
      at,
      tags.map((tag) => member(tag, 20_000, { name: tag.slice(1) })),
    )

  /** Twelve battles of three on one team, as two of them tell of it; one of the three is no member. */
  const logsOf = (back: number, hour: string) => {
    const day = addDays(TODAY, -back)
    const fought = Array.from({ length: 12 }, (_, index) => {
      const at = `${day}T${hour}:${String(10 + index)}:00Z`
      const mode = ['knockout', 'gemGrab', 'heist'][index % 3] ?? 'knockout'
      return battle(at, index % 4 === 0 ? -5 : 8, { mode, teams: [team('#P00 #Q00 #22'), team('#88 #99 #RR')] })
    })
    return [
      battleLog(`${day}T${hour}:50Z`, '#P00', fought),
      battleLog(
        `${day}T${hour}:55Z`,
        '#Q00',
        fought.map((one) => ({ ...one, own: { team: 0, place: 1 } })),
      ),
    ]
  }

  const open = () => {
    const context = openTestContext({ store, clock: manualClock(new Date(`${TODAY}T20:00:00Z`)) })
    return openTestApp(context, [registerBattles])
  }
  const answer = () => ask(open(), getClubBattles, { params: { tag: CLUB }, query: { days: DAYS } })

  /** What all battles of the window tell, looked at one by one. */
  const fromAllBattles = async (members: string[]) => {
    const tags = members.toSorted()
    const days = await playerDays(store.db, tags, SINCE)
    const sums = sumClub(tags, (tag) => (days.has(tag) ? sidesIn(days.get(tag), mateTags(tags)) : undefined))
    const named = tags.map((tag) => ({ tag, name: tag.slice(1), hasLog: days.has(tag) }))
    const { hours: _, ...figures } = clubBattles(named, sums, () => null)
    return figures
  }

  it('tell the same when they are added up once as when all are looked at', async () => {
    const first = await answer()
    expect(first).toMatchObject({ battles: 96, pairs: [{ battles: 48 }] })
    expect(first).toMatchObject(await fromAllBattles(MEMBERS))
    expect(await answer()).toEqual(first)
  })

  it('are added up again when a battle of them comes in late', async () => {
    await answer()
    await ingest(store.db, logsOf(20, '15'))
    expect(await answer()).toMatchObject({ battles: 120, pairs: [{ battles: 60 }] })
    expect(await answer()).toMatchObject(await fromAllBattles(MEMBERS))
  })

  it('name who joined since, and nobody who is hidden', async () => {
    expect((await answer()).trios).toEqual([])
    await ingest(store.db, [scanOf(`${TODAY}T18:00Z`, [...MEMBERS, '#22'])])
    const joined = await answer()
    expect(joined.trios).toMatchObject([{ battles: 48 }])
    expect(joined).toMatchObject(await fromAllBattles([...MEMBERS, '#22']))
    const hidden = { tag: '#Q00', alias: 'hidden-1', wish: 'hide', since: new Date(TODAY) } as const
    await store.db.insertInto('tombstones').values(hidden).execute()
    await leaveBattles(store.db, '#Q00')
    expect(await answer()).toMatchObject(await fromAllBattles(['#C00', '#P00', '#22']))
  })

  it('are read again only when they have changed', async () => {
    const read: string[][] = []
    const look = async (today = TODAY) => {
      const window = windowOf(SINCE, today)
      const { versions, ...played } = await playedOf(store.db, MEMBERS, window)
      const question = { name: 'who played', tags: MEMBERS, window, versions }
      await sumsOfClosedDays(store.db, question, {
        sum: (days) => read.push([...days.keys()].sort()),
        bytes: () => 100,
      })
      return played
    }
    const { days: recent, known } = await look()
    const both = ['#P00', '#Q00']
    expect([[...recent.keys()].sort(), [...known].sort()]).toEqual([both, both])
    await ingest(store.db, logsOf(0, '16'))
    await look()
    expect(read).toEqual([both])
    await ingest(store.db, logsOf(3, '16'))
    await look()
    await look(addDays(TODAY, 1))
    expect(read).toHaveLength(3)
  })

  /** What may happen to a club between two looks at it; null: nothing that its answers, or those of a player, tell of. */
  const happenings: Record<string, (() => Promise<unknown>) | null> = {
    nothing: null,
    'a battle of today': () => ingest(store.db, logsOf(0, '16')),
    'a battle that comes in late': () => ingest(store.db, logsOf(20, '15')),
    'a log without any battle': () => ingest(store.db, [battleLog(`${TODAY}T19:00Z`, '#P00', [])]),
    'a battle that is imported': () => importBattle('2026-03-10'),
    'a new member': () => ingest(store.db, [scanOf(`${TODAY}T18:00Z`, [...MEMBERS, '#22'])]),
    'another name': async () => {
      const renamed = member('#Q00', 20_000, { name: 'Renamed' })
      await ingest(store.db, [scan(`${TODAY}T18:10Z`, [member('#P00', 20_000), renamed, member('#C00', 20_000)])])
    },
    'a member who leaves': () => ingest(store.db, [scanOf(`${TODAY}T18:20Z`, ['#C00', '#P00'])]),
    'a member who hides': async () => {
      const hidden = { tag: '#Q00', alias: 'hidden-1', wish: 'hide', since: new Date(TODAY) } as const
      await store.db.insertInto('tombstones').values(hidden).execute()
      await leaveBattles(store.db, '#Q00')
    },
  }

  /** Stores a battle of the player as an export of another store has it. */
  const importBattle = async (day: string) => {
    const { sides, keys } = await store.db
      .selectFrom('player_battles')
      .select(['sides', 'keys'])
      .where('player_tag', '=', '#P00')
      .executeTakeFirstOrThrow()
    const [side, key] = [sides, keys].map((packed) => `\\x${packed.toString('hex')}`)
    const row = { player_tag: '#P00', day, sides: side ?? '', keys: key ?? '' }
    await store.db.transaction().execute((db) => storeBattleRows(db, 'player_battles', [row]))
  }

  it.each(Object.keys(happenings))('are shown as they are after %s, also where an answer was kept', async (name) => {
    const context = openTestContext({ store, clock: manualClock(new Date(`${TODAY}T20:00:00Z`)) })
    const { clock } = context
    const asked = { params: { tag: '#P00' }, query: { days: DAYS } } as const
    const look = async (app: ReturnType<typeof openTestApp>) => {
      await clock.advance(PAST_FRESH_MS)
      const club = await ask(app, getClubBattles, { params: { tag: CLUB }, query: { days: DAYS } })
      return { club, player: await ask(app, getPlayerBattles, asked) }
    }
    const versions = () =>
      Promise.all([clubVersion(store.db, CLUB, clock.now()), playerVersion(store.db, '#P00', clock.now())])
    const app = openTestApp(context, [registerBattles])
    await look(app)
    const before = { answers: await look(app), versions: await versions() }
    await happenings[name]?.()
    const after = await versions()
    expect(after.map((version, place) => version === before.versions[place])).toEqual(Array(2).fill(name === 'nothing'))
    const answers = await look(app)
    expect(answers).toEqual(await look(openTestApp(context, [registerBattles])))
    if (name !== 'nothing') expect(answers.club).not.toEqual(before.answers.club)
  })
})
