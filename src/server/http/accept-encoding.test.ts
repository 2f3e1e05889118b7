import { expect, it } from 'vitest'
import { chooseEncoding } from './accept-encoding.ts'

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['br;q=nonsense', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
  [`br${' '.repeat(300)}`, 'identity'],
])('%j takes %s', (header, encoding) => {
  expect([chooseEncoding(header), chooseEncoding(header)]).toEqual([encoding, encoding])
})
