import { EXAMPLE_CLUB_TAG } from '../landmarks.ts'
import { openClub } from './add-clubs.ts'
import { addPlayer } from './add-player.ts'
import { CHARACTERS } from './characters.ts'
import { COUNTRIES } from './countries.ts'
import { EXAMPLE_CAST } from './example-cast.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const COUNTRY_CODE = 'CA'
const LEVEL = 30_000

/** Adds the example club with the cast that is written down for it. */
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
  openClub(world, { tag: EXAMPLE_CLUB_TAG, country, level: LEVEL, scripted: true }, settings, members)
}
