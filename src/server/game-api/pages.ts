import * as z from 'zod'
import { GameApiError } from './errors.ts'
import type { Exchange } from './request.ts'

/** Rankings of 200 in pages of 10 make 20. */
const MOST_PAGES = 50

const pageSchema = z.object({
  items: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string().min(1).max(500).nullish() }) })
    .nullish()
    .catch(null),
})

/**
 * All pages of a list as if it had come in one, `{ items, paging: { cursors: {} } }`.
 * @throws GameApiError `malformed` when the pages run in a circle; what `get` throws
 */
export async function allPages(path: string, get: (path: string) => Promise<Exchange>): Promise<Exchange> {
  const items: unknown[] = []
  const cursors = new Set<string>()
  let next = path
  for (;;) {
    const { json, maxAgeSeconds } = await get(next)
    const page = pageSchema.safeParse(json).data
    if (!page) throw new GameApiError('malformed', 'a page without items')
    items.push(...page.items)
    const after = page.paging?.cursors.after
    if (!after) return { json: { items, paging: { cursors: {} } }, maxAgeSeconds }
    if (cursors.has(after) || cursors.size >= MOST_PAGES) throw new GameApiError('malformed', 'pages without end')
    cursors.add(after)
    next = `${path}?after=${encodeURIComponent(after)}`
  }
}
