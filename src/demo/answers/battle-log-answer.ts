import { BATTLE_KINDS, type BattleKind, eventOf, LOG_LENGTH, SHOWDOWN_SIDES } from '#demo/world/game-rules.ts'
import { simulateCrew } from '#demo/world/state-at.ts'
import { compactTime, type Seconds, versionAt } from '#demo/world/time.ts'
import { type Entry, entryAt, HAPPENING, isBattle, lengthAt, OUTCOME } from '#demo/world/timeline.ts'
import type { Player, World } from '#demo/world/world.ts'
import { createRandom, itemAt, pick, type Random, randomBetween } from '#shared/random.ts'
import { type Answer, makeAnswer } from './answer.ts'
import {
  botTeam,
  brawlerIn,
  type Fighter,
  fightersOf,
  type Meeting,
  makeStranger,
  type SeenFighter,
  strangersBrawler,
  type UsedBrawler,
} from './battle-fighters.ts'

const MAX_AGE = 60

/**
 * The newest 25 battles of a player at a moment, newest first, with the names of that moment
 * (docs/game-api.md#battle-logs).
 */
export function battleLogAnswer(world: World, player: Player, at: Seconds): Answer {
  simulateCrew(world, player.crew, at)
  const items = []
  for (let i = lengthAt(player.timeline, at) - 1; i >= 0 && items.length < LOG_LENGTH; i -= 1) {
    const entry = entryAt(player.timeline, i)
    if (isBattle(entry.kind)) items.push(renderBattle(world, player, entry, at))
  }
  return makeAnswer({ items, paging: { cursors: {} } }, MAX_AGE)
}

const RESULTS = ['draw', 'victory', 'defeat']
const LEVELS = ['Normal', 'Hard', 'Expert', 'Insane', 'Insane IV']
/** Chances that a battle has no star player, and that the star player is one of the winners. */
const STAR = { none: 0.04, ofTheWinners: 0.85 }

/**
 * One entry of a battle log. All but the player's own result and trophy change comes from facts that all participants
 * share, so a battle looks the same in every log.
 */
function renderBattle(world: World, player: Player, entry: Entry, at: Seconds) {
  const kind = itemAt(BATTLE_KINDS, entry.kind)
  return {
    battleTime: compactTime(entry.time),
    event: kind.type === 'friendly' ? { id: 0, map: null } : eventOf(kind, entry.time),
    battle: battleOf(world, player, entry, kind, at),
  }
}

function battleOf(world: World, player: Player, entry: Entry, kind: BattleKind, at: Seconds) {
  const random = createRandom(entry.seed)
  const head = kind.type === null ? { mode: kind.mode } : { mode: kind.mode, type: kind.type }
  const change = entry.delta === 0 ? {} : { trophyChange: entry.delta }
  const result = itemAt(RESULTS, Math.min(2, entry.outcome))
  const duration = Math.max(17, Math.round(kind.duration * (0.55 + random() * 0.9)))
  if (kind.shape === 'duels') return { ...head, result, duration, ...renderDuel(world, player, entry, random, at) }
  const fighters = fightersOf(world, player, entry, at)
  if (kind.shape === 'teams') return { ...head, result, duration, ...change, ...renderTeams(fighters, entry, random) }
  const friends = fighters.map(({ fighter }) => fighter)
  const meeting = meetingOf(entry, itemAt(friends, 0))
  const own = fillUp(friends, kind.size, meeting, null, random)
  if (kind.shape === 'against-bots') return { ...head, result, players: own, level: levelOf(random) }
  const sides = showdownSides(own, { rank: entry.outcome, of: SHOWDOWN_SIDES[kind.shape] }, meeting, random)
  const participants = kind.shape === 'solo' ? { players: sides.flat() } : { teams: sides }
  return { ...head, rank: entry.outcome, ...change, ...participants }
}

/** Whom the players of the world meet: others about as strong as the first of them. */
function meetingOf(entry: Entry, { brawler }: Fighter): Meeting {
  const kind = itemAt(BATTLE_KINDS, entry.kind)
  return { kind, event: eventOf(kind, entry.time).id, trophies: brawler.trophies }
}

