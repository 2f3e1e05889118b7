import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createWorld } from '#demo/world/create-world.ts'
import { CLUB_AND_PLAYER_TAG, CLUBLESS_PLAYER_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { DAY, type Seconds } from '#demo/world/time.ts'
import type { World } from '#demo/world/world.ts'
import { isWholeRun } from '#test/how-much.ts'
import { NO_GLITCHES } from './answer.ts'
import { answerRoute, routeOf } from './answer-route.ts'

// The schemas describe recorded answers of the real API. They are beside this project and not kept in it.
const SCHEMAS = new URL('../../../../shared/field/schemas/', import.meta.url)
const hasSchemas = existsSync(SCHEMAS)

const epoch = new Date('2026-01-05T00:00:00Z')
const newWorld = () => createWorld({ seed: 5, epoch, clubs: 12 })
const world = newWorld()

function answer(path: string, at: Seconds, from = world) {
  return answerRoute(from, routeOf(path), { at, query: new URLSearchParams(), glitches: NO_GLITCHES })
}

function validator(name: string) {
  const schema = JSON.parse(readFileSync(new URL(`${name}.schema.json`, SCHEMAS), 'utf8'))
  return new Ajv2020({ strict: false, allErrors: true }).compile(schema)
}

const paths = (kind: string, tags: readonly string[], end = '') =>
  tags.map((tag) => `/v1/${kind}/${encodeURIComponent(tag)}${end}`)
const somePlayers = [
  EXAMPLE_PLAYER_TAG,
  CLUBLESS_PLAYER_TAG,
  ...world.players.filter(({ index }) => index % 9 === 0).map(({ tag }) => tag),
]
const allClubs = world.clubs.map(({ tag }) => tag)

describe.skipIf(!hasSchemas)(
  'answers of the demo validate against the schemas of recorded answers (skipped without ../shared/field/schemas)',
  () => {
    test.each([
      ['club', paths('clubs', allClubs)],
      ['members', paths('clubs', allClubs, '/members')],
      ['player', paths('players', somePlayers)],
      ['battlelog', paths('players', somePlayers, '/battlelog')],
      ['rank_players', ['/v1/rankings/global/players', '/v1/rankings/zw/players']],
      ['rank_clubs', ['/v1/rankings/global/clubs', '/v1/rankings/KR/clubs']],
      ['rank_brawlers', ['/v1/rankings/global/brawlers/16000000', '/v1/rankings/de/brawlers/16000106']],
      ['brawlers', ['/v1/brawlers']],
      ['brawler', ['/v1/brawlers/16000000', '/v1/brawlers/16000106']],
      ['gamemodes', ['/v1/gamemodes']],
      ['rotation', ['/v1/events/rotation']],
      ['error', ['/v1/nothing']],
    ])('%s', (schema, requests) => {
      const validate = validator(schema)
      for (const day of [0, 20, 59, 75]) {
        for (const path of requests) {
          validate(JSON.parse(answer(path, world.epoch + day * DAY + 70_000).body))
          expect(validate.errors ?? [], path).toEqual([])
        }
      }
    })
  },
)

test('equal questions get equal answers, in any order of questions', () => {
  const fresh = newWorld()
  const asked = [
    ...paths('clubs', allClubs),
    ...paths('players', somePlayers),
    ...paths('players', somePlayers, '/battlelog'),
  ]
  for (const path of asked.reverse()) {
    expect(answer(path, fresh.epoch + 30 * DAY + 5000, fresh).body).toBe(
      answer(path, world.epoch + 30 * DAY + 5000).body,
    )
  }
})

test('a different seed makes a different world', () => {
  const other = createWorld({ seed: 6, epoch, clubs: 12 })
  expect(other.players.map(({ tag }) => tag)).not.toEqual(world.players.map(({ tag }) => tag))
})

test('one tag can name a club and a player', () => {
  const [club, player] = ['clubs', 'players'].map((kind) =>
    answer(paths(kind, [CLUB_AND_PLAYER_TAG])[0] ?? '', world.epoch),
  )
  expect(JSON.parse(club?.body ?? '')).toHaveProperty('members')
  expect(JSON.parse(player?.body ?? '')).toHaveProperty('brawlers')
})

test('the catalogue has the gaps 33, 55 and, after its withdrawal, the guest brawler 88', () => {
  const ids = (day: number) =>
    JSON.parse(answer('/v1/brawlers', world.epoch + day * DAY).body).items.map(
      ({ id }: { id: number }) => id - 16_000_000,
    )
  expect(ids(0)).toContain(88)
  const gaps = Array.from({ length: 107 }, (_, index) => index).filter((index) => !ids(61).includes(index))
  expect(gaps).toEqual([33, 55, 88])
})

test('the profile of a player without a club has an empty club', () => {
  const [path = ''] = paths('players', [CLUBLESS_PLAYER_TAG])
  expect(JSON.parse(answer(path, world.epoch).body).club).toEqual({})
})

test('glitches happen only when they are switched on', () => {
  const glitches = { rankingTrophiesOne: 1, nullNames: 1, memberLagSeconds: 0 }
  const question = { at: world.epoch, query: new URLSearchParams('limit=3') }
  const rows = (body: string) => JSON.parse(body).items
  const glitched = rows(answerRoute(world, routeOf('/v1/rankings/us/players'), { ...question, glitches }).body)
  expect(glitched).toMatchObject([
    { trophies: 1, name: null },
    { trophies: 1, name: null },
    { trophies: 1, name: null },
  ])
  const plain = rows(
    answerRoute(world, routeOf('/v1/rankings/us/players'), { ...question, glitches: NO_GLITCHES }).body,
  )
  expect(plain[0].trophies).toBeGreaterThan(1000)
})

const LAST_DAY = 75
const everyPlayer = world.players.map(({ tag }) => tag)
const anyPath = fc.oneof(
  fc.constantFrom(...paths('players', everyPlayer)),
  fc.constantFrom(...paths('players', everyPlayer, '/battlelog')),
  fc.constantFrom(...paths('clubs', allClubs)),
)
const rankings = ['/v1/rankings/global/players', '/v1/rankings/global/brawlers/16000088']
const anySecond = fc.integer({ min: 0, max: LAST_DAY * DAY - 1 })

test('a world that forgets old days answers as one that remembers them, whatever was asked before', () => {
  const forgetful = createWorld({ seed: 5, epoch, clubs: 12, rememberedDays: 2 })
  fc.assert(
    fc.property(anyPath, anySecond, (path, second) => {
      const at = world.epoch + second
      expect(answer(path, at, forgetful).body).toBe(answer(path, at).body)
    }),
    { numRuns: isWholeRun ? 100 : 40 },
  )
  for (const path of rankings) {
    for (const day of [70, 58]) {
      const at = world.epoch + day * DAY
      expect(answer(path, at, forgetful).body).toBe(answer(path, at).body)
    }
  }
})

test('a world that is asked day by day remembers two to four days of play, and the battles of the logs', () => {
  const forgetful = createWorld({ seed: 5, epoch, clubs: 12, rememberedDays: 2 })
  const stored = ({ players }: World) => players.reduce((sum, { timeline }) => sum + timeline.length, 0)
  for (let day = 0; day < LAST_DAY; day += 1) {
    for (const path of paths('clubs', allClubs)) answer(path, world.epoch + day * DAY, forgetful)
  }
  const at = world.epoch + (LAST_DAY - 1) * DAY
  for (const path of paths('players', everyPlayer, '/battlelog')) {
    expect(answer(path, at, forgetful).body).toBe(answer(path, at).body)
  }
  expect(stored(forgetful)).toBeLessThan(stored(world) / 8)
})

test('the rotation names the events of the battles of the ladder that are played meanwhile', () => {
  const at = world.epoch + 40 * DAY
  const offered = JSON.parse(answer('/v1/events/rotation', at).body) as { startTime: string; event: { id: number } }[]
  const since = new Map(offered.map(({ startTime, event }) => [event.id, startTime]))
  const logs = paths('players', somePlayers, '/battlelog').map((path) => JSON.parse(answer(path, at).body))
  const latest = offered.reduce((last, { startTime }) => (startTime > last ? startTime : last), '')
  const battles = logs
    .flatMap(({ items }) => items as { battleTime: string; event: { id: number }; battle: { type?: string } }[])
    .filter(({ battle, battleTime }) => battle.type === 'ranked' && battleTime >= latest)
  expect(battles.length).toBeGreaterThan(5)
  for (const { event, battleTime } of battles) expect(battleTime >= (since.get(event.id) ?? '9')).toBe(true)
})

test('each event has one mode and one map, and each map of a mode one event', () => {
  const places = new Map<number, string>()
  for (let day = 0; day < 60; day++) {
    const body = answer('/v1/events/rotation', world.epoch + day * DAY).body
    for (const { event } of JSON.parse(body) as { event: { id: number; modeId: number; map: string } }[]) {
      const place = `${event.modeId} ${event.map}`
      expect(places.get(event.id) ?? place).toBe(place)
      places.set(event.id, place)
    }
  }
  expect(new Set(places.values()).size).toBe(places.size)
})
