import fc from 'fast-check'
import { expect, it } from 'vitest'
import { networkOf } from './network-of.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2ff::1', '2001:db8:1:200/56'],
  ['2001:db8::1', '2001:db8:0:0/56'],
  ['::1', '0:0:0:0/56'],
  ['fe80::1%eth0', 'fe80:0:0:0/56'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0/56'],
  ['1:2:3:4:5:6:7.8.9.10', '1:2:3:0/56'],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it('can take neighbours in IPv4 for one', () => {
  expect(networkOf('192.0.2.7', 24)).toBe('192.0.2.0/24')
  expect(networkOf('192.0.2.200', 24)).toBe(networkOf('192.0.2.7', 24))
})

it('gives one key to every address of a subscriber, however it is written', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
      expect(networkOf(address.toUpperCase())).toBe(networkOf(written))
    }),
  )
})
