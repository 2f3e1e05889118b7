import { expect, test } from 'vitest'
import { bestBrawlers, podiumOf } from './rate-order.ts'

type Row = Parameters<typeof bestBrawlers>[0][number] & { name: string }

const won = (name: string, rate: number | null, decided: number, tier: Row['tier'] = null): Row => {
  return { name, rate, wins: decided, losses: 0, prior_weight: 50, tier, places: null }
}
const placed = (name: string, top_half: number, battles = 40): Row => {
  return { ...won(name, null, 0), places: { battles, top_half } }
}
const namesOf = (rows: readonly Row[]) => rows.map(({ name }) => name)

test('the three whose ranges begin highest are the best, the highest rate of them first', () => {
  // 51 to 65, 48 to 72, 53 to 61 and 50 to 60: the second begins lowest, and its rate is the highest.
  const rows = [won('A', 58, 140), won('lucky', 60, 14), won('B', 57, 540), won('C', 55, 330)]
  expect(namesOf(bestBrawlers(rows))).toEqual(['A', 'B', 'C'])
})

test('where there are tiers, the best are of those who have one, and win more than half', () => {
  const rows = [won('A', 58, 140, 'S'), won('untiered', 60, 90), won('half', 50.4, 400, 'B'), won('B', 55, 330, 'A')]
  expect(namesOf(bestBrawlers(rows))).toEqual(['A', 'B'])
})

test('of showdowns the best are by places, the first three of the call, where enough are known', () => {
  const rows = [placed('A', 58), placed('B', 61), placed('few', 90, 9), placed('C', 55), placed('D', 70)]
  expect(namesOf(bestBrawlers(rows))).toEqual(['B', 'A', 'C'])
})

test('a podium has three places or none', () => {
  const rows = [won('A', 58, 140), won('B', 57, 540), won('C', 55, 330)]
  expect(podiumOf(rows)).toHaveLength(3)
  expect(podiumOf(rows.slice(0, 2))).toEqual([])
})
