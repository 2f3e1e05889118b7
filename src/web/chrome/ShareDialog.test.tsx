// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RouterAt, renderPage } from '#test/render-page.tsx'
import { ShareDialog } from './ShareDialog.tsx'

const SHARE = {
  title: 'Divers',
  text: '**Divers** · Club #2PYL',
  path: '/club/2PYL',
  picture: '/og/club/2PYL.png',
  week_card: '/club/2PYL/week/2026-W02.png',
}

const saved: string[] = []
beforeEach(() => {
  saved.length = 0
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A president opens the dialog on a phone whose sheet does this. Returns the answers, which may change. */
function openDialog(sheet: (data: ShareData) => Promise<void>, card: string | number = 'the picture') {
  Object.assign(navigator, { canShare: () => true, share: vi.fn(sheet) })
  const answers = { '/api/browse/club/2PYL/share': SHARE, [SHARE.week_card]: card }
  const dialog = (
    <RouterAt address={SHARE.path}>
      <ShareDialog onClose={() => {}} />
    </RouterAt>
  )
  renderPage(dialog, answers)
  return answers
}

async function sendTheWeek() {
  const send = await screen.findByRole('button', { name: 'Send the week' })
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('false'))
  fireEvent.click(send)
  return send
}

test('a president sends the week: the sheet opens in the tap, with the picture, and once', async () => {
  const closed = Promise.withResolvers<void>()
  openDialog(() => closed.promise)
  const send = await sendTheWeek()
  // The tap has ended, and the sheet is open already.
  const [[sent]] = vi.mocked(navigator.share).mock.calls as [[ShareData]]
  expect(sent.files?.map(({ name, type }) => [name, type])).toEqual([['delphin-2PYL-week-2026-W02.png', 'image/png']])
  expect(await sent.files?.[0]?.text()).toBe('the picture')
  fireEvent.click(send)
  expect([send.getAttribute('aria-disabled'), vi.mocked(navigator.share).mock.calls.length]).toEqual(['true', 1])
  closed.resolve()
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('false'))
  expect(saved).toEqual([])
})

test.each([
  ['is closed again: nothing is saved', 'AbortError', []],
  ['may not open: the picture is saved', 'NotAllowedError', ['delphin-2PYL-week-2026-W02.png']],
])('the sheet %s', async (_what, reason, files) => {
  openDialog(() => Promise.reject(new DOMException('No', reason)))
  const send = await sendTheWeek()
  await waitFor(() => expect(send.getAttribute('aria-disabled')).toBe('false'))
  expect(saved).toEqual(files)
})

test('a picture that does not come can be asked for again, and sent then', async () => {
  const answers = openDialog(async () => {}, 503)
  await screen.findByText('The picture did not come. Please try again.')
  answers[SHARE.week_card] = 'the picture'
  fireEvent.click(screen.getByRole('button', { name: 'Load the picture again' }))
  await sendTheWeek()
  await waitFor(() => expect(navigator.share).toHaveBeenCalledOnce())
  expect(screen.queryByText('The picture did not come. Please try again.')).toBeNull()
})
