import { sql } from 'kysely'
import { type Database, portionsOf } from '#server/database/database.ts'
import type { Battle, BattleTeam } from '#server/game/answers.ts'
import { type CountedBattle, createCount } from '#server/history/battles/count-picks.ts'
import { type PackedDay, packDay, packSide } from '#server/history/battles/pack-battles.ts'
import { ensurePartitions } from '#server/history/retention.ts'
import { addDays, calendarDay, dayOf, daysBetween } from '#shared/days.ts'
import { battle, team } from '#test/club-history.ts'

/** Battles of each member on each day, as the goal of speed asks for, and the days for which they go back. */
const BATTLES = 15
const DAYS = 90
/** Days of a member that differ; after them they come again. */
const PATTERNS = 7

const MODES = ['knockout', 'brawlBall', 'gemGrab', 'heist', 'hotZone', 'bounty', 'duoShowdown']
const MAPS = 5
const BRAWLERS = 12

/** Weeks of brawlers: the most that an answer is of, and those that it is compared with. */
const WEEKS = 16
/** Battles of a week: enough for every brawler with every number of trophies. */
const WEEK_BATTLES = 5000
const ALL_BRAWLERS = 100

/** Stores the battles of clubs whose members these tags are, up to today: what analytics read of them. */
export async function storeBattles(db: Database, clubs: readonly string[][]): Promise<void> {
  const today = dayOf(new Date())
  const days = Array.from({ length: DAYS }, (_, back) => addDays(today, -back))
  await ensurePartitions(
    db,
    days.map((day) => new Date(day)),
  )
  for (const members of clubs) {
    const rows = members.flatMap((tag, place) => {
      const patterns = Array.from({ length: PATTERNS }, (_, pattern) => packedDay(members, place, pattern))
      return days.map((day) => ({
        tag,
        day,
        ...(patterns[daysBetween(calendarDay('2020-01-01'), day) % PATTERNS] as PackedDay),
      }))
    })
    for (const some of portionsOf(rows)) await db.insertInto('player_battles').values(some.map(rowOf)).execute()
  }
  const tags = clubs.flat()
  await sql`
    insert into battle_log_coverage (player_tag, covered_from, covered_to, overflow, whole)
    select tag, ${new Date(days.at(-1) ?? today)}::timestamptz, ${new Date()}::timestamptz, false, true
    from unnest(${tags}::text[]) as t(tag)`.execute(db)
}

/** Stores what the last weeks tell of brawlers in all modes. Every week has the same battles. */
export async function storeMetaWeeks(db: Database): Promise<void> {
  const now = new Date()
  const count = createCount()
  const random = numbers(1)
  for (let fought = 0; fought < WEEK_BATTLES; fought++) {
    count.add(metaBattle(random), { results: random(2) === 0 ? 0x21 : 0x12, owners: 1 << random(6), at: now })
  }
  const monday = addDays(dayOf(now), -((now.getUTCDay() + 6) % 7))
  const rows = count.rows().flatMap(({ eventId: event_id, allBattles: all_battles, newestAt: newest_at, ...row }) => {
    return Array.from({ length: WEEKS }, (_, back) => {
      return { ...row, event_id, all_battles, newest_at, week: addDays(monday, -7 * back) }
    })
  })
  for (const some of portionsOf(rows)) await db.insertInto('meta_weeks').values(some).execute()
}

function metaBattle(random: (below: number) => number): CountedBattle {
  const mode = random(MODES.length - 1)
  const trophies = 200 * random(11)
  const fighters = () =>
    Array.from({ length: 3 }, () => ({ brawlers: [{ id: 16_000_000 + random(ALL_BRAWLERS), trophies }] }))
  return {
    type: 'ranked',
    format: 'teams',
    mode: MODES[mode] ?? 'knockout',
    eventId: 15_000_000 + 100 * mode + random(MAPS),
    teamsKnown: true,
    star: random(6),
    teams: [0, 1].map(() => ({ lobby: 'people' as const, fighters: fighters() })),
  }
}

function rowOf({ tag, day, sides, keys }: PackedDay & { tag: string; day: string }) {
  return { player_tag: tag, day, sides, keys }
}

/** Fifteen battles of an evening. In four of ten a clubmate was on the team; one in five was against bots. */
function packedDay(members: readonly string[], place: number, pattern: number): PackedDay {
  const random = numbers(place * PATTERNS + pattern + 1)
  let second = 30_000 + random(30_000)
  const sides = Array.from({ length: BATTLES }, (_, index) => {
    second += 150 + random(200)
    return { second, key: String(index).padStart(32, '0'), side: packSide(fought(members, place, random)) }
  })
  return packDay(sides)
}

function fought(members: readonly string[], place: number, random: (below: number) => number): Battle {
  const mode = random(MODES.length)
  const stranger = () => `#8${members[random(members.length)]?.slice(2) ?? ''}`
  const mate = random(10) < 4 ? (members[(place + 1 + random(3)) % members.length] ?? '') : stranger()
  const brawler = { id: 16_000_000 + Math.floor(random(BRAWLERS ** 2) ** 0.5), power: 11, trophies: 500 + random(900) }
  const own: BattleTeam = {
    ...team([members[place], mate, stranger()].join(' '), [brawler]),
    lobby: random(5) === 0 ? 'bots' : 'people',
  }
  const isShowdown = MODES[mode] === 'duoShowdown'
  return battle('2026-01-01T00:00Z', random(12) - 4, {
    mode: MODES[mode] ?? 'knockout',
    eventId: 15_000_000 + 100 * mode + random(MAPS),
    format: isShowdown ? 'showdown' : 'teams',
    result: isShowdown ? null : random(100) < 57 ? 'victory' : 'defeat',
    rank: isShowdown ? 1 + random(5) : null,
    durationSeconds: 60 + random(100),
    star: random(6),
    teams: [own, ...Array.from({ length: isShowdown ? 4 : 1 }, () => team('#2YL'))],
  })
}

/** The same numbers in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor(state / 65_536) % below
  }
}
