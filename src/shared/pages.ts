/** What pages read of an address; anything else changes nothing on them. */
const KNOWN = [
  'days',
  'sort',
  'region',
  'activity',
  'membership',
  'trophyMin',
  'trophyMax',
  'search',
  'page',
  'type',
  'country',
  'brawler',
  'a',
  'b',
] as const

/** Where each is read; elsewhere nothing is. */
const READ = /^\/(?:browse\/|leaderboards|compare|club\/|player\/)/

/** The address with what its page reads, in one order and without a slash at its end: equal pages have equal ones. */
export function canonicalAddress(address: string): string {
  const [path = '/', search = ''] = address.split('#')[0]?.split('?', 2) ?? []
  const given = new URLSearchParams(search)
  const known = READ.test(path) ? KNOWN.flatMap((name) => pairs(name, given.getAll(name).at(-1))) : []
  const text = new URLSearchParams(known).toString()
  const trimmed = path.replace(/(?!^)\/+$/, '')
  return text === '' ? trimmed : `${trimmed}?${text}`
}

function pairs(name: string, value: string | undefined): [string, string][] {
  return value === undefined || value === '' ? [] : [[name, value]]
}
