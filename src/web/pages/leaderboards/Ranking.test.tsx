// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS } from '#shared/days.ts'
import { renderPage } from '#test/render-page.tsx'
import { fullTime } from '#web/ui/date-words.ts'
import { Freshness, Ranking, rankMovement, rankStyle } from './Ranking.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const HOURS_AGO = new Date(Date.now() - 23.5 * HOUR_MS).toISOString()

test('a ranking says when it was collected and what its arrows compare with, both as times ago', () => {
  const collected_at = new Date(Date.now() - 0.5 * HOUR_MS).toISOString()
  render(<Freshness collection={{ collected_at, previous_collected_at: HOURS_AGO, stale: false }} failure={null} />)
  expect(screen.getByRole('status').textContent).toBe('Updated 30 minutes ago, arrows compare with 23 hours ago')
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
    [5, null, 'new', 'new'],
  ])('to rank %i from %j is %s, in words "%s"', (rank, before, direction, words) => {
    expect(rankMovement(rank, before)).toMatchObject({ direction, words })
  })
})

test('a rank that stayed has no movement', () => {
  expect(rankMovement(5, 5)).toBeNull()
})

describe('equal trophies', () => {
  const entry = (rank_position: number, trophies: number) => ({
    rank_position,
    trophies,
    ...{ previous_rank: null, entity_name: `Rank ${rank_position}`, entity_tag: '', name_color: null },
    ...{ club_name: null, member_count: null, last_updated: HOURS_AGO },
  })
  const show = (trophies: readonly number[]) =>
    renderPage(<Ranking type="brawlers" country="global" brawler={16_000_000} />, {
      '/api/rankings/leaderboards': {
        ...{ type: 'brawlers', country: 'global', brawler_id: 16_000_000, stale: false },
        ...{ collected_at: HOURS_AGO, previous_collected_at: null },
        leaderboard: trophies.map((each, place) => entry(place + 1, each)),
      },
    })
  const ranks = () => screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent)

  test('share the best of their ranks, in one form that is explained once', async () => {
    show([1010, 1009, 1008, 1005, 1005, 1004])
    const fifth = (await screen.findByText('Rank 5')).closest('tr')
    expect(ranks().slice(-3)).toEqual(['4=', '4=', '6'])
    expect(fifth?.textContent).toBe('4=R5Rank 51,005')
    expect(screen.getAllByText('= marks a shared rank.')).toHaveLength(1)
  })

  test('that nobody shares are not explained', async () => {
    show([1010, 1009, 1008, 1005])
    await screen.findByText('Rank 4')
    expect(screen.queryByText(/shared rank/)).toBeNull()
  })

  test('on the podium share a number', async () => {
    show([1010, 1009, 1009, 1000])
    await screen.findByText('Rank 1')
    expect(screen.getAllByText(/^2=/).map(({ textContent }) => textContent)).toEqual(['2=', '2='])
  })

  const styles = () => screen.getAllByRole('row').flatMap((row) => row.dataset.rankStyle ?? [])

  test.each([
    [
      '9 to 12 as no top 10',
      [...Array.from({ length: 8 }, (_, place) => 1010 - place), 1000, 1000, 1000, 1000],
      'top-50',
    ],
    ['9 and 10 as two of the top 10', [...Array.from({ length: 8 }, (_, place) => 1010 - place), 1000, 1000], 'top-10'],
    ['2 and 3 as two seconds', [1010, 1000, 1000], 'second'],
    ['3 to 5 as no third', [1010, 1009, 1000, 1000, 1000], 'top-10'],
  ])('make the ranks %s', async (_story, trophies, style) => {
    show(trophies)
    await screen.findByText('Rank 1')
    const tied = screen.getAllByRole('row').filter(({ textContent }) => textContent?.includes('='))
    expect(tied.map((row) => row.dataset.rankStyle)).toEqual(trophies.flatMap((each) => (each === 1000 ? style : [])))
  })

  test('of all 51 make nobody one of the first', async () => {
    show(Array.from({ length: 51 }, () => 1000))
    fireEvent.click(await screen.findByRole('button', { name: /more with 1,000/ }))
    expect(styles()).toEqual(Array.from({ length: 51 }, () => 'none'))
  })

  test('of many are folded behind the first', async () => {
    show([1010, 1009, 1008, ...Array.from({ length: 44 }, () => 1000)])
    const more = await screen.findByRole('button', { name: '40 more with 1,000' })
    expect([screen.queryByText('Rank 7'), screen.queryByText('Rank 8')].map(Boolean)).toEqual([true, false])
    fireEvent.click(more)
    expect(screen.getByText('Rank 47')).toBeTruthy()
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
