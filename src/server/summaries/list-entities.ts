import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { countEntities, countWhole } from './count-entities.ts'
import { type PageRequest, pageTags, tagsNearTop, tagsOfPage } from './page-tags.ts'
import { searchTags } from './search-tags.ts'

/** The tags of one page of clubs or players, in order, and the exact number of all that match. */
export async function listEntities(
  db: Database,
  request: PageRequest,
  search?: string,
): Promise<{ tags: string[]; total: number }> {
  if (search !== undefined) return searchTags(db, search, request)
  const count = await countEntities(db, request.type, request.filter)
  return { tags: await pageTags(db, request, count), total: count.total }
}

/** A page and its total as parts of a statement that goes on with them. */
export type ChosenPage = { tags: RawBuilder<string[]>; total: RawBuilder<number> }

/** The same for a statement that goes on with the tags: near the top it is the only one. */
export async function choosePage(db: Database, request: PageRequest, search?: string): Promise<ChosenPage> {
  const { type, filter } = request
  if (search !== undefined) {
    const { tags, total } = await searchTags(db, search, request)
    return { tags: sql`${tags}::text[]`, total: sql`${total}::integer` }
  }
  const nearTop = tagsNearTop(request)
  if (nearTop !== null) return { tags: nearTop, total: countWhole(type, filter) }
  const count = await countEntities(db, type, filter)
  return { tags: tagsOfPage(request, count), total: sql`${count.total}::integer` }
}
