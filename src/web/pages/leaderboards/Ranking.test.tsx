// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/days.ts'
import { fullTime } from '#web/ui/date-words.ts'
import { Freshness, rankMovement, rankStyle } from './Ranking.tsx'

afterEach(cleanup)

const HOURS_AGO = new Date(Date.now() - 23.5 * HOUR_MS).toISOString()

test('a ranking says when it was collected and what its arrows compare with, both as times ago', () => {
  const collected_at = new Date(Date.now() - 0.5 * HOUR_MS).toISOString()
  render(<Freshness collection={{ collected_at, previous_collected_at: HOURS_AGO, stale: false }} failure={null} />)
  expect(screen.getByRole('status').textContent).toBe('Updated 30 minutes ago, arrows since 23 hours ago')
  const ago = screen.getByText('23 hours ago')
  fireEvent.pointerEnter(ago)
  expect(ago.title).toBe(fullTime(HOURS_AGO))
})

test('a ranking without an earlier collection explains no arrows', () => {
  const collection = { collected_at: HOURS_AGO, previous_collected_at: null, stale: false }
  render(<Freshness collection={collection} failure={null} />)
  expect(screen.getByRole('status').textContent).toBe('Updated 23 hours ago')
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