function levelOf(random: Random) {
  const id = Math.floor(random() * LEVELS.length)
  return { id: id + 3, name: itemAt(LEVELS, id) }
}

/** The two teams, the own one in first place a little more often, and the star player. */
function renderTeams(fighters: readonly SeenFighter[], entry: Entry, random: Random) {
  const { own, others, hasWon } = twoTeams(fighters, entry, random)
  const teams = random() < 0.62 ? [own, others] : [others, own]
  return { starPlayer: starPlayer(hasWon ? own : others, [...own, ...others], random), teams }
}

/** Friends are in the same team, except in a friendly battle, where every second one is in the other team. */
function twoTeams(fighters: readonly SeenFighter[], entry: Entry, random: Random) {
  const first = itemAt(fighters, 0)
  const hasWon = first.outcome === OUTCOME.victory
  const meeting = meetingOf(entry, first.fighter)
  const { size, type } = meeting.kind
  const isOpponent = (index: number) => type === 'friendly' && index % 2 === 1
  const friends = fighters.filter((_, index) => !isOpponent(index)).map(({ fighter }) => fighter)
  const opponents = fighters.filter((_, index) => isOpponent(index)).map(({ fighter }) => fighter)
  const own = fillUp(friends, size, meeting, hasWon, random)
  const others = entry.bots ? botTeam(meeting, size, random) : fillUp(opponents, size, meeting, !hasWon, random)
  return { own, others, hasWon }
}

/** The known participants and as many strangers as the side needs. `won` is as in `makeStranger`. */
function fillUp(known: Fighter[], size: number, meeting: Meeting, won: boolean | null, random: Random): Fighter[] {
  const full = [...known]
  while (full.length < size) full.push(makeStranger(meeting, won, random))
  return full
}

/** All sides of a showdown by rank, the own side at its rank. */
function showdownSides(
  own: Fighter[],
  place: { rank: number; of: number },
  meeting: Meeting,
  random: Random,
): Fighter[][] {
  return Array.from({ length: place.of }, (_, index) =>
    index === place.rank - 1 ? own : fillUp([], meeting.kind.size, meeting, null, random),
  )
}

function starPlayer(winners: readonly Fighter[], everyone: readonly Fighter[], random: Random): Fighter | null {
  const luck = random()
  if (luck < STAR.none) return null
  return pick(random, luck < STAR.ofTheWinners ? winners : everyone)
}

type DuelBrawler = UsedBrawler & { trophyChange?: number }

/** The two sides of a duel: three brawlers each, and each brawler with its own trophy change. */
function renderDuel(world: World, player: Player, entry: Entry, random: Random, at: Seconds) {
  const kind = itemAt(BATTLE_KINDS, entry.kind)
  const own: DuelBrawler[] = duelEntries(player, entry).map((part) => ({
    ...brawlerIn(world, kind, part, at),
    ...(part.delta === 0 ? {} : { trophyChange: part.delta }),
  }))
  const hasWon = entry.outcome === OUTCOME.victory
  const meeting = { kind, event: eventOf(kind, entry.time).id, trophies: entry.before }
  const { brawler, ...opponent } = makeStranger(meeting, !hasWon, random)
  const change = hasWon ? -3 : 5
  const others = [brawler, ...[1, 2].map(() => strangersBrawler(meeting, !hasWon, random))]
  const me = { tag: player.tag, name: versionAt(player.profiles, at).name, brawlers: own }
  const other = { ...opponent, brawlers: others.map((used) => ({ ...used, trophyChange: change })) }
  return { players: randomBetween(random, 0, 1) === 0 ? [me, other] : [other, me] }
}

/** The entry of the duel and those of its second and third brawler, which follow it in the timeline. */
function duelEntries(player: Player, entry: Entry): Entry[] {
  const parts = [entry]
  const end = lengthAt(player.timeline, entry.time)
  for (let i = Math.max(0, end - 3); i < end; i += 1) {
    const part = entryAt(player.timeline, i)
    if (part.kind === HAPPENING.duelBrawler && part.seed === entry.seed) parts.push(part)
  }
  return parts
}
