import { SEARCH_HISTORY_MAX } from '#shared/limits.ts'
import type { Context } from '../context.ts'

/** The history a visitor sees: their own tags, newest first, then the one every history begins with; 10 at most. */
export function shownHistory({ installation }: Pick<Context, 'installation'>, own: string[]): string[] {
  const seeded = installation.defaultPlayerTag
  const tags = seeded === null ? own : [...own, seeded]
  return [...new Set(tags)].slice(0, SEARCH_HISTORY_MAX)
}
