import { expect, test } from 'vitest'
import { newerWords } from './desk-changes.tsx'
import { decisionWords, describeEnd, markWords } from './desk-words.ts'

test('decisions, marks and newer records are told in words', () => {
  const snoozed = {
    action: 'snoozed',
    suggestion: 'warn',
    at: '2026-11-20T10:00:00Z',
    by: 'Yuki',
    until: '2026-12-01',
    closed: null,
  } as const
  expect(decisionWords(snoozed)).toBe('Put off until Dec 1, 2026 by Yuki on Nov 20, 2026')
  expect(markWords({ kind: 'warning', text: 'rude', facts: null, weight: 2 })).toBe('Warning (counts 2 times): rude')
  expect(describeEnd({ kind: 'warning', until: '2026-11-01', expired: true })).toBe('expired on Nov 1, 2026')
  expect(describeEnd({ kind: 'safe', until: null, expired: false })).toBe('for good')
  expect(newerWords({ from: '2026-11-01', until: '2026-11-08', note: 'exams' })).toBe(
    'Away from Nov 1, 2026 to Nov 8, 2026: exams',
  )
})
