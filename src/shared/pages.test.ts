import { expect, it } from 'vitest'
import { canonicalAddress } from './pages.ts'

it.each([
  ['/', '/'],
  ['/?utm_source=x#top', '/'],
  ['/analytics/?days=7', '/analytics'],
  ['/club/2PYL/?utm=1&days=7', '/club/2PYL?days=7'],
  ['/browse/clubs?page=2&region=DE', '/browse/clubs?region=DE&page=2'],
  ['/browse/clubs?region=DE&x[]=1&page=2&region=FR&sort=', '/browse/clubs?region=FR&page=2'],
  ['/browse/clubs?search=a%20%26b+c', '/browse/clubs?search=a+%26b+c'],
  ['/search/2PYL?days=7', '/search/2PYL'],
])('%s is known as %s', (address, known) => {
  expect(canonicalAddress(address)).toBe(known)
  expect(canonicalAddress(known)).toBe(known)
})
