import { pickWeighted, type Random } from '#shared/random.ts'

/** On which days a player plays. */
type Rhythm = 'steady' | 'weekend' | 'fading' | 'on-and-off'

/**
 * A kind of player. `weight`: share among those who play, or among those who hardly do. `activeShare`: chance to play on a
 * day of the rhythm. `battles`: median of an active day. `winRate`: against people, in a team battle at about 600 trophies.
 * `trophies`: factor on the club's level.
 */
export type Character = {
  name: string
  weight: number
  rhythm: Rhythm
  activeShare: number
  battles: number
  winRate: number
  trophies: number
}

const steady = { rhythm: 'steady', trophies: 1 } as const

const PLAYING = {
  keen: { ...steady, name: 'keen', weight: 12, activeShare: 0.9, battles: 18, winRate: 0.51, trophies: 1.1 },
  regular: { ...steady, name: 'regular', weight: 20, activeShare: 0.6, battles: 14, winRate: 0.48, trophies: 1.05 },
  casual: { ...steady, name: 'casual', weight: 18, activeShare: 0.2, battles: 10, winRate: 0.45 },
  weekend: {
    name: 'weekend',
    weight: 8,
    rhythm: 'weekend',
    activeShare: 0.85,
    battles: 15,
    winRate: 0.47,
    trophies: 1,
  },
  climber: { ...steady, name: 'climber', weight: 3, activeShare: 0.95, battles: 30, winRate: 0.54, trophies: 0.9 },
  newcomer: { ...steady, name: 'newcomer', weight: 4, activeShare: 0.7, battles: 14, winRate: 0.48, trophies: 0.2 },
  fading: { name: 'fading', weight: 5, rhythm: 'fading', activeShare: 0.75, battles: 12, winRate: 0.45, trophies: 1 },
  returner: {
    name: 'returner',
    weight: 6,
    rhythm: 'on-and-off',
    activeShare: 0.8,
    battles: 14,
    winRate: 0.47,
    trophies: 1,
  },
} as const satisfies Record<string, Character>

const SILENT = {
  sleeper: { ...steady, name: 'sleeper', weight: 62, activeShare: 0.04, battles: 7, winRate: 0.44, trophies: 0.9 },
  ghost: { ...steady, name: 'ghost', weight: 38, activeShare: 0, battles: 0, winRate: 0.5, trophies: 0.85 },
} as const satisfies Record<string, Character>

export const CHARACTERS = { ...PLAYING, ...SILENT }

export type CharacterName = keyof typeof CHARACTERS

/** A random character; `silentShare` is the chance that it hardly ever plays. */
export function pickCharacter(random: Random, silentShare: number): Character {
  return pickWeighted<Character>(random, Object.values(random() < silentShare ? SILENT : PLAYING))
}

const FADE_DAYS = 40
const CYCLE_DAYS = 45
const AWAY_DAYS = 20

/** The chance to play on a day. `day` counts from the epoch, `weekday` 0 is Sunday, `phase` shifts cycles by days. */
export function chanceOfPlaying(character: Character, day: number, weekday: number, phase: number): number {
  const weekend = weekday === 0 || weekday >= 5
  switch (character.rhythm) {
    case 'weekend':
      return weekend ? character.activeShare : 0
    case 'fading':
      return character.activeShare * 0.5 ** (day / FADE_DAYS)
    case 'on-and-off':
      return (day + phase) % CYCLE_DAYS < AWAY_DAYS ? 0 : character.activeShare
    case 'steady':
      return character.activeShare * (weekend ? 1.05 : 0.95)
  }
}
