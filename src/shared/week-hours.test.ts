import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { hoursInZone, hourText, shiftToZone, spanText } from './week-hours.ts'

it.each([
  ['Berlin in summer', 120, { weekday: 6, hour: 19 }, { weekday: 6, hour: 21 }],
  ['Tokyo, into the next day', 540, { weekday: 6, hour: 19 }, { weekday: 0, hour: 4 }],
  ['New York, into the day before', -300, { weekday: 0, hour: 2 }, { weekday: 6, hour: 21 }],
  ['India, where it begins at 17:30', 330, { weekday: 2, hour: 12 }, { weekday: 2, hour: 17 }],
  ['Newfoundland, where it begins at 8:30', -210, { weekday: 2, hour: 12 }, { weekday: 2, hour: 8 }],
  ['UTC', 0, { weekday: 3, hour: 0 }, { weekday: 3, hour: 0 }],
])('an hour of UTC is told in the zone of %s', (_, offset, utc, local) => {
  expect(shiftToZone(utc, offset)).toEqual(local)
})

test('counts move to the hours of the zone, and none is lost', () => {
  const counts = fc.array(fc.array(fc.nat(50), { minLength: 24, maxLength: 24 }), { minLength: 7, maxLength: 7 })
  fc.assert(
    fc.property(counts, fc.integer({ min: -12 * 60, max: 14 * 60 }), (hours, offset) => {
      const moved = hoursInZone(hours, offset)
      const place = shiftToZone({ weekday: 6, hour: 19 }, offset)
      expect(moved[place.weekday]?.[place.hour]).toBe(hours[6]?.[19])
      expect(moved.flat().toSorted()).toEqual(hours.flat().toSorted())
    }),
  )
})

it.each([
  ['19:00', 0],
  ['19:00', -300],
  ['19:30', 330],
  ['19:30', -210],
  ['19:45', 345],
])('an hour begins at %s in a zone that is %i minutes ahead', (text, offset) => {
  expect(hourText(19, offset)).toBe(text)
})

it.each([
  ['Sundays from 19:00 to 20:00', 6, 19, 0],
  ['Mondays from 23:00 to 24:00', 0, 23, 0],
  ['Sundays from 19:30 to 20:30', 6, 19, 330],
])('an hour is told as "%s"', (text, weekday, from, offset) => {
  expect(spanText({ weekday, from, to: from + 1 }, offset)).toBe(text)
})
