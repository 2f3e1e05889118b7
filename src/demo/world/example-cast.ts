import {
  CLUBLESS_PLAYER_TAG,
  DEFAULT_HISTORY_PLAYER_TAG,
  EXAMPLE_PLAYER_TAG,
  PLAYER_TAG_BEGINNING_WITH_2,
} from '../landmarks.ts'
import type { CharacterName } from './characters.ts'
import type { Role } from './world.ts'

/** A member of the example club. `level`: trophies at the epoch; a member without a tag gets one by chance. */
export type CastMember = {
  tag?: string
  name?: string
  character: CharacterName
  level: number
  role: Role
  scripts: readonly string[]
}

const WORLDWIDE = [
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
    const script = WORLDWIDE[(index * 5 + level) % WORLDWIDE.length] ?? 'latin'
    return { character, level, role, scripts: index % 2 === 0 ? [script] : ['latin'] }
  })
}

/** The members of the example club at the epoch: all kinds of players, many scripts. */
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

/** The member who leaves the example club and comes back, over and over. */
export const WANDERER = { index: 9, everyDays: 24, leavesOnDay: 15, returnsOnDay: 21 } as const

/** Every so many days the last newcomer leaves the example club in the morning and another joins in the afternoon. */
export const DAYS_BETWEEN_NEWCOMERS = 12

/** A player without a club at the epoch. */
export const LONER = { tag: CLUBLESS_PLAYER_TAG, character: 'regular', level: 20_000 } as const
