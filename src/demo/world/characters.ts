/** On which days a player plays. */
type Rhythm = 'steady' | 'weekend' | 'fading' | 'on-and-off'

/**
 * A kind of player. `activeShare`: chance to play on a day of the rhythm. `battles`: median of an active day. `winRate`:
 * in a team battle at about 600 trophies. `trophies`: factor on the club's level.
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

export const CHARACTERS = {
  keen: { name: 'keen', weight: 10, rhythm: 'steady', activeShare: 0.85, battles: 13, winRate: 0.6, trophies: 1.3 },
  regular: {
    name: 'regular',
    weight: 20,
    rhythm: 'steady',
    activeShare: 0.45,
    battles: 8,
    winRate: 0.56,
    trophies: 1.1,
  },
  casual: { name: 'casual', weight: 22, rhythm: 'steady', activeShare: 0.15, battles: 5, winRate: 0.53, trophies: 0.8 },
  weekend: { name: 'weekend', weight: 8, rhythm: 'weekend', activeShare: 0.8, battles: 11, winRate: 0.55, trophies: 1 },
  climber: {
    name: 'climber',
    weight: 3,
    rhythm: 'steady',
    activeShare: 0.95,
    battles: 24,
    winRate: 0.66,
    trophies: 0.9,
  },
  newcomer: {
    name: 'newcomer',
    weight: 4,
    rhythm: 'steady',
    activeShare: 0.7,
    battles: 10,
    winRate: 0.56,
    trophies: 0.15,
  },
  fading: { name: 'fading', weight: 4, rhythm: 'fading', activeShare: 0.7, battles: 8, winRate: 0.54, trophies: 1 },
  returner: {
    name: 'returner',
    weight: 4,
    rhythm: 'on-and-off',
    activeShare: 0.75,
    battles: 10,
    winRate: 0.57,
    trophies: 1,
  },
  sleeper: { name: 'sleeper', weight: 8, rhythm: 'steady', activeShare: 0.02, battles: 3, winRate: 0.5, trophies: 0.7 },
  ghost: { name: 'ghost', weight: 18, rhythm: 'steady', activeShare: 0, battles: 0, winRate: 0.5, trophies: 0.6 },
} as const satisfies Record<string, Character>

export type CharacterName = keyof typeof CHARACTERS

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
