import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Battle, BattleTeam } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { clubBattlesChange, playerChange } from '#server/kernel/announcements.ts'
import { getClubBattles, getPlayerBattles, listPlayerBattles } from '#shared/contract/battles.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { battle, battleLog, CLUB, member, scan, team } from '#test/club-history.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerProofs } from '../proofs/routes.ts'
import { registerBattles } from './routes.ts'

/** A Sunday. */
const TODAY = '2026-03-15'
const NOW = `${TODAY}T20:00:00Z`
const [PIPER, SHELLY] = [16000015, 16000000]
const PIPERS = [{ id: PIPER, power: 11, trophies: 900 }]
const BOTS: Partial<BattleTeam> = { lobby: 'bots' }

describe.each(storeKinds)('battles (%s)', (kind) => {
  let store: TestStore
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    await store.reset()
    const members = ['#P00', '#Q00', '#C00'].map((tag) => member(tag, 20_000, { name: `Name of ${tag.slice(1)}` }))
    await ingest(store.db, [scan('2026-03-01T12:00Z', members), scan(`${TODAY}T12:00Z`, members)])
    await store.db
      .insertInto('brawlers')
      .values([
        { id: PIPER, name: 'PIPER', seen_at: new Date(NOW) },
        { id: SHELLY, name: 'SHELLY', seen_at: new Date(NOW) },
      ])
      .execute()
  })

  const open = () => {
    const context = openTestContext({ store, clock: manualClock(new Date(NOW)) })
    return { context, app: openTestApp(context, [registerBattles, registerProofs]) }
  }
  const player = (query: Parameters<typeof ask<typeof getPlayerBattles>>[2]['query'] = {}, tag = '#P00') =>
    ask(open().app, getPlayerBattles, { params: { tag }, query })
  const club = () => ask(open().app, getClubBattles, { params: { tag: CLUB }, query: {} })
  const list = (query: Parameters<typeof ask<typeof listPlayerBattles>>[2]['query'] = {}, tag = '#P00') =>
    ask(open().app, listPlayerBattles, { params: { tag }, query })

  /** Battles from an hour of today on, five minutes apart: `w` won, `l` lost. The own team stands first. */
  const fights = (hour: string, signs: string, given: Partial<Battle> = {}): Battle[] =>
    [...signs].map((sign, index) => {
      const at = new Date(Date.parse(`${TODAY}T${hour}:00Z`) + index * 300_000)
      const teams = [team('#P00 #Q00 #22', PIPERS), team('#88 #99 #RR')]
      const common = { mode: 'knockout', eventId: 15000050, map: 'Goldarm Gulch', teams }
      return battle(at.toISOString(), sign === 'w' ? 8 : -5, { ...common, ...given })
    })
  const bots = (battles: Battle[]) =>
    battles.map(({ teams: [own, ...others], ...rest }) => ({
      ...rest,
      teams: [{ ...own, ...BOTS } as BattleTeam, ...others],
    }))

  /** Ada's day: 17 of 24 with Piper in Knockout, then ten against bots, all won. */
  const storeDay = async () => {
    await ingest(store.db, [
      battleLog(`${TODAY}T11:00Z`, '#P00', fights('08:00', 'wwwwwwwwwwwwwwwwwlllllll')),
      battleLog(`${TODAY}T19:30Z`, '#P00', bots(fights('18:00', 'wwwwwwwwww'))),
    ])
  }

  it('tell a player where they are strongest, and with whom', async () => {
    await storeDay()
    const answer = await player()
    expect(answer).toMatchObject({
      tag: '#P00',
      days: 30,
      family: 'ladder',
      lobby: 'people',
      enough: true,
      last_updated: `${TODAY}T12:00:00.000Z`,
      stale: false,
      summary: '17 of 24 battles won in 30 days, strongest with Piper in Knockout: 17 of 24.',
      strongest: { brawler_id: PIPER, brawler_name: 'PIPER', mode: 'knockout', battles: 24, wins: 17 },
      by_lobby: { people: 24, bots: 10, likely_bots: 0, unknown: 0 },
    })
    // (17 + 20 x 0.5) / 44
    expect(answer.totals).toMatchObject({ battles: 24, wins: 17, rate: 61.4, current_streak: -7, longest_streak: 17 })
    expect(answer.totals).toMatchObject({ trophies_won: 17 * 8 - 7 * 5, seconds_played: 24 * 110, battles_timed: 24 })
    expect(answer.by_map).toMatchObject([{ event_id: 15000050, map: 'Goldarm Gulch', best: { brawler_name: 'PIPER' } }])
    expect(answer.played_with).toMatchObject([{ tag: '#Q00', name: 'Name of Q00', battles: 24 }])
    expect(answer.hours[6]?.slice(8, 10)).toEqual([12, 12])
    expect(answer.latest).toHaveLength(24)
    expect(answer.latest[0]).toMatchObject({ time: `${TODAY}T09:55:00.000Z`, brawler_name: 'PIPER', result: 'loss' })
  })

  it('raise the rate when those against bots are included', async () => {
    await storeDay()
    const [people, all] = [await player(), await player({ lobby: 'all' })]
    expect([people.totals.battles, all.totals.battles]).toEqual([24, 34])
    expect(all.totals.rate).toBeGreaterThan(people.totals.rate ?? 100)
    expect(await player({ family: 'ranked' })).toMatchObject({ enough: false, totals: { battles: 0, rate: null } })
  })

  it('say that there are too few, with the counts', async () => {
    expect(await player()).toMatchObject({ enough: false, needed: 10, summary: null, coverage: { share: null } })
    await ingest(store.db, [battleLog(`${TODAY}T11:00Z`, '#P00', fights('08:00', 'wwwwll'))])
    expect(await player()).toMatchObject({
      enough: false,
      totals: { battles: 6, wins: 4, losses: 2, rate: null, sample: 'none' },
      strongest: null,
    })
  })

  it('are those of the days asked for', async () => {
    const old = fights('08:00', 'www').map((one) => ({
      ...one,
      battleTime: new Date(+one.battleTime - 7 * 86_400_000),
    }))
    await ingest(store.db, [battleLog(`${TODAY}T11:00Z`, '#P00', [...old, ...fights('08:00', 'll')])])
    const counts = await Promise.all(([7, 14] as const).map(async (days) => (await player({ days })).totals.battles))
    expect(counts).toEqual([2, 5])
  })

  it('stand beside how much of the time is known', async () => {
    await ingest(store.db, [battleLog('2026-03-10T12:00Z', '#P00', fights('08:00', 'ww'))])
    const { coverage } = await player({ days: 7 })
    expect(coverage).toMatchObject({ missed: false })
    expect(coverage.share).toBeGreaterThan(0)
    // Two full logs without a battle in common: some between them were missed.
    const full = 'w'.repeat(25)
    await ingest(store.db, [battleLog(`${TODAY}T19:00Z`, '#P00', fights('16:00', full))])
    expect((await player({ days: 7 })).coverage.missed).toBe(true)
  })

  it('tell in the list how much of the time is known of which battles are kept', async () => {
    await store.db
      .updateTable('players')
      .set({ first_seen_at: new Date('2025-03-15T00:00Z') })
      .execute()
    const span = {
      covered_from: new Date('2025-12-05T20:00Z'),
      covered_to: new Date(NOW),
      overflow: false,
      whole: true,
    }
    await store.db
      .insertInto('battle_log_coverage')
      .values({ player_tag: '#P00', ...span })
      .execute()
    expect((await list()).coverage.share).toBe(100)
  })

  it('list all of them, newest first, page by page', async () => {
    await storeDay()
    const first = await list({ limit: 20 })
    expect(first).toMatchObject({ tag: '#P00', name: 'Name of P00' })
    expect(first.battles[0]).toMatchObject({
      time: `${TODAY}T18:45:00.000Z`,
      map: 'Goldarm Gulch',
      lobby: 'bots',
      result: 'win',
      trophy_change: 8,
      seconds: 110,
    })
    const second = await list({ limit: 20, before: first.next ?? '' })
    expect(second.next).toBeNull()
    const times = [...first.battles, ...second.battles].map(({ time }) => time)
    expect(times).toEqual([...new Set(times)].sort().reverse())
    expect(times).toHaveLength(34)
  })

  it('show all sides of a battle, the own one first, with the names of those who are tracked', async () => {
    const teams = [team('#88 #99 #RR'), team('#22 #P00 #Q00', PIPERS)]
    await ingest(store.db, [
      battleLog(`${TODAY}T11:00Z`, '#P00', fights('08:00', 'w', { teams, own: { team: 1, place: 1 }, star: 4 })),
    ])
    const [shown] = (await list()).battles
    expect(shown?.star).toBe(true)
    expect(shown?.sides.map(({ players }) => players.map(({ tag, name }) => [tag, name]))).toEqual([
      [
        ['#22', null],
        ['#P00', 'Name of P00'],
        ['#Q00', 'Name of Q00'],
      ],
      [
        ['#88', null],
        ['#99', null],
        ['#RR', null],
      ],
    ])
    expect(shown?.sides[0]?.players[1]).toMatchObject({
      brawlers: [{ id: PIPER, name: 'PIPER', power: 11, trophies: 900 }],
      star: true,
    })
  })

  it('tell a club when it plays, and who does well together', async () => {
    const [ada, bo] = [fights('08:00', 'wwwwwwwwwwwwwwwwwwwwww'), fights('18:00', 'lllllllllll')]
    const alone = bo.map((one) => ({ ...one, teams: [team('#Q00 #22 #YY'), team('#88 #99 #RR')] }))
    const sameFights = ada.map((one) => ({ ...one, own: { team: 0, place: 1 } }))
    await ingest(store.db, [
      battleLog(`${TODAY}T11:00Z`, '#P00', ada),
      battleLog(`${TODAY}T11:00Z`, '#Q00', sameFights),
      battleLog(`${TODAY}T19:30Z`, '#Q00', alone),
    ])
    const answer = await club()
    expect(answer).toMatchObject({ enough: true, battles: 55, together_share: 80 })
    expect(answer.hours[6]?.slice(8, 10)).toEqual([24, 20])
    // One date says nothing about a week.
    expect(answer.best_hours).toEqual([])
    expect(answer.pairs).toMatchObject([{ players: [{ tag: '#P00' }, { tag: '#Q00' }], battles: 22, wins: 22 }])
    expect(answer.pairs[0]?.edge).toBeGreaterThan(2)
    expect(answer.members.map(({ tag, battles }) => [tag, battles])).toEqual([
      ['#Q00', 33],
      ['#P00', 22],
    ])
    expect(answer.summary).toContain('55 battles of 2 members in 30 days')
    // Nobody has read the log of the third: one of three members is not known at all.
    expect(answer.coverage.share).toBeLessThan(67)
  })

  it('of a club without any say so', async () => {
    expect(await club()).toMatchObject({ enough: false, battles: 0, members: [], best_hours: [], summary: null })
  })

  it('name no hidden player, and change for nobody else', async () => {
    await storeDay()
    const before = await player()
    await store.db
      .insertInto('tombstones')
      .values({ tag: '#Q00', alias: 'hidden-1', wish: 'hide', since: new Date(NOW) })
      .execute()
    const after = await player()
    expect(after.totals).toEqual(before.totals)
    expect(after.played_with).toEqual([])
    const hidden = await open().app.inject('/api/analytics/player/Q00/battles')
    expect([hidden.statusCode, refusalOf(hidden).code]).toEqual([404, 'player_hidden'])
    expect((await club()).pairs).toEqual([])
  })

  it.each([
    ['/api/analytics/player/P00/battles?days=8', 'days must be one of 7, 14, 30, 90'],
    ['/api/analytics/player/P00/battles?family=other', 'family must be one of ladder, ranked'],
    ['/api/analytics/player/P00/battles?lobby=bots', 'lobby must be one of people, all'],
    ['/api/browse/player/P00/battles?limit=101', 'limit must be a whole number from 1 to 100'],
    ['/api/browse/player/P00/battles?before=yesterday', 'before must be the `next` of another page'],
    ['/api/analytics/club/2PP/battles?days=x', 'days must be one of 7, 14, 30, 90'],
  ])('refuse %s with a sentence', async (path, sentence) => {
    const answer = await open().app.inject(path)
    expect([answer.statusCode, refusalOf(answer).error]).toEqual([400, sentence])
  })

  it.each([
    ['/api/analytics/player/YYY/battles', 'player_not_tracked'],
    ['/api/browse/player/YYY/battles', 'player_not_tracked'],
    ['/api/analytics/club/YYY/battles', 'club_not_tracked'],
  ])('answer 404 to %s', async (path, code) => {
    const answer = await open().app.inject(path)
    expect([answer.statusCode, refusalOf(answer).code]).toEqual([404, code])
  })

  it('are tables for spreadsheets', async () => {
    await storeDay()
    const csv = async (path: string) => (await open().app.inject(path)).body.split('\r\n')
    const [head, total, mode, brawler] = await csv('/api/analytics/player/P00/battles?format=csv')
    expect(head).toContain('table,id,name,battles,wins,losses,draws,rate,low,high,sample,usual,edge,showdowns')
    expect(total).toMatch(/^total,,,24,17,7,0,61\.4,/)
    expect(mode).toMatch(/^mode,knockout,,24,17,7,0,/)
    expect(brawler).toMatch(/^brawler,16000015,PIPER,24,17,7,0,/)
    const [columns, newest] = await csv('/api/browse/player/P00/battles?format=csv')
    expect(columns).toContain(
      'time,mode,event_id,map,family,format,lobby,result,place,trophy_change,seconds,star,teams',
    )
    expect(newest).toBe(
      '2026-03-15T18:45:00.000Z,knockout,15000050,Goldarm Gulch,ladder,teams,bots,win,,8,110,,#P00 #Q00 #22 / #88 #99 #RR',
    )
    const rows = await csv('/api/analytics/club/2PP/battles?format=csv')
    expect(rows.slice(1).map((row) => row.split(',')[0])).toEqual(['mode', 'pair', 'member'])
  })

  it('are kept as ready answers until new ones are announced', async () => {
    const { app, context } = open()
    const ofPlayer = '/api/analytics/player/P00/battles'
    const ofClub = '/api/analytics/club/2PP/battles'
    const tags = async () => Promise.all([ofPlayer, ofClub].map(async (path) => (await app.inject(path)).headers.etag))
    const first = await tags()
    await storeDay()
    expect(await tags()).toEqual(first)
    context.announcements.announce([playerChange('#P00'), clubBattlesChange(CLUB)])
    const second = await tags()
    expect(second[0]).not.toBe(first[0])
    expect(second[1]).not.toBe(first[1])
    const known = await app.inject({ url: ofPlayer, headers: { 'if-none-match': String(second[0]) } })
    expect(known.statusCode).toBe(304)
  })
})
