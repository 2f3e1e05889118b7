import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows, VISITORS_LIMIT } from '#server/database/database.ts'
import { TROPHY_RANGES, trophyFilter } from '#shared/bands.ts'
import { REGIONS } from '#shared/regions.ts'
import { normaliseTag, TAG_ALPHABET } from '#shared/tag.ts'
import { type ClubWishes, type FacetFilter, facetArray, facetsOf, matchFilter, matchWishes, totalOf } from './facets.ts'
import { type ChosenPage, choosePage, columnsOf, knownPage, orderBy, type PageRequest, sortKeys } from './page-tags.ts'
import { foldName, isBeyondAscii } from './searchable-names.ts'

/** A page of clubs or players that match a filter and, where one is given, a text; for a statement that goes on with it. */
export async function findPage(db: Database, request: PageRequest, search?: string): Promise<ChosenPage> {
  if (search === undefined) return request.filter.wishes ? wishedPage(db, request) : choosePage(db, request)
  const { tags, total, more } = await searchTags(db, search, request)
  return knownPage(tags, total, more)
}

/**
 * The clubs that offer what is wished, counted and sorted in one pass over all clubs, within the statement that reads the
 * page. What is not wished is null there, so that all such statements have one text for each order and stay planned.
 */
export function wishedPage(db: Database, request: PageRequest, countedMax = COUNTED_MAX): ChosenPage {
  const { sort, limit, offset, filter } = request
  const keys = sortKeys('club', sort)
  const search: Search = { word: '', text: '', request, byMatch: false }
  return {
    start: sql`
    with matching as materialized (
      select ${columnsOf(keys)} from club_summaries where ${matchFilter(filter)} limit ${countedMax + 1}::integer
    ), counted as materialized (select count(*)::integer as total from matching)`,
    tags: sql`array(select tag from matching order by ${orderBy(keys)} limit ${limit}::integer offset ${offset}::integer)`,
    total: sql`(select total from counted)`,
    more: sql`(select total > ${countedMax}::integer from counted)`,
    beyond: async () => {
      const tags = offset >= countedMax ? [] : await pageOfMany(db, search, Math.min(limit, countedMax - offset))
      return knownPage(tags, countedMax, true)
    },
  }
}

/** A trigram index needs three letters; shorter words are looked for elsewhere. */
const INSIDE_FROM = 3

const WORD_START = /^[a-z0-9]./

const TAG_LETTERS = new RegExp(`^#?[${TAG_ALPHABET}O]+$`, 'i')

/** The most matches that are counted and can be paged through. Nobody reads more. */
const COUNTED_MAX = 10_000

/** The first matches by the order that are looked through for the better one, where more match than are counted. */
const COMPARED_MAX = 1_000

type Found = { tags: string[]; total: number; more: boolean }

const NOTHING: Found = { tags: [], total: 0, more: false }

/**
 * The tags of a page of what matches a text, and how many there are: names present and past, and tags, in any case and
 * with or without accents. Sorted by popularity (the default) the better match comes first: exact, then the beginning
 * of the name, then inside it, then a former name. Any other sort is kept to as it is. Beyond 10,000 matches no more are
 * counted: `more` is true then, and after the exact match only the most popular 1,000 are compared.
 */
export async function searchTags(
  db: Database,
  text: string,
  request: PageRequest,
  countedMax = COUNTED_MAX,
): Promise<Found> {
  const word = foldName(text)
  if (word === '') return NOTHING
  const search: Search = { word, text, request, byMatch: request.sort === 'popularity' }
  const found = await countedPage(db, search, countedMax)
  if (found.total <= countedMax) return found
  const { limit, offset } = request
  const tags = offset >= countedMax ? [] : await pageOfMany(db, search, Math.min(limit, countedMax - offset))
  return { tags, total: countedMax, more: true }
}

type Search = { word: string; text: string; request: PageRequest; byMatch: boolean }

