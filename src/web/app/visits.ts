import { DAY_MS } from '#shared/days.ts'
import { VISIT_DAYS, VISITS_MAX } from '#shared/limits.ts'
import { call } from './api-client.ts'
import { hasLogin, readList, writeText } from './storage.ts'

const KEY = 'delphin.visits'

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
  const kept = readList(KEY)
    .filter(isVisit)
    .filter(({ at }) => now - Date.parse(at) < VISIT_DAYS * DAY_MS)
  const here = kept.find((visit) => visit.tag === tag)?.at ?? null
  const others = kept.filter((visit) => visit.tag !== tag)
  const visits = [{ tag, at: new Date(now).toISOString() }, ...others].slice(0, VISITS_MAX)
  writeText(KEY, JSON.stringify(visits))
  if (!hasLogin()) return here
  const elsewhere = await call('POST /api/visits', { body: { tag } }).catch(() => null)
  const known = [here, elsewhere?.before ?? null].filter((at) => at !== null)
  return known.toSorted().at(-1) ?? null
}

function isVisit(kept: unknown): kept is Visit {
  const { tag, at } = (kept ?? {}) as Partial<Record<keyof Visit, unknown>>
  return typeof tag === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}

export function forgetVisits(): void {
  writeText(KEY, null)
}
