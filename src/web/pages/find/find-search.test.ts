import { expect, test } from 'vitest'
import { finderQuery, hoursText } from './find-search.ts'

test('full clubs are left out until the visitor asks for them', () => {
  expect(finderQuery({})).toEqual({ seats: 'free' })
  expect(finderQuery({ seats: 'any' })).toEqual({})
})

test('the hours of a club name the zone whose clock they are of, half hours too', () => {
  expect(hoursText([22, 23, 0], 0)).toBe('22:00 to 01:00 UTC')
  expect(hoursText([16, 17, 20, 21], 120)).toBe('18:00 to 20:00, 22:00 to 24:00 UTC+2')
  expect(hoursText([12, 13], 330)).toBe('17:30 to 19:30 UTC+5:30')
})