/** All matches, counted and sorted. Past `countedMax` the total is higher by one, and there are no tags. */
async function countedPage(db: Database, search: Search, countedMax: number): Promise<Found> {
  const { type, sort, limit, offset } = search.request
  const keys = sortKeys(type, sort)
  const [found] = await queryRows(
    db,
    { total: z.int(), tags: z.array(z.string()) },
    sql`
    with matching as materialized (
      select ${comparedColumns(search)} ${matchingOf(search)} limit ${countedMax + 1}
    ), counted as (select count(*)::integer as total from matching)
    select total, array(
      select tag from matching where total <= ${countedMax}
      order by ${orderByMatch(search)} ${orderBy(keys)} limit ${limit} offset ${offset}) as tags
    from counted`,
    VISITORS_LIMIT,
  )
  return found === undefined ? NOTHING : { ...found, more: false }
}

/**
 * A page of very many matches. An index is walked in the order of the list until there are enough: where very many match,
 * that is soon. The better match is looked for among the first of them, and an exact one is found in any case.
 */
async function pageOfMany(db: Database, search: Search, limit: number): Promise<string[]> {
  const { request, byMatch, word, text } = search
  const { type, sort, offset } = request
  const keys = sortKeys(type, sort)
  const walk = (count: number) =>
    sql`select ${comparedColumns(search)} ${matchingOf(search)} order by ${orderBy(keys)} limit ${count}`
  const exact = sql`select ${comparedColumns(search)} from ${sql.table(`${type}_summaries`)}
    where (name_folded = ${word} or tag = ${normaliseTag(text) ?? ''}) ${within(request.filter)} limit ${COMPARED_MAX}`
  const compared = byMatch && offset + limit <= COMPARED_MAX
  const rows = await queryRows(
    db,
    { tag: z.string() },
    compared
      ? sql`
      select tag from ((${walk(COMPARED_MAX)}) union (${exact})) first
      order by ${orderByMatch(search)} ${orderBy(keys)} limit ${limit} offset ${offset}`
      : sql`select tag from (${walk(offset + limit)}) page order by ${orderBy(keys)} limit ${limit} offset ${offset}`,
    VISITORS_LIMIT,
  )
  return rows.map(({ tag }) => tag)
}

/** The columns of the order, and what the better match is found by. */
function comparedColumns({ byMatch, request: { type, sort } }: Search): RawBuilder<unknown> {
  const columns = columnsOf(sortKeys(type, sort))
  return byMatch ? sql`${columns}, name_folded` : columns
}

function matchingOf({ word, text, request: { type, filter } }: Search): RawBuilder<unknown> {
  return sql`from ${sql.table(`${type}_summaries`)} where (${matches(word, text)}) ${within(filter)}`
}

function orderByMatch({ byMatch, word, text }: Search): RawBuilder<unknown> {
  return byMatch ? sql`${closeness(word, text)},` : sql``
}

function matches(word: string, text: string): RawBuilder<unknown> {
  if (word === '') return sql`true`
  const tag = tagPart(text)
  const patterns = [...word].length < INSIDE_FROM ? shortPatterns(word, tag) : insidePatterns(word, tag)
  return sql.join(patterns, sql` or `)
}

/**
 * Words of one or two letters. Letters beyond ASCII are found anywhere in a name. Those of ASCII are in half of all
 * names: they are found at the start of the name, and two of them at the start of any word of a present or former name,
 * which is as much as trigrams can do.
 */
