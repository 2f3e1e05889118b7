// @vitest-environment happy-dom
import { useLocation, useNavigate } from '@tanstack/react-router'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { BrowsePage } from './BrowsePage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const named = (player_name: string) => ({
  player_tag: '#2PYL',
  player_name,
  trophies: 68_000,
  popularity_score: 10,
  club_name: 'Deep Pod',
  performance_score: 50,
  activity_score: 50,
  country: 'IT',
  created_date: '2026-11-01T00:00:00Z',
  analytics_available: true,
})

/** Opens the players with a search part, before a server that has as many of them as told. */
function browse(raw: object, players: object[], total_entities = players.length) {
  renderPage(<Addressed raw={raw} />, { '/api/browse/entities': { players, total_entities, page: 1 } })
}

/** The page as its address has it, which begins with a search part. */
function Addressed({ raw }: { raw: object }) {
  const navigate = useNavigate()
  useEffect(() => void navigate({ to: '.', search: raw }), [navigate, raw])
  return <BrowsePage kind="player" raw={useLocation({ select: ({ search }) => search })} />
}

test('a page beyond the last says so, and leads to the last', async () => {
  browse({ page: 9999 }, [], 5405)
  expect(await screen.findByText('This page does not exist')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Last page' }).getAttribute('href')).toBe('/?page=226')
  expect(screen.queryByText(/^No players found/)).toBeNull()
})

test('filters that nobody matches say that, on whatever page', async () => {
  browse({ page: 3, region: 'eu' }, [])
  expect(await screen.findByText('No players found matching your criteria')).toBeTruthy()
})

test.each([
  ['Shark of the deep', 'Shark of the deep'],
  ['\u2800\u3164', '#2PYL'],
])('the card of %j leads on as %s, which its title has in full', async (name, shown) => {
  browse({}, [named(name)])
  const link = await screen.findByRole('link', { name: shown })
  expect([link.getAttribute('href'), link.title]).toEqual(['/player/2PYL', shown])
})

test.each([
  ['Clear all (1)', 0],
  ['Clear all (1)', 1],
  ['Remove filter Europe', 0],
])('%s (%i) goes, and leaves the focus on the page', async (name, which) => {
  browse({ region: 'eu' }, [named('Ada')])
  const button = (await screen.findAllByRole('button', { name }))[which]
  button?.focus()
  if (button) fireEvent.click(button)
  await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(document.activeElement?.textContent).toMatch(/^(Browse Players|More filters)$/)
})
