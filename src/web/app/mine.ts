import { useSyncExternalStore } from 'react'
import { DAY_MS } from '#shared/days.ts'
import { FAVOURITES_MAX, GUEST_FAVOURITES_MAX, VISIT_DAYS, VISITS_MAX } from '#shared/limits.ts'
import type { EntityType } from '#shared/tag.ts'
import { t } from '#shared/texts.ts'
import { call } from './api-client.ts'
import { followText, readList, readText, writeText } from './storage.ts'

/** The club or player that a visitor calls theirs. It proves nothing and needs no account. */
type Mine = { tag: string; name: string }

const KINDS = ['club', 'player'] as const satisfies EntityType[]
const keyOf = (kind: EntityType) => `delphin.${kind}` as const

/** What the visitor calls theirs; null for none, and while the browser takes over the server's page. */
export function useMine(kind: EntityType): Mine | null {
  const text = useSyncExternalStore(
    FOLLOW[kind],
    () => readText(keyOf(kind)),
    () => null,
  )
  const [tag, name] = text === null ? [] : readList(keyOf(kind))
  return typeof tag === 'string' && typeof name === 'string' ? { tag, name } : null
}

const FOLLOW = { club: followText('delphin.club'), player: followText('delphin.player') }

/** Keeps it in this browser, or forgets it. What is reserved for it on pages follows. */
function keepMine(kind: EntityType, mine: Mine | null): void {
  writeText(keyOf(kind), mine && JSON.stringify([mine.tag, mine.name]))
  const { dataset } = document.documentElement
  if (mine === null) delete dataset[kind]
  else dataset[kind] = ''
}

/** Keeps the visitor's choice in this browser and, where they are logged in, with the account. */
export function chooseMine(kind: EntityType, mine: Mine | null): void {
  keepMine(kind, mine)
  // Without the account the choice holds in this browser, which is what the visitor sees.
  if (hasLogin()) void call(`PUT /api/desk/my-${kind}`, { body: { tag: mine?.tag ?? null } }).catch(() => null)
}

/** After a login: takes over what is kept with the account, and gives the account what the guest has kept. */
export async function followAccount(): Promise<void> {
  void joinFavourites()
  const desks = await call('GET /api/desk/clubs', undefined).catch(() => null)
  if (desks === null) return
  for (const kind of KINDS) {
    const [tag] = readList(keyOf(kind))
    const ofAccount = desks[`my_${kind}`]
    if (tag === undefined) keepMine(kind, ofAccount)
    else if (ofAccount === null) void call(`PUT /api/desk/my-${kind}`, { body: { tag: String(tag) } }).catch(() => null)
  }
}

/** Whether this browser has a login, which may give a desk. Pages that know the session ask that instead. */
export function hasLogin(): boolean {
  return readText('delphin.token') !== null
}

/** A club or player that the visitor has marked with a star. `account`: the account keeps it, and this is a copy. */
export type Favourite = { type: EntityType; tag: string; name: string; account?: true }

const FAVOURITES = 'delphin.favourites'
const NONE: readonly Favourite[] = []

/** The list is read anew only when the text under the key has changed: React compares lists by identity. */
let read: { text: string | null; list: readonly Favourite[] } = { text: null, list: NONE }

/** The favourites that this browser keeps, in their order: a guest's own, or a copy of the account's. */
export function favourites(): readonly Favourite[] {
  const text = readText(FAVOURITES)
  if (text !== read.text) read = { text, list: readList(FAVOURITES).filter(isFavourite) }
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

const followFavourites = followText(FAVOURITES)

function keepFavourites(list: readonly Favourite[]): void {
  writeText(FAVOURITES, list.length === 0 ? null : JSON.stringify(list))
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

/** Forgets what the visitor calls theirs, so that the next user of the browser does not see it. */
export function forgetMine(): void {
  for (const kind of KINDS) keepMine(kind, null)
  keepFavourites([])
  writeText(VISITS, null)
}

const VISITS = 'delphin.visits'

/** The name under which visits of the dashboard are kept. */
export const DASHBOARD_VISIT = 'dashboard'

type Visit = { tag: string; at: string }

/** A page that is shown twice within this time is one visit: React mounts parts more than once. */
const ONE_VISIT_MS = 5000

const current = new Map<string, { at: number; before: Promise<string | null> }>()

/**
 * Notes a visit, and tells when the one before was: in this browser, or on any device of the account. Null for a first
 * one.
 */
export function lastVisit(tag: string): Promise<string | null> {
  const known = current.get(tag)
  const now = Date.now()
  if (known && now - known.at < ONE_VISIT_MS) return known.before
  const before = noteVisit(tag, now)
  current.set(tag, { at: now, before })
  return before
}

/** The browser's list is read before it is written. */
async function noteVisit(tag: string, now: number): Promise<string | null> {
  const kept = readList(VISITS)
    .filter(isVisit)
    .filter(({ at }) => now - Date.parse(at) < VISIT_DAYS * DAY_MS)
  const here = kept.find((visit) => visit.tag === tag)?.at ?? null
  const others = kept.filter((visit) => visit.tag !== tag)
  const visits = [{ tag, at: new Date(now).toISOString() }, ...others].slice(0, VISITS_MAX)
  writeText(VISITS, JSON.stringify(visits))
  if (!hasLogin()) return here
  const elsewhere = await call('POST /api/visits', { body: { tag } }).catch(() => null)
  const known = [here, elsewhere?.before ?? null].filter((at) => at !== null)
  return known.toSorted().at(-1) ?? null
}

function isVisit(kept: unknown): kept is Visit {
  const { tag, at } = (kept ?? {}) as Partial<Record<keyof Visit, unknown>>
  return typeof tag === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}
