// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Page } from '#shared/pages.ts'
import { Link, RouterProvider, useLocation } from './Link.tsx'
import { createRouter, type Router } from './router.ts'

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

/** A site whose pages show their path. `held` pages are loaded when the test releases them. */
function open(address: string, held: Record<string, Promise<void>> = {}): Router<string> {
  window.history.replaceState(null, '', address)
  const router = createRouter<string>({
    content: async ({ path }: Page) => {
      await held[path]
      return path
    },
    pending: 'loading',
    failed: () => 'failed',
  })
  render(
    <RouterProvider router={router}>
      {({ content }) => (
        <>
          <h1>{content}</h1>
          <Where />
          <Link to="/club/$tag" params={{ tag: '2PYL' }}>
            Club
          </Link>
          <Link to="/status">Status</Link>
          <Link to="." search={(before) => ({ ...before, page: 2 })}>
            Next
          </Link>
        </>
      )}
    </RouterProvider>,
  )
  return router
}

function Where() {
  return <p>{useLocation({ select: ({ pathname, searchStr, visit }) => `${pathname}${searchStr} ${visit}` })}</p>
}

const heading = () => screen.getByRole('heading').textContent
const address = () => window.location.pathname + window.location.search

test('a link opens a page, and its address is in the history', async () => {
  open('/')
  expect(screen.getByRole('link', { name: 'Club' }).getAttribute('href')).toBe('/club/2PYL')
  fireEvent.click(screen.getByRole('link', { name: 'Club' }))
  await waitFor(() => expect([heading(), address()]).toEqual(['/club/$tag', '/club/2PYL']))
})

test('a link within a page keeps the rest of the query string', async () => {
  open('/browse/clubs?region=eu')
  fireEvent.click(screen.getByRole('link', { name: 'Next' }))
  await waitFor(() => expect(address()).toBe('/browse/clubs?region=eu&page=2'))
})

test('a link marks itself on its own page', () => {
  open('/status')
  expect(screen.getByRole('link', { name: 'Status' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Club' }).getAttribute('aria-current')).toBeNull()
})

test('a click with a key that asks for another tab is left to the browser', async () => {
  open('/')
  const link = screen.getByRole('link', { name: 'Status' })
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link, { ctrlKey: true })
  await act(async () => {})
  expect(address()).toBe('/')
})

test('the page that a visitor leaves never sees the next address', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const router = open('/', { '/status': held })
  await act(() => router.load())
  fireEvent.click(screen.getByRole('link', { name: 'Status' }))
  await act(async () => {})
  expect([heading(), address(), screen.getByText(/^\/ /).textContent]).toEqual(['loading', '/', '/ first'])
  release()
  await waitFor(() => expect([heading(), address()]).toEqual(['/status', '/status']))
})

test('the newest of two navigations wins, also if the older page loads later', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const router = open('/', { '/status': held })
  const first = router.navigate({ to: '/status' })
  await act(() => router.navigate({ to: '/scores' }))
  release()
  await act(() => first)
  expect([heading(), address()]).toEqual(['/scores', '/scores'])
})

test('replacing the address keeps the visit, a new entry has a new one', async () => {
  const router = open('/status')
  await act(() => router.navigate({ to: '/scores', replace: true }))
  expect(router.read().place.visit).toBe('first')
  await act(() => router.navigate({ to: '/' }))
  expect(router.read().place.visit).not.toBe('first')
})

test('going back shows the page of that entry again, with its visit', async () => {
  const router = open('/status')
  await act(() => router.load())
  await act(() => router.navigate({ to: '/scores' }))
  window.history.replaceState({ visit: 'first' }, '', '/status')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  await waitFor(() => expect([heading(), router.read().place.visit]).toEqual(['/status', 'first']))
})

test('going back before the next page has faded in shows the page before', async () => {
  const router = open('/')
  const fading: (() => void)[] = []
  Object.assign(document, { startViewTransition: (change: () => void) => fading.push(change) })
  await act(() => router.navigate({ to: '/status' }))
  window.history.replaceState({ visit: 'first' }, '', '/')
  await act(async () => void window.dispatchEvent(new PopStateEvent('popstate')))
  act(() => {
    for (const change of fading) change()
  })
  Reflect.deleteProperty(document, 'startViewTransition')
  expect([heading(), router.read().place.pathname]).toEqual(['/', '/'])
})

test('an address with a tag in small letters, or that redirects, leads to the canonical one', async () => {
  const router = open('/')
  await act(() => router.navigate({ to: '/club/$tag', params: { tag: '2pyl' } }))
  expect(address()).toBe('/club/2PYL')
  await act(() => router.navigate({ to: '/search' }))
  expect([address(), heading()]).toEqual(['/', '/'])
})

test('a page whose code does not arrive shows the failure', async () => {
  const router = open('/', { '/status': Promise.reject(new Error('gone')) })
  await act(() => router.navigate({ to: '/status' }))
  expect(heading()).toBe('failed')
})
