import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import { countEntities } from './count-entities.ts'
import { type ChosenPage, type PageRequest, pageNearTop, pageTags } from './page-tags.ts'
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

/** The same for a statement that goes on with the tags: near the top it is the only one. */
export async function choosePage(db: Database, request: PageRequest, search?: string): Promise<ChosenPage> {
  const nearTop = search === undefined ? pageNearTop(request) : null
  if (nearTop !== null) return nearTop
  const { tags, total } = await listEntities(db, request, search)
  return { start: sql``, tags: sql`${tags}::text[]`, total: sql`${total}::integer` }
}
