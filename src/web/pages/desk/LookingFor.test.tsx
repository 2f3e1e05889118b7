// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { type DeskClub, DeskProvider } from './desk-changes.tsx'
import { LookingFor } from './LookingFor.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const DESK: DeskClub = {
  ...{ tag: '#2PYL', name: 'Deep Pod', role: 'editor', player_tag: '#8QQ', reads_until: null, alerts: 0, trial: false },
}
const NOTHING = { text: '', languages: [], min_trophies: null, version: 0 }

let sent: unknown[]

/** The form before a server that stores what is sent. */
function show(stored: object, desk: Partial<DeskClub> = {}): void {
  sent = []
  renderPage(
    <DeskProvider desk={{ ...DESK, ...desk }}>
      <LookingFor />
    </DeskProvider>,
    { '/api/desk/2PYL/notice': { ...NOTHING, ...stored } },
  )
  const read = fetch
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') return read(url)
    sent.push(JSON.parse(String(init.body)))
    return Response.json({ ...NOTHING, version: 1, log_id: 5 })
  })
}

const words = () => screen.findByLabelText(/Whom you look for/)
const save = () => screen.getByRole('button', { name: 'Save' })

test('leaders say whom they look for, in which languages, and from how many trophies on', async () => {
  show({})
  fireEvent.change(await words(), { target: { value: '  Mega Pig every week!  ' } })
  fireEvent.click(screen.getByLabelText('German'))
  fireEvent.change(screen.getByLabelText(/^Minimum trophies/), { target: { value: '50000' } })
  fireEvent.click(save())
  expect(await screen.findByText('Saved what you look for')).toBeTruthy()
  expect(sent).toEqual([{ text: 'Mega Pig every week!', languages: ['de'], min_trophies: 50_000, version: 0 }])
})

test('what is emptied is not said any more', async () => {
  show({ text: 'Come!', languages: ['de'], min_trophies: 100, version: 3 })
  fireEvent.change(await words(), { target: { value: '' } })
  fireEvent.click(screen.getByLabelText('German'))
  fireEvent.change(screen.getByLabelText(/^Minimum trophies/), { target: { value: ' ' } })
  fireEvent.click(save())
  await waitFor(() => expect(sent).toEqual([{ text: '', languages: [], min_trophies: null, version: 3 }]))
})

test.each(['many', '-5', '1.5', '300001'])('%j trophies are refused before they are sent', async (bar) => {
  show({})
  await words()
  fireEvent.change(screen.getByLabelText(/^Minimum trophies/), { target: { value: bar } })
  expect(screen.getByText('A whole number up to 300,000')).toBeTruthy()
  expect(save()).toHaveProperty('disabled', true)
})

test('no more languages can be chosen than are stored, and one that is not offered stays', async () => {
  show({ languages: ['en', 'es', 'pt', 'de', 'sv'] })
  await words()
  expect(screen.getByLabelText('Swedish')).toHaveProperty('checked', true)
  expect(screen.getByLabelText('French')).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByLabelText('Swedish'))
  expect(screen.getByLabelText('French')).toHaveProperty('disabled', false)
})

test('a viewer reads what the club looks for and changes nothing', async () => {
  show({ text: 'Come!' }, { role: 'viewer' })
  expect(await words()).toHaveProperty('value', 'Come!')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByRole('group', { name: 'We are looking for' })).toHaveProperty('disabled', true)
})
