import { expect, test } from 'vitest'
import { makeTranslator, sayIn } from '#shared/texts.ts'
import { sortMembers } from './People.tsx'

test('equal members stand in the order of the alphabet of the page', () => {
  const members = ['Ñandú', 'Nube'].map(
    (player_name) => ({ player_name, role: 'member' }) as Parameters<typeof sortMembers>[0][0],
  )
  const spanish = sayIn(makeTranslator('es', {}), () => sortMembers(members, 'name'))
  expect(spanish.map(({ player_name }) => player_name)).toEqual(['Nube', 'Ñandú'])
})

test('members whose silence or gain is not known come last', () => {
  const member = (player_name: string, days_silent: number | null, gain_30d: number | null) =>
    ({ player_name, role: 'member', figures: { days_silent, gain_30d } }) as Parameters<typeof sortMembers>[0][0]
  const members = [member('Unknown', null, null), member('Quiet', 9, -5), member('Busy', 0, 900)]
  const names = (order: 'silent' | 'gain') => sortMembers(members, order).map(({ player_name }) => player_name)
  expect(names('silent')).toEqual(['Quiet', 'Busy', 'Unknown'])
  expect(names('gain')).toEqual(['Quiet', 'Busy', 'Unknown'])
})
