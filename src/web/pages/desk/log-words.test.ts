import { expect, test } from 'vitest'
import type { LOG_KINDS, LogFacts } from '#shared/contract/desk-log.ts'
import { deliveryWords } from './channel-words.ts'
import { entryWords } from './log-words.ts'

type Kind = (typeof LOG_KINDS)[number]

const words = (kind: Kind, facts: LogFacts) => entryWords({ kind, text: 'in English', facts })

const SILENT = { kind: 'silent', days: 16, at_least: true, counted: null } as const
const WARNING = { about: 'mark', kind: 'warning', text: 'rude', reason: null, weight: 2, until: '2026-12-01' } as const

test.each<[Kind, LogFacts, string]>([
  ['mark_added', WARNING, 'Warning (counts 2 times) until Dec 1, 2026: rude'],
  [
    'mark_removed',
    { ...WARNING, reason: SILENT, weight: 1 },
    'Taken away: Warning until Dec 1, 2026: Silent for 16+ days',
  ],
  [
    'absence_added',
    { about: 'absence', from: '2026-11-20', until: '2026-11-27', note: 'exams', by_member: true },
    'Away from Nov 20, 2026 to Nov 27, 2026, as the member says: exams',
  ],
  ['decided', { about: 'decision', action: 'removed', until: null, reasons: [SILENT] }, 'Removed: Silent for 16+ days'],
  [
    'decided',
    { about: 'decision', action: 'snoozed', until: '2026-12-01', reasons: [SILENT, { kind: 'seats', seats: 2 }] },
    'Put off until Dec 1, 2026: Silent for 16+ days, Only 2 seats free',
  ],
  [
    'rules_changed',
    {
      about: 'rules',
      changes: [
        { rule: 'warn_after_days', before: 7, after: 5 },
        { rule: 'entry_tier', before: null, after: 13 },
      ],
      time_zone: { before: 'UTC', after: 'Europe/Berlin' },
    },
    'Warn after days of silence: 5 (before: 7), Minimum tier: Mythic I (before: none), Time zone: Europe/Berlin (before: UTC)',
  ],
  ['week_published', { about: 'week', until: '2026-11-22' }, 'Published: Week to Nov 22, 2026'],
  ['review_withdrawn', { about: 'review', period: '2026-11' }, 'Private again: Season of November 2026'],
  [
    'channel_added',
    {
      about: 'channel',
      name: 'Den',
      posts: ['joined', 'week'],
      quiet_hours: { from: 22, until: 7, time_zone: 'Europe/Berlin' },
    },
    'Den: who joined, the report of the week, Quiet from 22:00 to 07:00, Europe/Berlin',
  ],
  [
    'goal_set',
    { about: 'goal', kind: 'gain', trophies: 50_000, until: '2026-11-29' },
    "The club's goal: +50,000 trophies by Nov 29, 2026",
  ],
  [
    'undone',
    { about: 'undone', kind: 'mark_removed', of: WARNING },
    'Undone: Taken away: Warning (counts 2 times) until Dec 1, 2026: rude',
  ],
])('the log tells %s in words', (kind, facts, told) => {
  expect(words(kind, facts)).toBe(told)
})

test('what was stored as a sentence alone stays as it is', () => {
  expect(entryWords({ kind: 'decided', text: 'Removed: Silent for 16 days', facts: null })).toBe(
    'Removed: Silent for 16 days',
  )
  expect(deliveryWords('Discord answered 500', null)).toBe('Discord answered 500')
})

test('why a message did not arrive is said with the codes of Discord and the network', () => {
  expect(deliveryWords('', { code: 'refused', status: 400, discord_code: 50_006 })).toBe(
    'Discord does not take the message (400, 50006)',
  )
  expect(deliveryWords('', { code: 'unreachable', error: 'ECONNREFUSED' })).toBe(
    'Discord cannot be reached (ECONNREFUSED)',
  )
})
