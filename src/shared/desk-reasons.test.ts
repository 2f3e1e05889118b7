import { expect, test } from 'vitest'
import { previewWords, reasonWords } from './desk-reasons.ts'

const NONE = { warn: 0, remove: 0, promote: 0, below_bar: 0 }

test.each([
  [
    { warn: 3, remove: 1, promote: 2, below_bar: 1 },
    '3 would be warned, 1 removed, 2 promoted, 1 member shown as below the minimum',
  ],
  [{ remove: 1, promote: 2 }, '1 would be removed, 2 promoted'],
  [{ promote: 2 }, '2 would be promoted'],
  [{ below_bar: 2 }, '2 members shown as below the minimum'],
  [{}, 'nobody would need a decision'],
])('what rules would suggest is told in one sentence: %j', (counts, words) => {
  expect(previewWords({ ...NONE, ...counts })).toBe(`With these rules ${words}.`)
})

test('a loss is told by the place, by the gain, or by both', () => {
  const loss = { kind: 'loss', place: 2, members: 29, gain: 1200, days: 30 } as const
  expect(reasonWords(loss)).toBe('Place 2 of 29 by trophies, +1,200 trophies in 30 days')
  expect(reasonWords({ ...loss, gain: null })).toBe('Place 2 of 29 by trophies')
  expect(reasonWords({ ...loss, place: null, days: 1 })).toBe('+1,200 trophies in 1 day')
})
