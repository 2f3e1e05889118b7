import { describe, expect, test } from 'vitest'
import { parseBattleLog } from './battle-log.ts'

const ANN = '#2PP'
const BOB = '#8QQ'

function person(tag: string, id = 16000000, name: string | null = 'SHELLY') {
  return { tag, name: 'x', brawler: { id, name, power: 11, trophies: 700 } }
}

const match = {
  battleTime: '20260405T171604.000Z',
  event: { id: 15000026, mode: 'brawlBall', map: 'Pinhole Punt' },
  battle: {
    mode: 'brawlBall',
    type: 'ranked',
    result: 'victory',
    duration: 121,
    trophyChange: 8,
    starPlayer: { tag: BOB },
    teams: [[person(ANN)], [person(BOB, 16000001)]],
  },
}

function withBattle(changes: object) {
  return { ...match, battle: { ...match.battle, ...changes } }
}

function read(entry: unknown, tag = ANN) {
  return parseBattleLog({ items: [entry] }, tag).body.battles[0]
}

describe('a battle in a log', () => {
  test('is read as the player saw it whose log it is', () => {
    expect(read(match)).toEqual({
      battleTime: new Date('2026-04-05T17:16:04Z'),
      eventId: 15000026,
      mode: 'brawlBall',
      map: 'Pinhole Punt',
      type: 'ranked',
      result: 'victory',
      rank: null,
      durationSeconds: 121,
      trophyChange: 8,
      isLadder: true,
      starPlayer: false,
      brawlerId: 16000000,
      brawlerName: 'SHELLY',
      brawlerTrophies: 700,
      participants: [ANN, BOB],
      key: expect.stringMatching(/^[\w-]{22}$/),
    })
    expect(read(match, BOB)).toMatchObject({ brawlerId: 16000001, starPlayer: true })
  })

  test.each([
    ['the event says it', { id: 1, mode: 'trioShowdown' }, 'duoShowdown', 'trioShowdown'],
    ['the event does not know it, its number does', { id: 1, mode: 'unknown', modeId: 45 }, 'brawlBall', 'brawlHockey'],
    ['only the battle says it', { id: 1, mode: 'unknown' }, 'lastStand', 'lastStand'],
    ['a community map', { id: 0, map: null }, 'gemGrab', 'gemGrab'],
    ['a number from the future', { id: 1, modeId: 999 }, 'newMode', 'newMode'],
  ])('has its mode when %s', (_story, event, mode, expected) => {
    expect(read({ ...match, event, battle: { ...match.battle, mode } })?.mode).toBe(expected)
  })

  test('without a trophy change has a change of 0, since the game leaves zeros out', () => {
    expect(read(withBattle({ trophyChange: undefined }))?.trophyChange).toBe(0)
  })

  test('of duels has the sum of the player’s own brawlers', () => {
    const duelist = (tag: string, change: number) => ({
      tag,
      brawlers: [1, 2, 3].map((id) => ({ id, name: 'X', power: 11, trophies: 10, trophyChange: change })),
    })
    const duel = withBattle({ teams: undefined, trophyChange: undefined, players: [duelist(ANN, 5), duelist(BOB, -3)] })
    expect(read(duel)).toMatchObject({ trophyChange: 15, brawlerId: 1, brawlerTrophies: 10 })
    expect(read(duel, BOB)).toMatchObject({ trophyChange: -9 })
  })

  test.each([
    ['friendly', -1, null],
    ['soloRanked', 17, null],
    ['challenge', 640, 640],
  ])('of the type %s has the right trophies of the brawler', (type, trophies, expected) => {
    const own = { tag: ANN, brawler: { id: 1, name: 'X', trophies } }
    const battle = read(withBattle({ type, teams: [[own]] }))
    expect(battle).toMatchObject({ brawlerTrophies: expected, isLadder: false })
  })

  test('may have no star player', () => {
    expect(read(withBattle({ starPlayer: null }))?.starPlayer).toBeNull()
    expect(read(withBattle({ starPlayer: undefined }))?.starPlayer).toBeNull()
  })
})

describe('the key of a battle', () => {
  const key = read(match)?.key

  test('is the same for everyone who took part, whatever the side, and when the entry comes back re-rendered', () => {
    const swapped = withBattle({ result: 'defeat', trophyChange: -5, teams: [...match.battle.teams].reverse() })
    expect(read(swapped, BOB)?.key).toBe(key)
    const nameless = withBattle({ teams: [[person(ANN, 16000000, null)], [{ ...person(BOB, 16000001), name: 'New' }]] })
    expect(read(nameless)?.key).toBe(key)
    const renamedMode = { ...match, event: { ...match.event, mode: 'megaBoss', map: null } }
    expect(read(renamedMode)?.key).toBe(key)
  })

  test('tells apart two battles of one player in the same second', () => {
    const otherLobby = withBattle({ teams: [[person(ANN)], [person('#9LL', 16000001)]] })
    const otherBrawler = withBattle({ teams: [[person(ANN, 16000002)], [person(BOB, 16000001)]] })
    const { body } = parseBattleLog({ items: [match, otherLobby, otherBrawler] }, ANN)
    expect(new Set(body.battles.map((battle) => battle.key)).size).toBe(3)
  })
})

describe('a battle log with faults', () => {
  test.each([
    ['an entry of null', null],
    ['a battle without the player', withBattle({ teams: [[person(BOB)]] })],
    ['the same battle again', withBattle({ teams: [...match.battle.teams].reverse() })],
    ['a time of another format', { ...match, battleTime: '2026-04-05' }],
    ['a date that does not exist', { ...match, battleTime: '20269905T171604.000Z' }],
    ['trophies changed by text', withBattle({ trophyChange: '8' })],
  ])('has %s set aside', (_story, odd) => {
    const { body, glitches } = parseBattleLog({ items: [match, odd] }, ANN)
    expect(body.battles).toHaveLength(1)
    expect(glitches).toHaveLength(1)
  })

  test('has a participant without a tag left out of the battle', () => {
    const { body, glitches } = parseBattleLog({ items: [withBattle({ teams: [[person(ANN), { name: 'x' }]] })] }, ANN)
    expect(body.battles[0]?.participants).toEqual([ANN])
    expect(glitches).toHaveLength(1)
  })

  test.each([
    ['no list', { items: {} }],
    ['nothing readable', { items: [null, 3] }],
    ['text', 'log'],
  ])('is malformed when it is %s', (_story, raw) => {
    expect(() => parseBattleLog(raw, ANN)).toThrow(expect.objectContaining({ kind: 'malformed' }))
  })

  test('may be empty, as the player has not played', () => {
    expect(parseBattleLog({ items: [] }, ANN)).toEqual({ body: { battles: [] }, glitches: [] })
  })
})
