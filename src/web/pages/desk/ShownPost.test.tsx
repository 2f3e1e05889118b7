// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ShownPost } from './ShownPost.tsx'

afterEach(cleanup)

const AT = new Date(2026, 10, 27, 9, 5).getTime()
const WEEK = {
  about: 'week' as const,
  title: 'Deep Pod, week to Nov 22, 2026',
  lines: [
    '+20 trophies: members won +20.',
    'Active: 79% of the members',
    '**Best**: Ada\\_1 +3,199, כוכב זהוב +2,529',
    '**Joined**: Milo',
    '**Left**: Lea',
    '**Personal bests**: Captain Puffin 80,960, Lucky Otter 73,952, Velvet-Noodle 65,054, Copper 64,542 and 15 more',
    '**Ranked and prestige**: כוכב זהוב 10 wins in a row with Bull',
  ],
  fields: [],
  footer: null,
}

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())

test('a long post is shortened, says so, and is whole on a press', () => {
  render(<ShownPost post={WEEK} language="en" at={AT} />)
  expect(screen.getByText('09:05')).toBeTruthy()
  expect(rows()).toEqual([
    '+20 trophies: members won +20.',
    'Active79% of the members',
    'BestAda_1 +3,199, כוכב זהוב +2,529',
    'JoinedMilo',
    'LeftLea',
    'Personal bestsCaptain Puffin 80,960, Lucky Otter 73,952, …',
    '…',
  ])
  const whole = screen.getByRole('button', { name: 'The whole post' })
  fireEvent.click(whole)
  expect(whole.getAttribute('aria-expanded')).toBe('true')
  expect(rows().at(-2)).toContain('Copper 64,542 and 15 more')
  expect(rows().at(-1)).toBe('Ranked and prestigeכוכב זהוב 10 wins in a row with Bull')
})

test('a name from right to left stays in one piece and does not turn its figures around', () => {
  render(<ShownPost post={WEEK} language="en" at={AT} />)
  fireEvent.click(screen.getByRole('button', { name: 'The whole post' }))
  expect(screen.getAllByText('כוכב זהוב').map(({ tagName }) => tagName)).toEqual(['BDI', 'BDI'])
})

test('a short post has nothing to open', () => {
  render(<ShownPost post={{ ...WEEK, about: 'news', lines: ['Milo: joined'] }} language="en" at={AT} />)
  expect(rows()).toEqual(['Milo: joined'])
  expect(screen.queryByRole('button')).toBeNull()
})
