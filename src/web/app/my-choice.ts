import { useSyncExternalStore } from 'react'
import type { EntityType } from '#shared/tag.ts'
import { call } from './api-client.ts'
import { followText, hasLogin, readList, readText, writeText } from './storage.ts'

/** The club or player that a visitor calls theirs. It proves nothing and needs no account. */
type Mine = { tag: string; name: string }

const KEYS = { club: 'delphin.club', player: 'delphin.player' } as const satisfies Record<EntityType, string>
const FOLLOW = { club: followText(KEYS.club), player: followText(KEYS.player) }

/** What the visitor calls theirs; null for none, and while the browser takes over the server's page. */
export function useMine(kind: EntityType): Mine | null {
  const text = useSyncExternalStore(
    FOLLOW[kind],
    () => readText(KEYS[kind]),
    () => null,
  )
  return text === null ? null : readMine(kind)
}

/** What this browser keeps as the visitor's own. */
export function readMine(kind: EntityType): Mine | null {
  const [tag, name] = readList(KEYS[kind])
  return typeof tag === 'string' && typeof name === 'string' ? { tag, name } : null
}

/** Keeps it in this browser, or forgets it. What is reserved for it on pages follows. */
export function keepMine(kind: EntityType, mine: Mine | null): void {
  writeText(KEYS[kind], mine && JSON.stringify([mine.tag, mine.name]))
  const { dataset } = document.documentElement
  if (mine === null) delete dataset[kind]
  else dataset[kind] = ''
}

/** Keeps the visitor's choice in this browser and, where they are logged in, with the account. */
export function chooseMine(kind: EntityType, mine: Mine | null): void {
  keepMine(kind, mine)
  if (hasLogin()) keepWithAccount(kind, mine)
}

/** Without the account the choice holds in this browser, which is what the visitor sees. */
export function keepWithAccount(kind: EntityType, mine: Mine | null): void {
  void call(`PUT /api/desk/my-${kind}`, { body: { tag: mine?.tag ?? null } }).catch(() => null)
}