function shortPatterns(word: string, tag: string | null): RawBuilder<unknown>[] {
  const byName = sql`name_folded like ${`${escapeLike(word)}%`}`
  if (isBeyondAscii(word)) return [byName, sql`short_grams @> array[${word}]::text[]`]
  const byTag = tag === null ? [] : [sql`tag like ${`#${tag}%`}`]
  const byWord = WORD_START.test(word)
    ? [' ', '\n'].map((sign) => sql`search_text like ${`%${sign}${escapeLike(word)}%`}`)
    : []
  return [byName, ...byTag, ...byWord]
}

/** The search text holds the tag too, in small letters. */
function insidePatterns(word: string, tag: string | null): RawBuilder<unknown>[] {
  const inside = new Set([word, ...(tag === null ? [] : [tag.toLowerCase()])])
  return [...inside].map((part) => sql`search_text like ${`%${escapeLike(part)}%`}`)
}

function closeness(word: string, text: string): RawBuilder<unknown> {
  const start = escapeLike(word)
  return sql`case
    when name_folded = ${word} or tag = ${normaliseTag(text) ?? ''} then 0
    when name_folded like ${`${start}%`} or tag like ${`#${tagPart(text) ?? '#'}%`} then 1
    when name_folded like ${`%${start}%`} then 2
    else 3 end`
}

/** The letters of a tag, or of a part of one, without `#`; null when the text cannot be part of a tag. */
function tagPart(text: string): string | null {
  const trimmed = text.trim()
  return TAG_LETTERS.test(trimmed) ? trimmed.replace('#', '').toUpperCase().replaceAll('O', '0') : null
}

function within(filter: FacetFilter): RawBuilder<unknown> {
  const facets = facetsOf(filter)
  const { min, max } = filter.trophies ?? { min: 0, max: null }
  const inFacets = facets === null ? sql`` : sql` and facet = any(${facetArray(facets)})`
  const upper = max === null ? sql`` : sql` and trophies <= ${max}`
  return sql`${inFacets} and trophies >= ${min}${upper}${matchWishes(filter.wishes)}`
}

/** Only the most frequent countries are counted. */
const COUNTRIES_MAX = 40

const LEVELS = ['high', 'medium', 'low'] as const

/**
 * How many clubs each choice of the filters would list, the other filters as they are. All clubs are looked at once: there
 * are some thirty times fewer of them than players.
 */
export async function countChoices(db: Database, filter: FacetFilter, text?: string) {
  const { wishes = {} } = filter
  const matching = (changed: FacetFilter) => {
    return sql`(${text === undefined ? sql`true` : matches(foldName(text), text)}) ${within({ ...filter, ...changed })}`
  }
  const wish = (changed: ClubWishes) => matching({ wishes: { ...wishes, ...changed } })
  const choices = {
    ...Object.fromEntries(Object.entries(facetChoices).map(([name, changed]) => [name, matching(changed)])),
    open: wish({ entry: 'open' }),
    inviteOnly: wish({ entry: 'inviteOnly' }),
    seats: wish({ seats: 'free' }),
    bar: wishes.bar === undefined ? sql`false` : wish({}),
  }
  const counts = Object.entries(choices).map(([name, condition]) => {
    return sql`${sql.lit(name)}, count(*) filter (where ${condition})`
  })
  const [row] = await queryRows(
    db,
    { counts: z.record(z.string(), z.int()), countries: z.nullable(z.record(z.string(), z.int())) },
    sql`select json_build_object(${sql.join(counts)}) as counts, (
        select json_object_agg(country, clubs) from (
          select country, count(*) as clubs from club_summaries
          where country is not null and ${wish({ country: undefined })}
          group by country order by clubs desc, country limit ${COUNTRIES_MAX}) known) as countries
      from club_summaries`,
    text === undefined ? {} : VISITORS_LIMIT,
  )
  return { counts: row?.counts ?? {}, countries: Object.entries(row?.countries ?? {}) }
}

/** How many players each choice of the filters would list, the other filters as they are, from the counters. */
export async function countPlayerChoices(db: Database, filter: FacetFilter): Promise<Record<string, number>> {
  const choices = {
    ...facetChoices,
    'membership member': { isMember: true },
    'membership independent': { isMember: false },
  }
  const counts = Object.entries(choices).map(([name, changed]) => {
    return sql`${sql.lit(name)}, ${totalOf('player', { ...filter, ...changed })}`
  })
  const columns = { counts: z.record(z.string(), z.int()) }
  const [row] = await queryRows(db, columns, sql`select json_build_object(${sql.join(counts)}) as counts`)
  return row?.counts ?? {}
}

/** What both clubs and players are filtered by, a choice each. */
const facetChoices: Record<string, FacetFilter> = {
  ...Object.fromEntries(REGIONS.map((region) => [`region ${region}`, { region }])),
  ...Object.fromEntries(LEVELS.map((activity) => [`activity ${activity}`, { activity }])),
  ...Object.fromEntries(
    TROPHY_RANGES.map(({ label, min, max }) => [`range ${label}`, { trophies: trophyFilter(min, max) }]),
  ),
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}
