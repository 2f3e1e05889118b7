import { CLUB_ROLES, type ClubRole } from './kinds.ts'
import type { Language } from './languages.ts'
import { plainName } from './plain-name.ts'
import type { Region } from './regions.ts'
import { type PlainTextId, pageLanguage, t } from './texts.ts'

/** Words in capitals with a capital first letter only: `EL PRIMO` is `El Primo`, `8-BIT` is `8-Bit`. Other words stay. */
export function titleCase(text: string): string {
  return text.replace(/\p{Lu}{2,}/gu, (word) => word.slice(0, 1) + word.slice(1).toLowerCase())
}

/** The modes whose names the game translates, and so do we. Each has a drawing (web/ui/modes.svg). */
export const MODE_NAMES: readonly PlainTextId[] = [
  'game.gemGrab',
  'game.heist',
  'game.bounty',
  'game.brawlBall',
  'game.soloShowdown',
  'game.duoShowdown',
  'game.trioShowdown',
  'game.hotZone',
  'game.knockout',
  'game.duels',
  'game.wipeout',
  'game.brawlHockey',
  'game.basketBrawl',
  'game.volleyBrawl',
  'game.payload',
  'game.holdTheTrophy',
  'game.presentPlunder',
  'game.takedown',
  'game.bossFight',
  'game.roboRumble',
  'game.bigGame',
  'game.hunters',
  'game.paintBrawl',
  'game.tokenRun',
  'game.brawlArena',
  'game.soulCollector',
]

/** The game's word for a mode: `brawlBall` is `Brawl Ball`, `knockout5V5` is `Knockout 5v5`. A new mode keeps its word. */
export function modeName(mode: string): string {
  if (mode === 'unknown') return t('game.unknownMode')
  const [, known = '', size] = /^(.+?)(\d+V\d+)?$/.exec(mode) ?? []
  const id = MODE_NAMES.find((each) => each === `game.${known}`)
  if (id !== undefined) return size === undefined ? t(id) : `${t(id)} ${size.toLowerCase()}`
  const words = mode.replace(/(\d)V(\d)/g, ' $1v$2').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** The name of a brawler, which the game writes in capitals: `EL PRIMO` becomes `El Primo`. */
export function brawlerName(name: string): string {
  return titleCase(plainName(name))
}

/** The name of a map; one that nobody named has the number of its event. */
export function mapName(map: string | null, eventId: number): string {
  return map === null ? t('game.map', { id: String(eventId) }) : plainName(map)
}

const ROLE_NAMES: Record<ClubRole, PlainTextId> = {
  president: 'game.president',
  vicePresident: 'game.vicePresident',
  senior: 'game.senior',
  member: 'game.member',
}

/** A role of the game's API in words: `vicePresident` is `Vice President`. Any other text stays as it is. */
export function roleName(role: string): string {
  const known = knownRole(role)
  return known === undefined ? role : t(ROLE_NAMES[known])
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
const countries = new Map<Language, Intl.DisplayNames>()

/** A country's name by its ISO 3166 code: `DE` is `Germany`. Any other text stays as it is. */
export function countryName(code: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code
  const language = pageLanguage()
  const names = countries.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'code' })
  countries.set(language, names)
  return names.of(code.toUpperCase()) ?? code
}

const REGION_NAMES: Record<Region, PlainTextId> = {
  global: 'game.global',
  na: 'game.americas',
  eu: 'game.europe',
  asia: 'game.asia',
}

/** A part of the world. `na` is `Americas`, since Brazil belongs to it. */
export function regionName(region: Region): string {
  return t(REGION_NAMES[region])
}
