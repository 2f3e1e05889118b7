// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
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

type Failed = { title: string; message: string; shape?: string; onRetry?: () => void }

function Page({ failed }: { failed: Failed[] }) {
  return (
    <>
      <h1>{useFailedParts()}</h1>
      {failed.map((part) => (
        <SectionFailure key={part.title} onRetry={() => {}} {...part} />
      ))}
    </>
  )
}

const scores = { title: 'No scores', message: 'The store rests.' }

test('several failed parts leave the reason and another try to the frame, and a single one has both', () => {
  const { rerender } = render(<Page failed={[{ ...scores, title: 'No battles' }, scores]} />)
  expect(screen.getAllByText('The store rests.').map(({ tagName }) => tagName)).toEqual(['H1'])
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  rerender(<Page failed={[scores]} />)
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(1)
  expect(screen.getAllByText('The store rests.').map(({ tagName }) => tagName)).toEqual(['P'])
})

test('what fails in a dialog is told there, since the dialog covers the frame, and what fails behind it by the frame', () => {
  render(<dialog open />)
  render(<Page failed={[{ ...scores, title: 'No battles' }, scores]} />)
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
  cleanup()
  render(<Page failed={[{ ...scores, title: 'No battles' }, scores]} />)
  render(
    <dialog open>
      <SectionFailure {...scores} onRetry={() => {}} />
    </dialog>,
  )
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
