import { afterEach, expect, it, vi } from 'vitest'
import { keptText, workOffline } from './offline.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

it('a visitor is told since when a page was kept, or that there is no network', () => {
  expect(keptText(String(Date.parse('2026-03-01T12:00:00')), true)).toMatch(/^This page is as of Mar 1, 2026, 12:00/)
  expect(keptText(undefined, false)).toBe('You are offline. Pages show what you saw last.')
  expect(keptText(undefined, true)).toBeNull()
  expect(keptText('null', true)).toBeNull()
})

it.each([
  ['is kept from answering', async () => undefined],
  ['refuses', async () => Promise.reject(new Error('No storage.'))],
])('where the browser %s when a worker is registered, the site is as without one', async (_case, register) => {
  vi.stubEnv('PROD', true)
  const page = {
    document: { documentElement: { dataset: {} } },
    navigator: { onLine: true, serviceWorker: { register } },
    addEventListener() {},
  }
  await expect(workOffline(page as unknown as Window)).resolves.toBeUndefined()
})

it('the worker is given the words of its page in the language of the site, the moment left open', async () => {
  vi.stubEnv('PROD', true)
  const kept = new Map<string, Response>()
  const page = {
    document: { documentElement: { dataset: {} } },
    navigator: { onLine: true, serviceWorker: { register: async () => undefined } },
    caches: { open: async () => ({ put: async (address: string, words: Response) => void kept.set(address, words) }) },
    addEventListener() {},
  }
  await workOffline(page as unknown as Window)
  expect(await kept.get('/offline-words')?.json()).toEqual({
    language: 'en',
    site: '/',
    title: 'You are offline',
    kept: 'This page is not kept on this device. What you saw before is here, as it was then.',
    nothing: 'This page is not kept on this device. Pages that you open from now on will be.',
    again: 'Try Again',
    home: 'Home',
    tracker: 'Tracker: ',
    club: 'Club, as of {when}',
    player: 'Player, as of {when}',
    other: 'as of {when}',
  })
})

it('a new version that the browser found before the page asked is offered too', async () => {
  vi.stubEnv('PROD', true)
  const lines: string[] = []
  const changes: (() => void)[] = []
  const element = () => ({
    text: '',
    setAttribute() {},
    addEventListener() {},
    remove() {},
    append(...parts: unknown[]) {
      this.text += parts.join('')
    },
  })
  const installing = { state: 'installing', addEventListener: (_type: string, call: () => void) => changes.push(call) }
  const page = {
    document: {
      documentElement: { dataset: {} },
      createElement: element,
      body: { prepend: ({ text }: { text: string }) => lines.push(text) },
    },
    navigator: {
      onLine: true,
      serviceWorker: { controller: {}, register: async () => ({ waiting: null, installing, addEventListener() {} }) },
    },
    addEventListener() {},
  }
  await workOffline(page as unknown as Window)
  expect(lines).toEqual([])
  installing.state = 'installed'
  for (const call of changes) call()
  expect(lines).toEqual([expect.stringContaining('A new version of Delphin is ready.')])
})
