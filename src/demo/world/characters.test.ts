import { expect, test } from 'vitest'
import { itemAt } from '#shared/random.ts'
import type { CharacterName } from './characters.ts'
import { createWorld, simulateClubs } from './create-world.ts'
import { EXAMPLE_CAST, WANDERER } from './example-club.ts'
import { EXAMPLE_CLUB_TAG } from './landmarks.ts'
import { clubAt, stateAt, trophiesAt } from './state-at.ts'
import { DAY } from './time.ts'
import { entryAt, isBattle } from './timeline.ts'
import type { Club, Player } from './world.ts'

const DAYS = 110
const world = createWorld({ seed: 20, epoch: new Date('2026-01-05T00:00:00Z'), clubs: 12 })
const end = world.epoch + DAYS * DAY
simulateClubs(world, end)

const club = world.clubByTag.get(EXAMPLE_CLUB_TAG) as Club

function people(character: CharacterName): Player[] {
  return world.players.filter((player) => player.character.name === character)
}

/** The days of the world on which a player played battles. */
function activeDays(player: Player): number[] {
  trophiesAt(world, player, end)
  const entries = Array.from({ length: player.timeline.length }, (_, i) => entryAt(player.timeline, i))
  const battles = entries.filter(({ kind, time }) => isBattle(kind) && time <= end)
  return [...new Set(battles.map(({ time }) => Math.floor((time - world.epoch) / DAY)))]
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const meanActive = (character: CharacterName) => mean(people(character).map((player) => activeDays(player).length))

test('nothing changes the trophies of ghosts', () => {
  for (const ghost of people('ghost')) {
    expect(trophiesAt(world, ghost, end)).toBe(trophiesAt(world, ghost, world.epoch))
    expect(ghost.timeline.length).toBe(0)
  }
})

test('keen players play on most days, regular ones on many, casual ones on few, sleepers on almost none', () => {
  expect(meanActive('keen')).toBeGreaterThan(0.7 * DAYS)
  expect(meanActive('regular')).toBeGreaterThan(0.35 * DAYS)
  expect(meanActive('casual')).toBeLessThan(0.3 * DAYS)
  expect(meanActive('sleeper')).toBeLessThan(0.06 * DAYS)
})

test('climbers gain more trophies than other active players', () => {
  const gain = (character: CharacterName) =>
    mean(people(character).map((player) => trophiesAt(world, player, end) - trophiesAt(world, player, world.epoch)))
  for (const other of ['keen', 'regular', 'casual', 'weekend'] as const) {
    expect(gain('climber')).toBeGreaterThan(gain(other))
  }
})

test('fading players stop over time, and returners stay away for weeks and come back', () => {
  const early = people('fading').flatMap((player) => activeDays(player).filter((day) => day < 30)).length
  const late = people('fading').flatMap((player) => activeDays(player).filter((day) => day >= DAYS - 30)).length
  expect(late).toBeLessThan(early / 2)
  for (const player of people('returner')) {
    const days = activeDays(player)
    const gaps = days.slice(1).map((day, index) => day - itemAt(days, index))
    expect(Math.max(...gaps)).toBeGreaterThanOrEqual(18)
  }
})

test('the guest brawler and its trophies go at the first login after the withdrawal', () => {
  const before = world.epoch + 59 * DAY
  const owners = world.players.filter((player) => stateAt(world, player, before).power[88])
  expect(owners.length).toBeGreaterThan(20)
  for (const player of owners.filter((owner) => activeDays(owner).some((day) => day > 61))) {
    expect(stateAt(world, player, end).power[88]).toBe(0)
    expect(stateAt(world, player, end).trophies[88]).toBe(0)
  }
})

test('a season end cuts every brawler above 1,000 to it', () => {
  const seasonEnd = itemAt(world.seasonEnds, 0)
  const losers = world.players.filter(
    (player) => trophiesAt(world, player, seasonEnd) < trophiesAt(world, player, seasonEnd - 1),
  )
  expect(losers.length).toBeGreaterThan(30)
  for (const player of losers) {
    const [before, after] = [stateAt(world, player, seasonEnd - 1), stateAt(world, player, seasonEnd)]
    for (const [brawler, trophies] of before.trophies.entries()) {
      expect(after.trophies[brawler]).toBe(Math.min(trophies, 1000))
    }
  }
})

test('the example club always has 29 or 30 members, one newcomer, and a member who leaves and returns', () => {
  const wanderer = itemAt(world.players, WANDERER.index)
  const isMember = (player: Player, day: number) =>
    clubAt(club, world.epoch + day * DAY).members.some((member) => member.player === player)
  expect([15, 17, 22, 39, 41, 46].map((day) => isMember(wanderer, day))).toEqual([true, false, true, true, false, true])
  for (let day = 1; day < DAYS; day += 1) {
    const { members } = clubAt(club, world.epoch + day * DAY)
    expect([29, 30]).toContain(members.length)
    expect(members.filter(({ role }) => role === 'president')).toHaveLength(1)
    expect(members.filter(({ player }) => player.index >= EXAMPLE_CAST.length)).toHaveLength(1)
  }
})

test('every club has one president and at most 30 members, and no player is in two clubs', () => {
  for (let day = 0; day < DAYS; day += 5) {
    const versions = world.clubs.map((other) => clubAt(other, world.epoch + day * DAY))
    const everyone = versions.flatMap(({ members }) => members.map(({ player }) => player))
    expect(new Set(everyone).size).toBe(everyone.length)
    for (const { members } of versions) {
      expect(members.length).toBeLessThanOrEqual(30)
      expect(members.filter(({ role }) => role === 'president')).toHaveLength(1)
    }
  }
})

test('players change their names, and clubs their settings, roles and members', () => {
  expect(world.players.some(({ profiles }) => new Set(profiles.map(({ name }) => name)).size > 1)).toBe(true)
  const others = world.clubs.filter(({ scripted }) => !scripted).flatMap(({ versions }) => versions)
  expect(new Set(others.map(({ settings }) => JSON.stringify(settings))).size).toBeGreaterThan(world.clubs.length)
  expect(others.length).toBeGreaterThan(3 * world.clubs.length)
})
