// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fullTime } from '#web/ui/RelativeTime.tsx'
import { Freshness } from './Ranking.tsx'

afterEach(cleanup)

const BEFORE = '2026-11-20T14:00:00Z'

test('a ranking says when it was collected, and since when its arrows count', () => {
  const collected_at = new Date().toISOString()
  render(<Freshness collection={{ collected_at, previous_collected_at: BEFORE, stale: false }} failure={null} />)
  const words = screen.getByRole('status').textContent
  expect(words).toBe(`Collected Just now; arrows: since ${fullTime(BEFORE)}`)
  expect(screen.getByText('Just now').tagName).toBe('TIME')
})

test('a ranking without an earlier collection explains no arrows', () => {
  render(<Freshness collection={{ collected_at: BEFORE, previous_collected_at: null, stale: false }} failure={null} />)
  expect(screen.getByRole('status').textContent).toMatch(/^Collected \d+ \w+ ago$|^Collected Just now$/)
})
