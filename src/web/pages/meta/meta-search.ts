import { keepPreviousData } from '@tanstack/react-query'
import { useCallback } from 'react'
import { t } from '#shared/texts.ts'
import { oneOf, wholeNumberOf } from '#web/app/addresses.ts'
import type { Answer } from '#web/app/api-client.ts'
import { query } from '#web/app/queries.ts'
import { IN_PLACE, useNavigate } from '#web/router/Link.tsx'

export const FAMILIES = [
  ['ladder', 'meta.ladder'],
  ['ranked', 'meta.ranked'],
] as const
type Family = (typeof FAMILIES)[number][0]

export const WEEKS = [
  ['1', 'meta.sinceMonday'],
  ['4', 'meta.weeks4'],
  ['8', 'meta.weeks8'],
  ['12', 'meta.weeks12'],
] as const

const BIN_SIZE = 200
const LAST_BIN = 2000

/** Trophies of a brawler, by the lowest of each bin. */
const BINS = Array.from({ length: LAST_BIN / BIN_SIZE + 1 }, (_, place) => place * BIN_SIZE)

/** `200 to 399`. */
export function binWords(from: number): string {
  return from === LAST_BIN ? t('meta.lastBin', { from }) : t('meta.bin', { from, to: from + BIN_SIZE - 1 })
}

/** The choices of trophies with their words. */
export function binChoices(): (readonly [value: string, label: string])[] {
  return [['', t('meta.all')], ...BINS.map((from) => [String(from), binWords(from)] as const)]
}

/** Which battles the address asks for. What is absent has its default: four weeks of the ladder. */
export type MetaSearch = {
  tab?: 'maps' | undefined
  family?: 'ranked' | undefined
  mode?: string | undefined
  bin?: number | undefined
  weeks?: 1 | 8 | 12 | undefined
}

/** Reads the query string. Values that are not valid are left out, and so get their defaults. */
export function metaSearchOf(raw: Record<string, unknown>): MetaSearch {
  const weeks = ([1, 8, 12] as const).find((each) => String(each) === String(raw.weeks))
  const bin = wholeNumberOf(raw.bin)
  const family = oneOf(['ranked'], raw.family)
  const isBin = family === undefined && bin !== undefined && bin <= LAST_BIN && bin % BIN_SIZE === 0
  return {
    ...(raw.tab === 'maps' && { tab: 'maps' }),
    ...(family && { family }),
    ...(typeof raw.mode === 'string' && /^\w{1,40}$/.test(raw.mode) && { mode: raw.mode }),
    ...(isBin && { bin }),
    ...(weeks && { weeks }),
  }
}

type Where = { to: '/meta' } | { to: '/meta/map/$id' | '/meta/brawler/$id'; params: { id: string } }

/** Shows other battles by changing the address. */
export function useMetaSearch(where: Where): (search: MetaSearch) => void {
  const navigate = useNavigate()
  const to = JSON.stringify(where)
  return useCallback(
    (search) => {
      void navigate({ ...(JSON.parse(to) as Where), search: metaSearchOf(search), ...IN_PLACE })
    },
    [navigate, to],
  )
}

const KEEP_PREVIOUS = { placeholderData: keepPreviousData } as const

/** What the call is asked for, with the defaults of the pages. */
function toQuery({ family, bin, weeks }: MetaSearch) {
  const chosen: { family: Family; weeks: 1 | 4 | 8 | 12 } = { family: family ?? 'ladder', weeks: weeks ?? 4 }
  return bin === undefined ? chosen : { ...chosen, bin }
}

export function metaQuery(search: MetaSearch, event?: number) {
  const { mode } = search
  const of = {
    ...toQuery(search),
    ...(mode !== undefined && { mode }),
    ...(event !== undefined && { event_id: event }),
  }
  return { ...query('GET /api/analytics/meta', { query: of }), ...KEEP_PREVIOUS }
}

export function brawlerQuery(id: number, search: MetaSearch) {
  const input = { params: { brawler_id: id }, query: toQuery(search) }
  return { ...query('GET /api/analytics/meta/brawler/{brawler_id}', input), ...KEEP_PREVIOUS }
}

export const mapsQuery = query('GET /api/analytics/maps', undefined)

export type Meta = Answer<'GET /api/analytics/meta'>
export type BrawlerRow = Meta['brawlers'][number]

/** How many choices differ from the usual ones. */
export function activeChoices({ tab: _tab, ...search }: MetaSearch): number {
  return Object.values(search).filter((value) => value !== undefined).length
}
