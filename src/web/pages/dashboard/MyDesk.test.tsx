// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answerCalls, renderPage } from '#test/render-page.tsx'
import { MyDesk } from './MyDesk.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const desk = (tag: string, name: string, more: object = {}) => ({
  ...{ tag, name, role: 'editor', player_tag: '#8QQ', reads_until: null, alerts: 0, trial: false, ...more },
})
const queue = (suggestions: string[], more: object = {}) => ({
  ...{ entries: suggestions.map((suggestion) => ({ suggestion })), learning: null, stale: false },
  ...{ last_updated: '2026-11-21T10:00:00Z', ...more },
})
const POD = { '/api/desk/clubs': { clubs: [desk('#2PYL', 'Deep Pod', { alerts: 1 })] } }
const QUEUE = '/api/desk/2PYL/queue'

test.each([
  [
    'counts who waits',
    queue(['blacklisted', 'remove', 'warn', 'warn', 'promote']),
    /^1 to remove, 2 to warn, 1 to promote$/,
  ],
  ['says that nobody waits', queue([]), /^Nobody waits for a decision$/],
  [
    'says that too little is known',
    queue([], { learning: { until: null } }),
    /^Too few days are known for suggestions$/,
  ],
  ['says that nobody else does', queue(['blacklisted']), /^Nobody else waits for a decision$/],
  ['says how old they are', queue(['below_bar'], { stale: true }), /^1 below the minimum · as of \S/],
])('the queue of a desk %s', async (_story, answer, words) => {
  renderPage(<MyDesk />, { ...POD, [QUEUE]: answer })
  expect(await screen.findByText('1 on the blacklist')).toBeTruthy()
  await screen.findByText((_, element) => element?.tagName === 'P' && words.test(element.textContent))
})

test('a desk is there while its queue loads, and stays when the queue fails, which can be asked again', async () => {
  const asked = renderPage(<MyDesk />, { ...POD, [QUEUE]: 403 })
  expect(await screen.findByRole('link', { name: 'Open desk of Deep Pod' })).toBeTruthy()
  expect(await screen.findByText('Failed to fetch the queue')).toBeTruthy()
  expect(asked).toEqual(['/api/desk/clubs', QUEUE])
  answerCalls({ ...POD, [QUEUE]: queue(['warn']) })
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('1 to warn')).toBeTruthy()
})

test('desks that fail say so in place of nothing', async () => {
  renderPage(<MyDesk />, { '/api/desk/clubs': 403 })
  expect(screen.getByRole('status', { name: 'Loading my desk' })).toBeTruthy()
  expect(await screen.findByText('Failed to fetch my desk')).toBeTruthy()
})

test('a member who leads nothing is asked for no queue', async () => {
  const asked = renderPage(<MyDesk />, {
    '/api/desk/clubs': { clubs: [desk('#2PYL', 'Deep Pod', { role: 'member' })] },
  })
  expect(await screen.findByRole('link', { name: 'Open desk of Deep Pod' })).toBeTruthy()
  expect(asked).toEqual(['/api/desk/clubs'])
})

test.each([
  ['who follows nobody yet is led by a large card', true],
  ['who has favourites finds it as a line', false],
])('a user without a player is asked to link one: %s', async (_story, isNew) => {
  renderPage(<MyDesk isNew={isNew} />, { '/api/desk/clubs': { clubs: [] } })
  const link = await screen.findByRole('link', { name: /^Link my player/ })
  expect([link.getAttribute('href'), link.classList.contains('bg-acc')]).toEqual(['/desk', isNew])
  for (const step of [/^Star a club/, /^Find a club/, /^Compare/, /^Analytics/]) {
    expect(screen.queryByRole('link', { name: step }) !== null).toBe(isNew)
  }
})
