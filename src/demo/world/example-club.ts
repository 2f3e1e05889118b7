import { itemAt, type Random } from '#shared/random.ts'
import { CHARACTERS, type CharacterName } from './characters.ts'
import {
  changeRole,
  currentMembership,
  currentVersion,
  findFreePlayer,
  isFull,
  joinClub,
  leaveClub,
  openClub,
} from './clubs.ts'
import { COUNTRIES } from './countries.ts'
import {
  CLUBLESS_PLAYER_TAG,
  DEFAULT_HISTORY_PLAYER_TAG,
  EXAMPLE_CLUB_TAG,
  EXAMPLE_PLAYER_TAG,
  PLAYER_TAG_BEGINNING_WITH_2,
} from './landmarks.ts'
import { addPlayer } from './players.ts'
import { DAY, type Seconds } from './time.ts'
import type { Club, Role, World } from './world.ts'

/** A member of the example club. `level`: trophies at the epoch. A member without a tag gets a random one. */
type CastMember = {
  tag?: string
  name?: string
  character: CharacterName
  level: number
  role: Role
  scripts: readonly string[]
}

/** Scripts of members who have no name here. A change of this list changes their names. */
const CAST_SCRIPTS = [
  'latin',
  'french',
  'cyrillic',
  'arabic',
  'hebrew',
  'han',
  'kana',
  'hangul',
  'greek',
  'turkish',
  'thai',
  'devanagari',
]

function extras(character: CharacterName, levels: readonly number[], role: Role = 'member'): CastMember[] {
  return levels.map((level, index) => {
    const script = CAST_SCRIPTS[(index * 5 + level) % CAST_SCRIPTS.length] ?? 'latin'
    return { character, level, role, scripts: index % 2 === 0 ? [script] : ['latin'] }
  })
}

/** The members of the example club at the epoch: all kinds of players, with names in many scripts. */
export const EXAMPLE_CAST: readonly CastMember[] = [
  { character: 'keen', level: 72_000, role: 'president', name: 'Captain Puffin 🐧', scripts: ['latin'] },
  {
    tag: EXAMPLE_PLAYER_TAG,
    name: '<c3>Lucky</c> Otter🌸',
    character: 'keen',
    level: 54_000,
    role: 'vicePresident',
    scripts: ['latin'],
  },
  {
    tag: PLAYER_TAG_BEGINNING_WITH_2,
    name: 'Тихий_Лис',
    character: 'regular',
    level: 41_000,
    role: 'senior',
    scripts: ['cyrillic'],
  },
  {
    tag: DEFAULT_HISTORY_PLAYER_TAG,
    name: 'そらのねこ',
    character: 'keen',
    level: 47_000,
    role: 'senior',
    scripts: ['kana'],
  },
  { character: 'regular', level: 38_000, role: 'member', name: 'نجم الليل', scripts: ['arabic'] },
  { character: 'regular', level: 33_000, role: 'member', name: 'כוכב כחול', scripts: ['hebrew'] },
  ...extras('keen', [61_000, 29_000]),
  ...extras('regular', [56_000, 44_500, 36_000, 27_500, 23_500, 21_000]),
  ...extras('climber', [24_000, 16_500]),
  ...extras('weekend', [35_000, 26_000, 18_000]),
  ...extras('casual', [31_000, 14_000, 9_500]),
  ...extras('fading', [39_000]),
  ...extras('returner', [30_500, 22_500]),
  ...extras('ghost', [48_000], 'vicePresident'),
  ...extras('ghost', [25_500, 12_000, 6_300]),
]

/** The member who leaves the example club and returns in each cycle of days. */
export const WANDERER = { index: 9, everyDays: 24, leavesOnDay: 15, returnsOnDay: 21 } as const

/** At these intervals the last newcomer leaves the example club in the morning and another joins in the afternoon. */
const DAYS_BETWEEN_NEWCOMERS = 12

/** A player without a club at the epoch. */
export const LONER = { tag: CLUBLESS_PLAYER_TAG, character: 'regular', level: 20_000 } as const

const COUNTRY_CODE = 'CA'
const LEVEL = 30_000

/** Adds the example club with its written cast. */
export function addExampleClub(world: World, random: Random): void {
  const country = COUNTRIES.find(({ code }) => code === COUNTRY_CODE)
  if (country === undefined) throw new RangeError(`no home country ${COUNTRY_CODE}`)
  const members = EXAMPLE_CAST.map(({ character, role, ...sketch }) => ({
    role,
    player: addPlayer(world, random, { ...sketch, character: CHARACTERS[character], country, settled: true }),
  }))
  const settings = {
    name: 'Star<c2>Harbour</c>🌊',
    description: 'Friendly and active | 🇨🇦🇫🇷🇯🇵 everybody welcome | be kind, have fun ✨ ',
    type: 'open',
    badgeId: 8_000_017,
    requiredTrophies: 5000,
    isFamilyFriendly: true,
  } as const
  openClub(world, { tag: EXAMPLE_CLUB_TAG, country, level: LEVEL, mood: 'lively', scripted: true }, settings, members)
}

const HOUR = 3600
const DAYS_BETWEEN_ROLE_CHANGES = 9

/** Simulates a day of the example club by a script, so that it always has a newcomer and a member who returned. */
export function simulateExampleClub(world: World, day: number, random: Random): void {
  const club = itemAt(world.clubs, 0)
  const start = world.epoch + day * DAY
  if (day % DAYS_BETWEEN_NEWCOMERS === 0) swapNewcomers(world, club, start, random)
  moveWanderer(world, club, day, start)
  if (day % DAYS_BETWEEN_ROLE_CHANGES === 7) changeRole(club, start + 20 * HOUR, random)
}

function swapNewcomers(world: World, club: Club, start: Seconds, random: Random): void {
  const guest = currentVersion(club).members.find(({ player }) => player.index >= EXAMPLE_CAST.length)
  if (guest !== undefined) leaveClub(club, guest.player, start + 9 * HOUR)
  if (isFull(club)) return
  const joins = start + 15 * HOUR
  const newcomer =
    findFreePlayer(world, joins, random, ({ character }) => character.name === 'newcomer') ??
    findFreePlayer(world, joins, random, ({ character }) => character.activeShare > 0)
  if (newcomer !== null) joinClub(club, newcomer, joins)
}

function moveWanderer(world: World, club: Club, day: number, start: Seconds): void {
  const wanderer = itemAt(world.players, WANDERER.index)
  const dayOfCycle = day % WANDERER.everyDays
  const away = currentMembership(wanderer).club !== club
  if (dayOfCycle === WANDERER.leavesOnDay && !away) leaveClub(club, wanderer, start + 18 * HOUR)
  if (dayOfCycle === WANDERER.returnsOnDay && away) joinClub(club, wanderer, start + 16 * HOUR)
}
