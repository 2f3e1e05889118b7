import fc from 'fast-check'
import { expect, test } from 'vitest'
import { battleLogAnswer } from '#demo/answers/battle-log-answer.ts'
import { playerAnswer } from '#demo/answers/player-answer.ts'
import { createWorld } from './create-world.ts'
import { itemAt } from './random.ts'
import { brawlerTrophiesAt, simulateCrew, stateAt, trophiesAt } from './state-at.ts'
import { DAY } from './time.ts'
import { entryAt, HAPPENING, isBattle } from './timeline.ts'

const world = createWorld({ seed: 8, epoch: new Date('2026-01-05T00:00:00Z'), clubs: 12 })
const DAYS = 80

const anyPlayer = fc.integer({ min: 0, max: world.players.length - 1 }).map((index) => itemAt(world.players, index))
const anyTime = fc.integer({ min: 0, max: DAYS * DAY - 1 }).map((seconds) => world.epoch + seconds)

test('at every instant a player has the trophies of their brawlers together', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, (player, at) => {
      const shown = JSON.parse(playerAnswer(world, player, at).body)
      const sum = shown.brawlers.reduce((total: number, brawler: { trophies: number }) => total + brawler.trophies, 0)
      expect(shown.trophies).toBe(sum)
      expect(trophiesAt(world, player, at)).toBe(sum)
    }),
  )
})

test('records and counters only grow, and no brawler is above its record', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, anyTime, (player, a, b) => {
      const before = stateAt(world, player, Math.min(a, b))
      const after = stateAt(world, player, Math.max(a, b))
      for (const field of ['highestTotal', 'teamWins', 'soloWins', 'duoWins', 'experience', 'highestElo'] as const) {
        expect(after[field]).toBeGreaterThanOrEqual(before[field])
      }
      expect(after.trophies.every((trophies, brawler) => trophies <= itemAt(after.highest, brawler))).toBe(true)
    }),
  )
})

test('between two instants trophies change by the battles, season ends and the withdrawal in between, and by nothing else', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, anyTime, (player, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      simulateCrew(world, player.crew, to)
      const entries = Array.from({ length: player.timeline.length }, (_, i) => entryAt(player.timeline, i))
      const between = entries.filter(({ time }) => time > from && time <= to)
      const moved = between.reduce((sum, { delta }) => sum + delta, 0)
      expect(trophiesAt(world, player, to) - trophiesAt(world, player, from)).toBe(moved)
      const unexplained = between.filter(({ kind, delta }) => {
        const explained = isBattle(kind) || kind === HAPPENING.duelBrawler || kind === HAPPENING.withdrawn
        return delta !== 0 && !explained && kind !== HAPPENING.seasonEnd
      })
      expect(unexplained).toEqual([])
    }),
  )
})

test('a brawler in a battle log has the trophies it had just before', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, (player, at) => {
      simulateCrew(world, player.crew, at)
      for (let i = 0; i < player.timeline.length; i += 7) {
        const { time, kind, before, brawler } = entryAt(player.timeline, i)
        if (isBattle(kind)) expect(brawlerTrophiesAt(world, player, brawler, time - 1)).toBe(before)
      }
    }),
    { numRuns: 20 },
  )
})

test('reading one brawler back agrees with the whole state', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, fc.integer({ min: 0, max: 106 }), (player, at, brawler) => {
      const state = stateAt(world, player, at)
      const expected = state.power[brawler] ? state.trophies[brawler] : null
      expect(brawlerTrophiesAt(world, player, brawler, at)).toBe(expected)
    }),
  )
})

type LogItem = { battleTime: string; event: unknown; battle: Record<string, unknown> }

test('a battle between friends stands in both logs with the same shared facts', () => {
  const at = world.epoch + 20 * DAY
  const logOf = (index: number): LogItem[] =>
    JSON.parse(battleLogAnswer(world, itemAt(world.players, index), at).body).items
  let shared = 0
  for (const { crew } of world.players.filter((player) => player.slot === 1)) {
    const [first, second] = [itemAt(crew.members, 0), itemAt(crew.members, 1)].map(({ index }) => logOf(index))
    for (const item of first ?? []) {
      const other = second?.find(({ battleTime }) => battleTime === item.battleTime)
      if (!JSON.stringify(item).includes(itemAt(crew.members, 1).tag)) continue
      if (other === undefined) continue
      shared += 1
      const { trophyChange: mine, result: won, ...ours } = item.battle
      const { trophyChange: theirs, result: lost, ...same } = other.battle
      expect({ event: other.event, ...same }).toEqual({ event: item.event, ...ours })
    }
  }
  expect(shared).toBeGreaterThan(20)
})
