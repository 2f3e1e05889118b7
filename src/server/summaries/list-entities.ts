import type { Database } from '../database/connection.ts'
import { countEntities } from './count-entities.ts'
import { type PageRequest, pageTags } from './page-tags.ts'
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
