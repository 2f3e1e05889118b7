import { expect, test } from 'vitest'
import { momentOf } from '#web/ui/date-words.ts'
import { refreshOutcome } from './EntityHero.tsx'

const NOW = Date.parse('2026-11-21T13:00:00Z')
const BEFORE = '2026-11-21T12:40:00Z'
const AT = momentOf(BEFORE, NOW)
const look = (observed_at: string, trophies: number) => ({ observed_at, trophies })

const ANSWER = {
  type: 'player' as const,
  tag: '#2PP',
  outcome: 'changed' as const,
  before: look(BEFORE, 1000),
  after: look('2026-11-21T13:00:00Z', 1000),
  next_possible_at: '2026-11-21T13:02:00Z',
  trouble: null,
}

test.each([
  ['a gain', { after: look('2026-11-21T13:00:00Z', 2120) }, `+1,120 trophies since ${AT}.`, 'good'],
  ['a loss', { after: look('2026-11-21T13:00:00Z', 992) }, `−8 trophies since ${AT}.`, 'calm'],
  ['the same trophies', { outcome: 'unchanged' as const }, `Trophies have not changed since ${AT}.`, 'calm'],
  [
    'data of moments ago',
    {
      outcome: 'too_early' as const,
      after: look('2026-11-21T12:59:30Z', 1000),
      next_possible_at: '2026-11-21T13:01:30Z',
    },
    'We looked just now; the next look is possible in 2 minutes.',
    'calm',
  ],
  [
    'data of a minute ago',
    {
      outcome: 'too_early' as const,
      after: look('2026-11-21T12:58:50Z', 1000),
      next_possible_at: '2026-11-21T13:00:50Z',
    },
    'We looked 1 minute ago; the next look is possible in 50 seconds.',
    'calm',
  ],
  [
    'a game in maintenance',
    { outcome: 'failed' as const, after: look(BEFORE, 1000), trouble: 'The game is in maintenance.' },
    'The game is in maintenance. Shown is what we saw 20 minutes ago.',
    'warn',
  ],
])('after %s the visitor is told so', (_what, answer, text, tone) => {
  expect(refreshOutcome({ ...ANSWER, ...answer }, NOW)).toEqual({ text, tone })
})
