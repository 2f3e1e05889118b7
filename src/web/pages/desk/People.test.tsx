import { expect, test } from 'vitest'
import { sortMembers } from './People.tsx'

test('members whose silence or gain is not known come last', () => {
  const member = (player_name: string, days_silent: number | null, gain_30d: number | null) =>
    ({ player_name, role: 'member', figures: { days_silent, gain_30d } }) as Parameters<typeof sortMembers>[0][0]
  const members = [member('Unknown', null, null), member('Quiet', 9, -5), member('Busy', 0, 900)]
  const names = (order: 'silent' | 'gain') => sortMembers(members, order).map(({ player_name }) => player_name)
  expect(names('silent')).toEqual(['Quiet', 'Busy', 'Unknown'])
  expect(names('gain')).toEqual(['Quiet', 'Busy', 'Unknown'])
})
