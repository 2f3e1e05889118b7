import { expect, it } from 'vitest'
import { canonicalAddress, entityAt, findPage, withCanonicalTag } from './page-addresses.ts'

it.each([
  ['/', '/', ''],
  ['/analytics/?days=7#top', '/analytics', ''],
  ['/club/2PYL', '/club/$tag', '2PYL'],
  ['/club/2pyl/?days=7', '/club/$tag', '2pyl'],
  ['/club/', '/club', ''],
  ['/player/2PYL/battles', '/player/$tag/battles', '2PYL'],
  ['/player/2pyl/battles/?x=1', '/player/$tag/battles', '2pyl'],
])('the page of %s is %s, its tag "%s"', (address, path, written) => {
  const found = findPage(address)
  expect([found?.page.path, found?.written]).toEqual([path, written])
})

it.each([
  '/nope',
  '/browse',
  '/club/2PYL/x',
  '/club//',
  '/player//battles',
  '/player/battles/x',
  '/player/2PYL/battlesx',
  '/analytics//',
  '/Analytics',
  '/club/%E0%A4%A',
])('%s is no page', (address) => {
  expect(findPage(address)).toBeNull()
})

it.each([
  ['/', '/'],
  ['/?utm_source=x#top', '/'],
  ['/analytics/?days=7', '/analytics'],
  ['/club/2PYL/?utm=1&days=7', '/club/2PYL?days=7'],
  ['/browse/clubs?page=2&region=DE', '/browse/clubs?region=DE&page=2'],
  ['/browse/clubs?membership=member', '/browse/clubs'],
  ['/browse/clubs?region=DE&x[]=1&page=2&region=FR&sort=', '/browse/clubs?region=FR&page=2'],
  ['/browse/clubs?search=a%20%26b+c', '/browse/clubs?search=a+%26b+c'],
  ['/search/2PYL?days=7', '/search/2PYL'],
  ['/player/2PYL?lobby=all&days=7', '/player/2PYL?days=7&lobby=all'],
])('the canonical address of %s is %s', (address, canonical) => {
  expect(canonicalAddress(address)).toBe(canonical)
  expect(canonicalAddress(canonical)).toBe(canonical)
})

it.each([
  ['/club/2pyl?days=7', { type: 'club', tag: '#2PYL' }],
  ['/player/2PYL', { type: 'player', tag: '#2PYL' }],
  ['/player/2PYL/battles', { type: 'player', tag: '#2PYL' }],
  ['/club/nonsense', null],
  ['/club', null],
  ['/search/2PYL', null],
  ['/browse/clubs', null],
])('%s is about %j', (address, entity) => {
  expect(entityAt(address)).toEqual(entity)
})

it.each([
  ['/club/2pyl?days=7', '/club/2PYL?days=7'],
  ['/search/%232pyo/', '/search/2PY0'],
  ['/player/2pyl/battles?x=1', '/player/2PYL/battles?x=1'],
  ['/player/2PYL', null],
  ['/player/nonsense', null],
  ['/browse/clubs', null],
])('with a canonical tag, %s becomes %j', (address, canonical) => {
  expect(withCanonicalTag(address)).toBe(canonical)
})
