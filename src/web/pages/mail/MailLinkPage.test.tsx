// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { RouterAt, renderPage } from '#test/render-page.tsx'
import { SessionProvider } from '#web/app/SessionProvider.tsx'
import { initialSession } from '#web/app/session.ts'
import type { SessionStore } from '#web/app/session-store.ts'
import { MailLinkPage } from './MailLinkPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const SITE = { demo: false, mail: true, art: false }
const CLUB = { club_tag: '#2PYL', club_name: 'Deep Pod' }
const CONFIRM = '/api/auth/confirm'
const REFUSED = { error: 'The server says why.', code: '' }

function open(address: string, answers: Record<string, object>, refused = 409) {
  const guest = initialSession([])
  const store = { subscribe: () => () => {}, read: () => guest, updateUser: () => {} } as unknown as SessionStore
  renderPage(
    <SessionProvider store={store}>
      <RouterAt address={address}>
        <MailLinkPage />
      </RouterAt>
    </SessionProvider>,
    { '/api/site': SITE, ...answers },
  )
  const read = fetch
  vi.stubGlobal('fetch', async (path: string) => {
    const answer = answers[path]
    return answer !== undefined && 'code' in answer ? Response.json(answer, { status: refused }) : read(path)
  })
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const heading = async (name: string) => (await screen.findByRole('heading', { level: 1, name })).closest('main, body')

test('one press confirms an address, and tells which and what comes of it', async () => {
  open('/confirm#secret', { [CONFIRM]: { address: 'b…@example.com', week_mail: null } })
  await press('Confirm')
  const page = await heading('Your address is confirmed')
  expect(page?.textContent).toContain('b…@example.com')
  expect(page?.textContent).toContain('You are warned by mail of a sign-in from elsewhere')
})

test('one press confirms a weekly report, and tells when it comes, what it holds and how it stops', async () => {
  open('/confirm#secret', { [CONFIRM]: { address: 'b…@example.com', week_mail: CLUB } })
  await press('Confirm')
  const page = await heading('The weekly report of Deep Pod will come by mail')
  for (const words of ['It comes on Mondays', 'Who rose and fell', 'a link that stops it', 'b…@example.com'])
    expect(page?.textContent).toContain(words)
  expect(screen.getByRole('link', { name: 'Club page' }).getAttribute('href')).toBe('/club/2PYL')
})

test.each([
  ['used_link', 409, 'Already confirmed', 'To the home page'],
  ['expired_link', 409, 'This link is too old', 'You can send it again from your profile.'],
  ['unknown_link', 404, 'This link does not work', 'You can send it again from your profile.'],
])('a link that is %s says so, why, and leads on', async (code, status, title, leads) => {
  open('/confirm#secret', { [CONFIRM]: { ...REFUSED, code } }, status)
  await press('Confirm')
  const page = await heading(title)
  expect(page?.textContent).toContain('The server says why.')
  expect(page?.textContent).toContain(leads)
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
})

test('after a failure the same press is offered again', async () => {
  open('/confirm#secret', { [CONFIRM]: { ...REFUSED, code: 'busy' } }, 503)
  await press('Confirm')
  await screen.findByText(/The server says why\./)
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

test('one press stops a report, and tells whose and where it is asked for again', async () => {
  open('/unsubscribe#secret', { '/api/auth/unsubscribe/secret': { address: 'b…@example.com', ...CLUB } })
  await press('Stop the report')
  const page = await heading('The weekly report of Deep Pod comes no more')
  expect(page?.textContent).toContain('b…@example.com')
  expect(page?.textContent).toContain('You can ask for it again in your profile.')
})

test('without a link it leads to where one is sent, if the site sends mail', async () => {
  open('/confirm', {})
  await heading('Confirm your email address')
  await screen.findByText('Open this page with the link in your mail.')
  await screen.findByText('You can send it again from your profile.')
  cleanup()
  open('/unsubscribe', {})
  await heading('Stop the weekly report')
  await screen.findByText('You can also stop it in your profile.')
})

test.each([
  ['/confirm', 'You need not confirm your address', 'This site sends no mail. Your account works without mails.'],
  ['/unsubscribe', 'You get no report from us', 'This site sends no mail, so there is nothing to stop.'],
])('where the site sends no mail, %s says first that there is nothing to do', async (address, title, why) => {
  open(address, { '/api/site': { ...SITE, mail: false } })
  const page = await heading(title)
  expect(page?.textContent).toContain(why)
  expect(screen.getByRole('link', { name: 'To the home page' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Login' })).toBeNull()
})

test('where the site sends no mail, a link that does not work says so and that none is needed, and sends nobody to a mail', async () => {
  open(
    '/confirm#secret',
    { '/api/site': { ...SITE, mail: false }, [CONFIRM]: { ...REFUSED, code: 'unknown_link' } },
    404,
  )
  await press('Confirm')
  const page = await heading('This link does not work')
  expect(page?.textContent).toContain('This site sends no mail. Your account works without mails.')
  expect(page?.textContent).not.toContain('The server says why.')
})
