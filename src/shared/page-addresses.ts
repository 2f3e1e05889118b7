import { NOT_FOUND_PAGE, PAGES, type Page } from './pages.ts'
import { type EntityType, normaliseTag, tagInPath } from './tag.ts'

/** The page of an address, and what stands there in place of `$tag` (empty without one); null for an unknown address. */
export function findPage(address: string): { page: Page; written: string } | null {
  const path = pathOf(address)
  if (!isDecodable(path)) return null
  for (const each of PAGES) {
    const written = matchPath(each.path, path)
    if (written !== null) return { page: each, written }
  }
  return null
}

function pathOf(address: string): string {
  return (address.split(/[?#]/, 1)[0] ?? '').replace(/(?!^)\/$/, '')
}

/** False for an address, or a part of one, whose percent signs stand for no text. */
export function isDecodable(address: string): boolean {
  if (!address.includes('%')) return true
  try {
    decodeURIComponent(address)
    return true
  } catch {
    return false
  }
}

/** The address as the server's router can read it: that of the not-found page in place of one that stands for no text. */
export function readableAddress(address: string): string {
  if (!address.includes('%') || address.startsWith('/api/')) return address
  return isDecodable(pathOf(address)) ? address : NOT_FOUND_PAGE.path
}

const PARAMETER = '$tag'
/** Numbers of the game, like those of brawlers and events. */
const NUMBER = /^[1-9]\d{0,8}$/
const NUMBERED = /\$id$/

/** What stands in the path in place of the pattern's parameter; null if the path does not match. */
function matchPath(pattern: string, path: string): string | null {
  if (NUMBERED.test(pattern)) return matchNumber(pattern.replace(NUMBERED, ''), path)
  const [before = '', after] = pattern.split(PARAMETER)
  if (after === undefined) return path === pattern ? '' : null
  const written = path.slice(before.length, path.length - after.length)
  const matches = written !== '' && !written.includes('/') && path === before + written + after
  return matches ? written : null
}

function matchNumber(start: string, path: string): string | null {
  const written = path.startsWith(start) ? path.slice(start.length) : ''
  return NUMBER.test(written) ? written : null
}

/** The club or player that an address is about; null for any other page, and without a valid tag. */
export function entityAt(address: string): { type: EntityType; tag: string } | null {
  const { page, written } = findPage(address) ?? { written: '' }
  const tag = normaliseTag(written)
  return page?.kind === undefined || tag === null ? null : { type: page.kind, tag }
}

/** The address with only what its page reads, in one order and without a slash at its end. Equal pages have equal ones. */
export function canonicalAddress(address: string): string {
  const [path = '/', search = ''] = address.split('#')[0]?.split('?', 2) ?? []
  const given = new URLSearchParams(search)
  const names = findPage(path)?.page.query ?? []
  const text = new URLSearchParams(names.flatMap((name) => lastGiven(name, given))).toString()
  const trimmed = path.replace(/(?!^)\/+$/, '')
  return text === '' ? trimmed : `${trimmed}?${text}`
}

function lastGiven(name: string, given: URLSearchParams): [string, string][] {
  const value = given.getAll(name).at(-1)
  return value === undefined || value === '' ? [] : [[name, value]]
}

/** The address with its tag in canonical form; null if it has no valid tag or has it in that form already. */
export function withCanonicalTag(address: string): string | null {
  const { page, written } = findPage(address) ?? { written: '' }
  const tag = normaliseTag(written)
  if (!page?.path.includes(PARAMETER) || tag === null || written === tagInPath(tag)) return null
  const query = address.indexOf('?')
  return page.path.replace(PARAMETER, tagInPath(tag)) + (query === -1 ? '' : address.slice(query))
}
