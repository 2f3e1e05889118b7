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
  return parseBattleLog({ items: [entry] }, tag, new Map()).body.battles[0]
}

describe('a battle in a log', () => {
  test('is read as the player saw it whose log it is', () => {
    const fighter = (tag: string, id: number) => ({ tag, brawlers: [{ id, power: 11, trophies: 700 }] })
    const shared = {
      key: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      battleTime: new Date('2026-04-05T17:16:04Z'),
      eventId: 15000026,
      mode: 'brawlBall',
      map: 'Pinhole Punt',
      type: 'ranked',
      family: 'ladder',
      format: 'teams',
      result: 'victory',
      rank: null,
      durationSeconds: 121,
      trophyChange: 8,
      brawlerChanges: null,
      teams: [
        { lobby: 'unknown', fighters: [fighter(ANN, 16000000)] },
        { lobby: 'unknown', fighters: [fighter(BOB, 16000001)] },
      ],
      star: 1,
    }
    expect(read(match)).toEqual({ ...shared, own: { team: 0, place: 0 } })
    expect(read(match, BOB)).toEqual({ ...shared, own: { team: 1, place: 0 } })
  })

  test('has its teams in the same order in every log', () => {
    const [one, other] = [
      [person('#8YQ'), person(ANN), person('#9LL')],
      [person('#2LL', 16000003), person(BOB, 16000001), person('#2PY')],
    ]
    const told = [
      [one, other],
      [other, one],
      [other.toReversed(), one.toReversed()],
    ].map((teams) => read(withBattle({ teams })))
    expect(told[1]).toEqual(told[0])
    expect(told[2]).toEqual(told[0])
    expect(told[0]?.own).toEqual({ team: 1, place: 0 })
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

  test('of duels has what each of the player’s own brawlers won or lost, and the sum', () => {
    const duelist = (tag: string, change: number) => ({
      tag,
      brawlers: [1, 2, 3].map((id) => ({ id, name: 'X', power: 11, trophies: 10, trophyChange: change })),
    })
    const duel = withBattle({
      mode: 'duels',
      teams: undefined,
      trophyChange: undefined,
      players: [duelist(ANN, 5), duelist(BOB, -3)],
    })
    const fighters = [{ brawlers: [{ id: 1 }, { id: 2 }, { id: 3 }] }]
    expect(read(duel)).toMatchObject({ trophyChange: 15, format: 'duels', teams: [{ fighters }, { fighters }] })
    expect(read(duel)?.brawlerChanges).toEqual([5, 5, 5])
    expect(read(duel, BOB)).toMatchObject({ trophyChange: -9, brawlerChanges: [-3, -3, -3] })
    expect(read(match)?.brawlerChanges).toBeNull()
    const together = { ...duel, battle: { ...duel.battle, trophyChange: 15 } }
    expect(read(together)).toMatchObject({ trophyChange: 15, brawlerChanges: null })
  })

  test.each([
    ['friendly', -1, null, 'other'],
    // The number of a league.
    ['soloRanked', 17, 17, 'ranked'],
    ['challenge', 640, 640, 'other'],
  ])('of the type %s has what is told of the brawler', (type, trophies, expected, family) => {
    const own = { tag: ANN, brawler: { id: 1, name: 'X', power: trophies < 0 ? -1 : 9, trophies } }
    const brawlers = [{ id: 1, power: trophies < 0 ? null : 9, trophies: expected }]
    expect(read(withBattle({ type, teams: [[own]] }))).toMatchObject({ family, teams: [{ fighters: [{ brawlers }] }] })
  })

  test('may have no star player, or one who is not listed', () => {
    expect(read(withBattle({ starPlayer: null }))?.star).toBeNull()
    expect(read(withBattle({ starPlayer: undefined }))?.star).toBeNull()
    expect(read(withBattle({ starPlayer: { tag: '#GGG' } }))?.star).toBe(-1)
  })
})

describe('an odd battle', () => {
  const tagsOf = (battle: object) => read(withBattle(battle))?.teams.map((team) => team.fighters.map(({ tag }) => tag))
  const alone = { teams: undefined, result: undefined }

  test.each<[string, object, (string | null)[][]]>([
    [
      'of three against two, since somebody left',
      {
        teams: [
          [person(ANN), person('#9LL'), person('#8YQ')],
          [person(BOB), person('#2LL')],
        ],
      },
      [
        ['#2LL', BOB],
        [ANN, '#8YQ', '#9LL'],
      ],
    ],
    ['of everybody alone', { ...alone, rank: 2, players: [person(BOB), person(ANN)] }, [[ANN], [BOB]]],
    ['against computers', { ...alone, mode: 'lastStand', players: [person(BOB), person(ANN)] }, [[ANN, BOB]]],
    ['with a big brawler', { ...alone, players: [person(ANN)], bigBrawler: person(BOB) }, [[ANN], [BOB]]],
  ])('%s has its teams', (_story, battle, teams) => {
    expect(tagsOf(battle)).toEqual(teams)
  })

  test('of five against five has all ten', () => {
    const five = (letters: string) =>
      [...letters].map((letter) => person(letter === 'A' ? ANN : `#${letter}9${letter}`))
    expect(tagsOf({ teams: [five('ALYGJ'), five('QRCUV')] })?.map((team) => team.length)).toEqual([5, 5])
  })

  test('of duels in which a player chose the same brawler twice keeps both', () => {
    const twice = [16000002, 16000002, 16000007].map((id) => ({
      id,
      name: null,
      power: 9,
      trophies: 1,
      trophyChange: 2,
    }))
    const players = [{ tag: ANN, brawlers: twice }, person(BOB)]
    const battle = read(withBattle({ mode: 'duels', teams: undefined, trophyChange: undefined, players }))
    expect(battle).toMatchObject({ trophyChange: 6, own: { team: 0, place: 0 } })
    expect(battle?.teams[0]?.fighters[0]?.brawlers.map(({ id }) => id)).toEqual([16000002, 16000002, 16000007])
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
    const { body } = parseBattleLog({ items: [match, otherLobby, otherBrawler] }, ANN, new Map())
    expect(new Set(body.battles.map((battle) => battle.key)).size).toBe(3)
  })
})

describe('a battle log with faults', () => {
  test.each([
    ['an entry of null', null],
    ['a battle without the player', withBattle({ teams: [[person(BOB)]] })],
    ['a battle without teams', withBattle({ teams: undefined })],
    ['a battle whose teams are no lists', withBattle({ teams: 'two' })],
    ['the same battle again', withBattle({ teams: [...match.battle.teams].reverse() })],
    ['a time of another format', { ...match, battleTime: '2026-04-05' }],
    ['a date that does not exist', { ...match, battleTime: '20269905T171604.000Z' }],
    ['trophies changed by text', withBattle({ trophyChange: '8' })],
  ])('has %s set aside', (_story, odd) => {
    const { body, glitches } = parseBattleLog({ items: [match, odd] }, ANN, new Map())
    expect(body.battles).toHaveLength(1)
    expect(glitches).toHaveLength(1)
  })

  test('has a participant without a tag left out of the battle', () => {
    const { body, glitches } = parseBattleLog(
      { items: [withBattle({ teams: [[person(ANN), { name: 'x' }]] })] },
      ANN,
      new Map(),
    )
    expect(body.battles[0]?.teams.flatMap(({ fighters }) => fighters.map(({ tag }) => tag))).toEqual([ANN])
    expect(glitches).toHaveLength(1)
  })

  test.each([
    ['no list', { items: {} }],
    ['nothing readable', { items: [null, 3] }],
    ['text', 'log'],
  ])('is malformed when it is %s', (_story, raw) => {
    expect(() => parseBattleLog(raw, ANN, new Map())).toThrow(expect.objectContaining({ kind: 'malformed' }))
  })

  test('may be empty, as the player has not played', () => {
    expect(parseBattleLog({ items: [] }, ANN, new Map())).toEqual({ body: { battles: [] }, glitches: [] })
  })
})
