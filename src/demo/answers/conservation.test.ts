import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createWorld } from '#demo/world/create-world.ts'
import { brawlerTrophiesAt, simulateCrew, stateAt, trophiesAt } from '#demo/world/state-at.ts'
import { DAY } from '#demo/world/time.ts'
import { entryAt, HAPPENING, isBattle } from '#demo/world/timeline.ts'
import { itemAt } from '#shared/random.ts'
import { battleLogAnswer } from './battle-log-answer.ts'
import { playerAnswer } from './entity-answers.ts'

const world = createWorld({ seed: 8, epoch: new Date('2026-01-05T00:00:00Z'), clubs: 12 })
const DAYS = 80

const anyPlayer = fc.integer({ min: 0, max: world.players.length - 1 }).map((index) => itemAt(world.players, index))
const anyTime = fc.integer({ min: 0, max: DAYS * DAY - 1 }).map((seconds) => world.epoch + seconds)

test('at every moment the trophies of a player are the sum over the brawlers', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, (player, at) => {
      const shown = JSON.parse(playerAnswer(world, player, at).body)
      const sum = shown.brawlers.reduce((total: number, brawler: { trophies: number }) => total + brawler.trophies, 0)
      expect(shown.trophies).toBe(sum)
      expect(trophiesAt(world, player, at)).toBe(sum)
    }),
  )
})

test('highest values and counters of a player only grow, and no brawler is above its highest', () => {
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

test('between two moments only battles, season ends and the withdrawal change the trophies of a player', () => {
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

test('a brawler in a battle log has its trophies from before the battle', () => {
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

test('the trophies of one brawler at a moment equal those of the whole state', () => {
  fc.assert(
    fc.property(anyPlayer, anyTime, fc.integer({ min: 0, max: 106 }), (player, at, brawler) => {
      const state = stateAt(world, player, at)
      const expected = state.power[brawler] ? state.trophies[brawler] : null
      expect(brawlerTrophiesAt(world, player, brawler, at)).toBe(expected)
    }),
  )
})

type LogItem = { battleTime: string; event: unknown; battle: Record<string, unknown> }

test('a battle of two friends is in both battle logs with the same shared facts', () => {
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
