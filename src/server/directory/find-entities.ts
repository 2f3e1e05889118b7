import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Database, queryRows } from '#server/database/database.ts'
import { normaliseTag, TAG_ALPHABET } from '#shared/tag.ts'
import { type FacetFilter, facetArray, facetsOf } from './facets.ts'
import { type ChosenPage, choosePage, columnsOf, knownPage, orderBy, type PageRequest, sortKeys } from './page-tags.ts'
import { foldName, isBeyondAscii } from './searchable-names.ts'

/** A page of clubs or players that match a filter and, where one is given, a text; for a statement that goes on with it. */
export async function findPage(db: Database, request: PageRequest, search?: string): Promise<ChosenPage> {
  if (search === undefined) return choosePage(db, request)
  const { tags, total } = await searchTags(db, search, request)
  return knownPage(tags, total)
}

/** A trigram index needs three letters; shorter words are looked for elsewhere. */
const INSIDE_FROM = 3

const WORD_START = /^[a-z0-9]./

const TAG_LETTERS = new RegExp(`^#?[${TAG_ALPHABET}O]+$`, 'i')

/**
 * The tags of a page of what matches a text, and how many there are: names present and past, and tags, in any case and
 * with or without accents. Sorted by popularity (the default) the better match comes first: exact, then the beginning
 * of the name, then inside it, then a former name. Any other sort is kept to as it is.
 */
export async function searchTags(
  db: Database,
  text: string,
  request: PageRequest,
): Promise<{ tags: string[]; total: number }> {
  const word = foldName(text)
  if (word === '') return { tags: [], total: 0 }
  const { type, filter, sort, limit, offset } = request
  const keys = sortKeys(type, sort)
  const byMatch = sort === 'popularity'
  const better = byMatch ? sql`${closeness(word, text)},` : sql``
  const matched = byMatch ? sql`, name_folded` : sql``
  const [found] = await queryRows(
    db,
    { total: z.int(), tags: z.array(z.string()) },
    sql`
    with matching as materialized (
      select ${columnsOf(keys)}${matched} from ${sql.table(`${type}_summaries`)}
      where (${matches(word, text)}) ${within(filter)}
    )
    select (select count(*) from matching) as total,
      array(select tag from matching order by ${better} ${orderBy(keys)} limit ${limit} offset ${offset}) as tags`,
  )
  return found ?? { tags: [], total: 0 }
}

function matches(word: string, text: string): RawBuilder<unknown> {
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
  return sql`${inFacets} and trophies >= ${min}${upper}`
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
}
