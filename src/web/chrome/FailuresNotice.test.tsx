// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { ApiError } from '#web/app/api-client.ts'
import { forgetFailures, noteEnd } from '#web/app/equal-failures.ts'
import { createQueryClient, useQuery } from '#web/app/queries.ts'
import { AnalyticsCard } from '#web/ui/Card.tsx'
import { SectionFailure } from '#web/ui/Notice.tsx'
import { FailuresNotice } from './FailuresNotice.tsx'

afterEach(cleanup)

type Failed = { title: string; message: string; onRetry?: () => void }

const client = createQueryClient()

function Page({ failed }: { failed: Failed[] }) {
  return (
    <QueryClientProvider client={client}>
      <div data-failures />
      {failed.map((part) => (
        <SectionFailure key={part.title} onRetry={() => {}} {...part} />
      ))}
      <FailuresNotice />
    </QueryClientProvider>
  )
}

const why = 'The store rests.'
const hours = { title: 'No hours', message: why }
const scores = { title: 'No scores', message: why }
const PAGE = 'Some parts of this page did not load.'

test('several failed parts are one message with why, of what and one other try, and each place has a mark', () => {
  render(<Page failed={[hours, scores]} />)
  const told = screen.getByRole('alert')
  expect(told.textContent).toBe(`${PAGE} ${why}DetailsNo hoursNo scoresTry Again`)
  expect(document.body.textContent).toBe(`${told.textContent}No hoursNo scores`)
})

test('a single failed part is told in its place', () => {
  render(<Page failed={[scores]} />)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe(`No scores${why}Try Again`)
  expect(screen.getByRole('button', { name: 'Try Again', description: `No scores ${why}` })).toBeTruthy()
})

test('what failed inside of a card that stays says so there, in a line', () => {
  render(<Page failed={[hours, { title: 'No battles', message: why }]} />)
  const line = screen.getAllByText('No battles').find((each) => each.closest('[role=alert]') === null)
  expect(line?.closest('.failed')).toBeFalsy()
  expect(line?.closest('[data-failed]')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
})

test('the message keeps its place, which is the one that the page has for it, while parts fail and come', () => {
  const { rerender } = render(<Page failed={[hours, scores]} />)
  const told = screen.getByRole('alert')
  rerender(<Page failed={[{ title: 'No week', message: why }, hours, scores]} />)
  rerender(<Page failed={[scores]} />)
  expect(screen.getByRole('alert')).toBe(told)
  expect(told.parentElement?.matches('[data-failures]')).toBe(true)
})

test('the last failed part stays in the message also when it fails for another reason, and the focus stays', () => {
  const { rerender } = render(<Page failed={[hours, scores]} />)
  const button = screen.getByRole('button')
  button.focus()
  rerender(<Page failed={[scores]} />)
  rerender(<Page failed={[{ ...scores, message: 'You may be offline.' }]} />)
  expect(screen.getByRole('alert').textContent).toContain(`${PAGE} You may be offline.Details`)
  expect(document.activeElement).toBe(button)
})

test('a page that asks no more, since five tries in a row have failed, says so also in the message', () => {
  for (let tries = 0; tries < 5; tries++)
    noteEnd('GET /hours', new ApiError(why, { kind: 'answer', status: 500, code: 'internal' }))
  render(<Page failed={[hours, scores]} />)
  const stopped = 'Five tries in a row have failed. This page has stopped asking the server.'
  expect(screen.getByRole('alert').textContent).toContain(`${PAGE} ${why}${stopped}Details`)
  act(forgetFailures)
  expect(screen.getByRole('alert').textContent).not.toContain('stopped asking')
})

test('parts that failed for several reasons have all of them told, each once', () => {
  const battles = { title: 'No battles', message: 'You may be offline.' }
  render(<Page failed={[battles, hours, scores]} />)
  expect(screen.getByRole('alert').textContent).toContain(`${PAGE} You may be offline. ${why}Details`)
})

test('what fails in a dialog is told there, since the dialog covers the page, and what fails behind it by the page', () => {
  render(<dialog open />)
  render(<Page failed={[hours, scores]} />)
  expect(screen.queryByRole('status', { hidden: true })).toBeNull()
  cleanup()
  render(<Page failed={[hours, scores]} />)
  render(
    <dialog open>
      <SectionFailure {...scores} onRetry={() => {}} />
    </dialog>,
  )
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('status').textContent).toBe(`No scores${why}Try Again`)
})

test('all failed parts are tried again at once, each as it was last drawn', async () => {
  const tried: string[] = []
  const page = (time: string) => (
    <Page failed={[hours, scores].map((part) => ({ ...part, onRetry: () => tried.push(part.title + time) }))} />
  )
  const { rerender } = render(page(' first'))
  rerender(page(' last'))
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(tried).toEqual(['No hours last', 'No scores last'])
  await waitFor(() => expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('false'))
})

/** A card with the next of these answers whenever it asks. */
function Asking({ id, ask }: { id: string; ask: () => Promise<string> }) {
  const result = useQuery<string>({ queryKey: [id], queryFn: ask, retry: false })
  return (
    <AnalyticsCard title={`The ${id}`} id={id} result={result} failure={`No ${id}`} loading="Loading">
      {(answer) => answer}
    </AnalyticsCard>
  )
}

test('while failed parts are tried again the message keeps its place and the focus, which then is with what came', async () => {
  const failing = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error(why))
  const [askHours, askScores] = [failing(), failing()]
  renderPage(
    <>
      <Asking id="hours" ask={askHours} />
      <Asking id="scores" ask={askScores} />
    </>,
    {},
  )
  const told = await screen.findByRole('alert')
  const button = within(told).getByRole('button')
  button.focus()
  const slow = Promise.withResolvers<string>()
  askHours.mockReturnValueOnce(slow.promise)
  askScores.mockResolvedValueOnce('Ada leads.')
  fireEvent.click(button)
  await screen.findByText('Ada leads.')
  expect(button.getAttribute('aria-busy')).toBe('true')
  slow.reject(new Error(why))
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
  // The one that is left takes no other look.
  expect(told.textContent).toContain(`${PAGE} ${why}DetailsNo hours`)
  expect(screen.getByRole('region', { name: 'The hours' }).textContent).toContain('No hours')
  expect(document.activeElement).toBe(button)
  askHours.mockResolvedValueOnce('Most play at 19:00.')
  fireEvent.click(button)
  await screen.findByText('Most play at 19:00.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The hours' })))
  expect(screen.queryByRole('alert')).toBeNull()
})
