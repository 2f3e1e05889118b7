import { CLUB_ROLES, type ClubRole } from './kinds.ts'
import { plainName } from './plain-name.ts'
import type { Region } from './regions.ts'

/** Words in capitals with a capital first letter only: `EL PRIMO` is `El Primo`, `8-BIT` is `8-Bit`. Other words stay. */
export function titleCase(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
}

/** The game's word for a mode in English: `brawlBall` is `Brawl Ball`, `knockout5V5` is `Knockout 5v5`. */
export function modeName(mode: string): string {
  if (mode === 'unknown') return 'Unknown mode'
  const words = mode.replace(/(\d)V(\d)/g, ' $1v$2').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The name of a brawler, which the game writes in capitals: `EL PRIMO` becomes `El Primo`. */
export function brawlerName(name: string): string {
  return titleCase(plainName(name))
}

/** The name of a map; one that nobody named has the number of its event. */
export function mapName(map: string | null, eventId: number): string {
  return map === null ? `Map ${eventId}` : plainName(map)
}

const ROLE_NAMES: Record<ClubRole, string> = {
  president: 'President',
  vicePresident: 'Vice President',
  senior: 'Senior',
  member: 'Member',
}

/** A role of the game's API in English: `vicePresident` is `Vice President`. Any other text stays as it is. */
export function roleName(role: string): string {
  const known = knownRole(role)
  return known === undefined ? role : ROLE_NAMES[known]
}

/** The order of roles: president 0, vice president 1, senior 2, member 3, any other text 4. */
export function roleRank(role: string): number {
  const known = knownRole(role)
  return known === undefined ? CLUB_ROLES.length : CLUB_ROLES.indexOf(known)
}

function knownRole(role: string): ClubRole | undefined {
  return CLUB_ROLES.find((each) => each === role)
}

/** Made on first use: few pages name countries. */
let countries: Intl.DisplayNames | undefined

/** A country's English name by its ISO 3166 code: `DE` is `Germany`. Any other text stays as it is. */
export function countryName(code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code
  countries ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
  return countries.of(code.toUpperCase()) ?? code
}

const REGION_NAMES: Record<Region, string> = { global: 'Global', na: 'Americas', eu: 'Europe', asia: 'Asia-Pacific' }

/** A part of the world in English. `na` is `Americas`, since Brazil belongs to it. */
export function regionName(region: Region): string {
  return REGION_NAMES[region]
}
