import type { EntityType } from '#shared/tag.ts'
import { normaliseTag, tagInPath } from '#shared/tag.ts'
import { type ChangeTag, clubChange, LEADERBOARDS_CHANGE, playerChange } from '../../changes.ts'

const ROUTES =
  /^\/(?:|browse\/(?:clubs|players)|analytics|leaderboards|compare|dashboard|status|privacy|scores|search|(?:club|player|search)\/[^/]+)\/?$/

/** True for the address of a page of the site. */
export function isRoute(url: string): boolean {
  return ROUTES.test(url.split('?')[0] ?? '')
}

/** Where a club or player page with its tag in another spelling belongs; null when it is right or no tag at all. */
export function upperCaseTag(url: string): string | null {
  const match = /^\/(club|player|search)\/([^/?]+)\/?(\?.*)?$/.exec(url)
  const written = match?.[2]
  if (match === null || written === undefined) return null
  const tag = normaliseTag(written)
  if (tag === null || written === tagInPath(tag)) return null
  return `/${match[1]}/${tagInPath(tag)}${match[3] ?? ''}`
}

/** The club or player that a page is about, by its tag; null for any other page. */
export function entityOf(url: string): { type: EntityType; tag: string } | null {
  const [, type, written = ''] = /^\/(club|player)\/([^/?]+)/.exec(url) ?? []
  const tag = normaliseTag(written)
  return tag === null || (type !== 'club' && type !== 'player') ? null : { type, tag }
}

/** True for the page of a club or player whose address holds no tag: there is nothing to ask for. */
export function isAboutNobody(url: string): boolean {
  return /^\/(?:club|player)\//.test(url) && entityOf(url) === null
}

/** What a page is made of: when that changes, the page is dropped. */
export function changesOf(url: string): ChangeTag[] {
  const entity = entityOf(url)
  if (entity !== null) return [entity.type === 'club' ? clubChange(entity.tag) : playerChange(entity.tag)]
  return url.startsWith('/leaderboards') ? [LEADERBOARDS_CHANGE] : []
}
