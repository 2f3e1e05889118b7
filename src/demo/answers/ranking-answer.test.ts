import { expect, test } from 'vitest'
import { DEMO_SEED } from '#demo/start-demo-provider.ts'
import { createWorld } from '#demo/world/create-world.ts'
import { DAY } from '#demo/world/time.ts'
import { COUNTRIES } from '#shared/regions.ts'
import { NO_GLITCHES } from './answer.ts'
import { answerRoute, routeOf } from './answer-route.ts'

const epoch = new Date('2026-01-05T00:00:00Z')
const world = createWorld({ seed: DEMO_SEED, epoch })
const kinds = ['clubs', 'players', 'brawlers/16000000'] as const

function tagsOf(country: string, kind: string, { from = world, day = 0 } = {}): string[] {
  const question = { at: from.epoch + day * DAY, query: new URLSearchParams(), glitches: NO_GLITCHES }
  const { items } = JSON.parse(answerRoute(from, routeOf(`/v1/rankings/${country}/${kind}`), question).body)
  return items.map((row: { tag: string }) => row.tag)
}

test.each(kinds)('every country with a ranking on the site has %s in its ranking', (kind) => {
  expect(COUNTRIES.filter((country) => tagsOf(country, kind).length === 0)).toEqual([])
})

test.each(kinds)('%s are in the ranking of their home country and of no other country', (kind) => {
  const known = kind === 'clubs' ? world.clubByTag : world.playerByTag
  for (const day of [0, 1]) {
    const named = COUNTRIES.flatMap((country) => tagsOf(country, kind, { day }).map((tag) => [tag, country] as const))
    expect(new Set(named.map(([tag]) => tag)).size).toBe(named.length)
    expect(named.filter(([tag, country]) => known.get(tag)?.country.code !== country)).toEqual([])
  }
})

test('the global ranking has the best 200 of all countries', () => {
  const small = createWorld({ seed: 5, epoch, clubs: 12 })
  expect(tagsOf('global', 'clubs', { from: small }).sort()).toEqual(small.clubs.map(({ tag }) => tag).sort())
  const best = tagsOf('global', 'clubs')
  expect(best).toHaveLength(200)
  for (const country of COUNTRIES) {
    const own = tagsOf(country, 'clubs')
    const among = best.filter((tag) => world.clubByTag.get(tag)?.country.code === country)
    expect(among).toEqual(own.slice(0, among.length))
  }
})

test('a country without clubs and players has empty rankings', () => {
  expect(kinds.flatMap((kind) => tagsOf('zw', kind))).toEqual([])
})
