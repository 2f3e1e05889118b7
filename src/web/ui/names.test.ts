import { expect, test } from 'vitest'
import { countryName, roleName, roleRank, titleCase } from './names.ts'

test('roles have English names and sort from the president down', () => {
  const roles = ['member', 'senior', 'notMember', 'president', 'vicePresident']
  expect(roles.toSorted((one, other) => roleRank(one) - roleRank(other)).map(roleName)).toEqual([
    'President',
    'Vice President',
    'Senior',
    'Member',
    'notMember',
  ])
})

test.each([
  ['EL PRIMO', 'El Primo'],
  ['8-BIT', '8-Bit'],
  ['MR. P', 'Mr. P'],
  ['R-T', 'R-T'],
  ['Shelly', 'Shelly'],
])('the title case of %s is %s', (name, text) => {
  expect(titleCase(name)).toBe(text)
})

test.each([
  ['DE', 'Germany'],
  ['kr', 'South Korea'],
  ['global', 'global'],
])('the country code %s is %s', (code, name) => {
  expect(countryName(code)).toBe(name)
})
