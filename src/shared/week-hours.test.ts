import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { firstSpan, hoursInZone, hourText, shiftToZone, spanText } from './week-hours.ts'

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

const hour = (weekday: number, at: number) => ({ weekday, hour: at })

it.each([
  ['Sundays from 19:00 to 21:00', [hour(6, 19), hour(4, 18), hour(6, 20)]],
  ['Sundays from 18:00 to 21:00', [hour(6, 19), hour(6, 20), hour(6, 18)]],
  ['Fridays from 18:00 to 19:00', [hour(4, 18), hour(6, 19), hour(6, 20)]],
  ['Mondays from 23:00 to 24:00', [hour(0, 23), hour(1, 0)]],
])('the best hours begin with "%s"', (text, hours) => {
  const span = firstSpan(hours)
  expect(span && spanText(span, 0)).toBe(text)
})

it('knows no best hour where nobody played', () => {
  expect(firstSpan([])).toBeNull()
})

it('tells hours of a zone with half hours as they begin there', () => {
  const span = firstSpan([hour(6, 19)])
  expect(span && spanText(span, 330)).toBe('Sundays from 19:30 to 20:30')
})
