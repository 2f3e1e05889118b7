import { useSyncExternalStore } from 'react'
import { FAVOURITES_MAX, GUEST_FAVOURITES_MAX } from '#shared/limits.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { call } from './api-client.ts'
import { followText, hasLogin, readList, readText, writeText } from './storage.ts'

/** A club or player that the visitor has marked with a star. `account`: the account keeps it, and this is a copy. */
export type Favourite = { type: EntityType; tag: string; name: string; account?: true }

const KEY = 'delphin.favourites'
const NONE: readonly Favourite[] = []

/** The list is read anew only when the text under the key has changed: React compares lists by identity. */
let read: { text: string | null; list: readonly Favourite[] } = { text: null, list: NONE }

/** The favourites that this browser keeps, in their order: a guest's own, or a copy of the account's. */
export function favourites(): readonly Favourite[] {
  const text = readText(KEY)
  if (text !== read.text) read = { text, list: readList(KEY).filter(isFavourite) }
  return read.list
}

function isFavourite(kept: unknown): kept is Favourite {
  const { type, tag, name } = (kept ?? {}) as Partial<Record<keyof Favourite, unknown>>
  return (type === 'club' || type === 'player') && typeof tag === 'string' && typeof name === 'string'
}

/** The same for components; none while the browser takes over the server's page. */
export function useFavourites(): readonly Favourite[] {
  return useSyncExternalStore(followFavourites, favourites, () => NONE)
}

const followFavourites = followText(KEY)

export function keepFavourites(list: readonly Favourite[]): void {
  writeText(KEY, list.length === 0 ? null : JSON.stringify(list))
}

export const sameFavourite = (one: Pick<Favourite, 'type' | 'tag'>, other: Pick<Favourite, 'type' | 'tag'>) =>
  one.type === other.type && one.tag === other.tag

const bare = ({ type, tag }: Favourite) => ({ type, tag })

/**
 * Adds a favourite or removes it, in this browser and with the account where there is a login. Returns a sentence where it
 * was not kept; null otherwise.
 */
export async function toggleFavourite(favourite: Favourite): Promise<string | null> {
  const before = favourites()
  const isKept = before.some((each) => sameFavourite(each, favourite))
  const most = hasLogin() ? FAVOURITES_MAX : GUEST_FAVOURITES_MAX
  if (!isKept && before.length >= most) {
    return hasLogin() ? t('error.favouritesFull', { count: most }) : t('error.favouritesFullGuest', { count: most })
  }
  keepFavourites(isKept ? before.filter((each) => !sameFavourite(each, favourite)) : [...before, favourite])
  if (!hasLogin()) return null
  const { type, tag } = favourite
  const kept = isKept
    ? call('DELETE /api/favourites/{type}/{tag}', { params: { type, tag } })
    : call('POST /api/favourites', { body: { favourites: [{ type, tag }] } })
  return kept.then(takeAccounts, () => {
    keepFavourites(before)
    return t('error.notKept')
  })
}

export function orderFavourites(list: readonly Favourite[]): void {
  keepFavourites(list)
  // Without the account the order holds in this browser, which is what the visitor sees.
  if (hasLogin() && list.length > 0)
    void call('PUT /api/favourites', { body: { favourites: list.map(bare) } }).catch(() => null)
}

type Accounts = { favourites: readonly { type: EntityType; tag: string; name: string | null }[] }

function takeAccounts({ favourites: list }: Accounts): null {
  keepFavourites(list.map(({ type, tag, name }) => ({ type, tag, name: name ?? tag, account: true })))
  return null
}

/** Takes over the account's favourites; those that a guest has kept in this browser join them. */
export async function joinFavourites(): Promise<void> {
  const own = favourites().filter(({ account }) => !account)
  const answer =
    own.length === 0
      ? call('GET /api/favourites', undefined)
      : call('POST /api/favourites', { body: { favourites: own.map(bare) } })
  await answer.then(takeAccounts, () => null)
}
