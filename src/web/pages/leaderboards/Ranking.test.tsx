// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { fullTime } from '#web/ui/RelativeTime.tsx'
import { Freshness, rankMovement, rankStyle } from './Ranking.tsx'

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

describe('the movement of a rank', () => {
  test.each([
    [1, 4, 'up', 'up 3 places'],
    [2, 3, 'up', 'up 1 place'],
    [9, 2, 'down', 'down 7 places'],
    [5, 5, 'same', 'same rank'],
    [5, null, 'new', 'new'],
  ])('to rank %i from %j is %s, in words "%s"', (rank, before, direction, words) => {
    expect(rankMovement(rank, before)).toMatchObject({ direction, words })
  })
})

describe('the style of a rank', () => {
  test.each([
    [1, 'first'],
    [2, 'second'],
    [3, 'third'],
    [4, 'top-10'],
    [10, 'top-10'],
    [11, 'top-50'],
    [50, 'top-50'],
    [51, 'none'],
  ])('of rank %i is %s', (rank, style) => {
    expect(rankStyle(rank)).toBe(style)
  })
})
