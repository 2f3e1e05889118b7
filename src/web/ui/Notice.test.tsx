// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { retryFailedParts, useFailedParts } from './failed-parts.ts'
import { ErrorState, SectionFailure } from './Notice.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an error without a way on ends with its sentence: no empty row stands below it', () => {
  render(<ErrorState title="No such club" message="Nobody has searched for it." />)
  expect(screen.getByText('Nobody has searched for it.').nextSibling).toBe(null)
})

type Failed = {
  title: string
  message: string
  shape?: string
  heading?: string
  id?: string
  retrying?: boolean
  onRetry?: () => void
}

/** A page whose frame tells what is wrong with several parts, as the site's does. */
function Page({ failed }: { failed: Failed[] }) {
  const several = useFailedParts()
  return (
    <>
      {several && createPortal(<h1>{several.why}</h1>, several.place)}
      {failed.map((part) => (
        <SectionFailure key={part.title} onRetry={() => {}} {...part} />
      ))}
    </>
  )
}

const scores = { title: 'No scores', message: 'The store rests.' }
const battles = { ...scores, title: 'No battles' }

test('several failed parts are rows with another try each; why they failed stands once, above the first one', () => {
  const { rerender } = render(<Page failed={[{ ...battles, heading: 'Battles', id: 'battles' }, scores]} />)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['The store rests.', 'Battles'])
  expect(screen.getAllByText('The store rests.').map(({ tagName }) => tagName)).toEqual(['H1'])
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(2)
  expect(screen.queryByRole('status')).toBeNull()
  // A row keeps nothing of the room that a single part had.
  expect(document.querySelector('[style]')).toBeNull()
  rerender(<Page failed={[scores]} />)
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
  expect(screen.getAllByText('The store rests.').map(({ tagName }) => tagName)).toEqual(['P'])
  expect(screen.getByRole('status').textContent).toContain('No scores')
})

test('the buttons of rows are described by their parts, and a busy one asks for nothing more', () => {
  const onRetry = vi.fn()
  render(<Page failed={[{ ...battles, heading: 'Battles', retrying: true, onRetry }, scores]} />)
  const [first, second] = screen.getAllByRole('button', { name: 'Try Again' })
  const about = [first, second].map((button) => document.getElementById(button?.getAttribute('aria-describedby') ?? ''))
  expect(about.map((words) => words?.textContent)).toEqual(['BattlesNo battles', 'No scores'])
  expect([first, second].map((button) => button?.getAttribute('aria-busy') ?? null)).toEqual(['true', null])
  fireEvent.click(first as HTMLElement)
  expect(onRetry).not.toHaveBeenCalled()
})

test('a part that fails later and stands higher has the reason above it', () => {
  const { rerender } = render(<Page failed={[battles, scores]} />)
  rerender(<Page failed={[{ ...scores, title: 'No hours' }, battles, scores]} />)
  const order = screen.getByRole('heading').compareDocumentPosition(screen.getByText('No hours'))
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(screen.getAllByText('The store rests.')).toHaveLength(1)
})

test('what fails in a dialog is told there, since the dialog covers the page, and what fails behind it by the page', () => {
  const boxed = () => screen.queryAllByRole('status', { hidden: true }).length
  render(<dialog open />)
  render(<Page failed={[battles, scores]} />)
  expect(boxed()).toBe(0)
  cleanup()
  render(<Page failed={[battles, scores]} />)
  render(
    <dialog open>
      <SectionFailure {...scores} onRetry={() => {}} />
    </dialog>,
  )
  expect(boxed()).toBe(1)
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByText('The store rests.')
  dialog.getByRole('button', { name: 'Try Again' })
})

test('parts that failed for several reasons keep their own', () => {
  render(<Page failed={[{ title: 'No battles', message: 'You may be offline.' }, scores]} />)
  expect(screen.getByRole('heading').textContent).toBe('')
  screen.getByText('You may be offline.')
  screen.getByText('The store rests.')
})

test('all failed parts are tried again at once, each as it was last drawn', () => {
  const tried: string[] = []
  const page = (time: string) => (
    <Page
      failed={['battles', 'scores'].map((title) => ({ ...scores, title, onRetry: () => tried.push(title + time) }))}
    />
  )
  const { rerender } = render(page(' first'))
  rerender(page(' last'))
  retryFailedParts()
  expect(tried).toEqual(['battles last', 'scores last'])
})

test.each([
  ['in sight', 100, 300, `${innerHeight - 100}px`],
  ['below the screen', innerHeight + 1, 300, '0px'],
  ['folded', 0, 0, '0px'],
])('a failed part that is %s keeps no room but what is seen', (_where, top, height, room) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, height))
  render(<Page failed={[{ ...scores, shape: 'h-76' }]} />)
  expect(document.querySelector<HTMLElement>('.h-76')?.style.maxHeight).toBe(room)
})
