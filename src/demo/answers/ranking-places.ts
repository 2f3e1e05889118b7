import { SMALL_COUNTRY_WEIGHT } from '../world/countries.ts'
import { mix } from '../world/random.ts'
import type { Club, Player } from '../world/world.ts'

/** Rows in a ranking. */
export const PLACES = 200

export const EVERYWHERE = 'GLOBAL'

type Resident = { index: number; tag: string; country: Player['country'] }

/** The players whom a country's ranking chooses from: its own, filled up when they are fewer than 200. */
export function playersOf(players: readonly Player[], country: string): readonly Player[] {
  return residents(players, country, ({ settled }) => settled)
}

export function clubsOf(clubs: readonly Club[], country: string): readonly Club[] {
  return residents(clubs, country, ({ scripted }) => scripted)
}

/**
 * Who lives in a country and, up to 200, guests: always the same for a country, people of small countries before
 * others, and never the landmarks, whose home stays plain.
 */
function residents<T extends Resident>(
  everyone: readonly T[],
  country: string,
  stays: (item: T) => boolean,
): readonly T[] {
  if (country === EVERYWHERE) return everyone
  const own = everyone.filter((item) => item.country.code === country)
  if (own.length >= PLACES) return own
  const salt = [...country].reduce((sum, letter) => mix(sum, letter.charCodeAt(0)), 1)
  const guests = everyone
    .filter((item) => item.country.code !== country && !stays(item))
    .map((item) => ({
      item,
      order: mix(salt, item.index) + (item.country.weight < SMALL_COUNTRY_WEIGHT ? 0 : 2 ** 32),
    }))
    .sort((a, b) => a.order - b.order)
  return [...own, ...guests.slice(0, PLACES - own.length).map(({ item }) => item)]
}
