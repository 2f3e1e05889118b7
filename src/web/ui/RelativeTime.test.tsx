// @vitest-environment happy-dom
import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/days.ts'
import { LastSeen, RelativeTime } from './RelativeTime.tsx'

afterEach(cleanup)

test.each([
  ['nothing within a day', 23, null],
  ['of when data is after a day, in the normal rhythm', 25, 'text-mut'],
  ['it as a warning once a turn was missed', 49, 'text-warn'],
])('tells %s', (_what, hours, tone) => {
  const last_updated = new Date(Date.now() - hours * HOUR_MS).toISOString()
  const { container } = render(<LastSeen seen={{ last_updated, stale: hours > 24 }} />)
  const line = container.querySelector('p')
  expect(line?.textContent ?? null).toEqual(tone && expect.stringMatching(/^As of .* UTC: nobody has looked since\.$/))
  expect(line?.classList.contains(tone ?? '') ?? false).toBe(tone !== null)
})

test('the server, which knows no zone of the visitor, writes no title: it comes with the pointer', () => {
  const time = '2026-11-21T12:00:00Z'
  const { container } = render(<RelativeTime time={time} title={() => 'Between two looks'} />)
  const shown = container.querySelector('time')
  expect(shown?.title).toBe('')
  if (shown) fireEvent.pointerEnter(shown)
  expect(shown?.title).toBe('Between two looks')
})
