import { battleFamily, type Format, type Lobby, trophyBin } from '#server/metrics/battle-lobby.ts'
import { beginOf, COUNTS, createTallies, stratumOf, type Tallies, WIDTH } from '#server/metrics/battle-meta.ts'
import type { Family } from '#shared/kinds.ts'
import { RESULT_CODES, TEAM_SPAN } from './pack-battles.ts'
import { packTallies, talliesOf } from './pack-meta.ts'

/** What is counted of a battle. A brawler's trophies are null where the log does not tell them. */
export type CountedBattle = {
  type: string
  format: Format
  mode: string
  eventId: number
  teamsKnown: boolean
  /** The place of the star player, counted from 0 through the teams; null or -1 for none of them. */
  star: number | null
  teams: readonly {
    lobby: Lobby
    fighters: readonly { brawlers: readonly { id: number; trophies: number | null }[] }[]
  }[]
}

/** What all logs together tell of it: results and owners as they are stored (pack-battles.ts). */
export type Told = { results: number; owners: number; at: Date }

/** The picks of a week in a family, mode and event; '' and 0 stand for all. */
export type MetaRow = {
  family: Family
  mode: string
  eventId: number
  battles: number
  allBattles: number
  newestAt: Date
} & Record<Lobby, Buffer>

type Group = Omit<MetaRow, Lobby> & { tallies: Map<Lobby, Tallies> }

const BRAWLERS_AT_FIRST = 8

/** Counts battles, each once, whatever their order. Battles of the family `other`, and those without teams, do not count. */
export function createCount() {
  const groups = new Map<string, Group>()
  return {
    add(battle: CountedBattle, told: Told): void {
      const { type, mode, eventId, teamsKnown } = battle
      const family = battleFamily(type, eventId)
      if (family === 'other' || !teamsKnown) return
      const met = lobbiesOf(battle, told)
      const group = groupOf(groups, { family, mode, eventId }, told.at)
      note(group, { at: told.at, battles: met.every(isOfBots) ? 0 : 1, allBattles: 1 })
      countSides(
        met.map((lobby) => talliesOfLobby(group, lobby)),
        { ...battle, family },
        told,
      )
    },
    /** A row for each event, each mode and each family; equal battles make equal rows. */
    rows(): MetaRow[] {
      const events = [...groups.values()].map(rowOfGroup)
      const modes = Map.groupBy(events, ({ family, mode }) => `${family} ${mode}`)
      const families = Map.groupBy(events, ({ family }) => family)
      return [
        ...events,
        ...[...modes.values()].map((some) => sumOfRows(some, {})),
        ...[...families.values()].map((some) => sumOfRows(some, { mode: '' })),
      ]
    },
  }
}

function rowOfGroup({ tallies, ...group }: Group): MetaRow {
  const packed = (lobby: Lobby) => packTallies(tallies.get(lobby) ?? createTallies(0))
  return { ...group, ...ofLobbies(packed) }
}

function ofLobbies(packed: (lobby: Lobby) => Buffer): Record<Lobby, Buffer> {
  return {
    people: packed('people'),
    unknown: packed('unknown'),
    likely_bots: packed('likely_bots'),
    bots: packed('bots'),
  }
}

/** The rows of several events as one. */
function sumOfRows(rows: readonly MetaRow[], { mode = rows[0]?.mode ?? '' }: { mode?: string }): MetaRow {
  const sum = { family: rows[0]?.family ?? 'other', mode, eventId: 0, battles: 0, allBattles: 0, newestAt: new Date(0) }
  for (const row of rows) note(sum, { ...row, at: row.newestAt })
  return { ...sum, ...ofLobbies((lobby) => packTallies(talliesOf(rows.map((row) => row[lobby])))) }
}

function groupOf(groups: Map<string, Group>, key: Pick<Group, 'family' | 'mode' | 'eventId'>, newestAt: Date): Group {
  const name = `${key.family} ${key.eventId} ${key.mode}`
  const known = groups.get(name)
  if (known !== undefined) return known
  const group: Group = { ...key, battles: 0, allBattles: 0, newestAt, tallies: new Map() }
  groups.set(name, group)
  return group
}

function note(group: Omit<MetaRow, Lobby>, more: { at: Date; battles: number; allBattles: number }): void {
  group.battles += more.battles
  group.allBattles += more.allBattles
  if (more.at > group.newestAt) group.newestAt = more.at
}

function talliesOfLobby({ tallies }: Group, lobby: Lobby): Tallies {
  const known = tallies.get(lobby) ?? createTallies(BRAWLERS_AT_FIRST)
  tallies.set(lobby, known)
  return known
}

const isOfBots = (lobby: Lobby) => lobby === 'bots' || lobby === 'likely_bots'

/**
 * Whom each team met, as the players see it whose logs told the battle. They are people, so what their own tags look
 * like tells nothing: a team without any of them, such as one of bots, counts with those who met it.
 */
function lobbiesOf({ teams }: CountedBattle, { owners }: Told): Lobby[] {
  let place = 0
  const told = teams.map(({ lobby, fighters }) => {
    const isTold = fighters.some((_, seat) => isOwner(owners, place + seat))
    place += fighters.length
    return isTold ? lobby : null
  })
  const known = told.some((lobby) => lobby !== null) ? told : teams.map(({ lobby }) => lobby)
  const ofOthers = (['bots', 'likely_bots', 'people'] as const).find((lobby) => known.includes(lobby)) ?? 'unknown'
  return told.map((lobby) => lobby ?? ofOthers)
}

const isOwner = (owners: number, place: number) => Math.floor(owners / 2 ** place) % 2 === 1

type OfFamily = CountedBattle & { family: Family }

/** Counts all sides of a battle. In duels each brawler of a player is a pick, and they share the result. */
function countSides(ofTeams: readonly Tallies[], battle: OfFamily, { results, owners }: Told): void {
  const { family, format, star, teams } = battle
  let place = 0
  let rest = results
  for (const [index, { fighters }] of teams.entries()) {
    const tallies = ofTeams[index] as Tallies
    const code = rest % TEAM_SPAN
    rest = Math.floor(rest / TEAM_SPAN)
    for (const { brawlers } of fighters) {
      const side = isOwner(owners, place) ? 'tracked' : 'other'
      for (const { id, trophies } of brawlers) {
        const bin = family !== 'ladder' || trophies === null ? null : trophyBin(trophies)
        const at = beginOf(tallies, id) + stratumOf(side, bin) * WIDTH
        countPick(tallies, at, { code, format, isStar: place === star, teams: teams.length })
      }
      place += 1
    }
  }
}

const RESULT = new Map<number, 'wins' | 'losses' | 'draws'>([
  [RESULT_CODES.victory, 'wins'],
  [RESULT_CODES.defeat, 'losses'],
  [RESULT_CODES.draw, 'draws'],
])

type PickFacts = { code: number; format: Format; isStar: boolean; teams: number }

function countPick({ counts }: Tallies, at: number, { code, format, isStar, teams }: PickFacts): void {
  const add = (count: keyof typeof COUNTS, number = 1) => {
    counts[at + COUNTS[count]] = (counts[at + COUNTS[count]] ?? 0) + number
  }
  add('picks')
  if (isStar) add('stars')
  if (code === 0) return
  if (format === 'showdown') {
    add('placed')
    add('places', code)
    if (code <= Math.floor(teams / 2)) add('topHalves')
  } else add(RESULT.get(code) ?? 'draws')
}
