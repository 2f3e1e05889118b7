// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorState, SectionFailure } from './Notice.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('an error without a way on ends with its sentence: no empty row stands below it', () => {
  render(<ErrorState title="No such club" message="Nobody has searched for it." />)
  expect(screen.getByText('Nobody has searched for it.').nextSibling).toBe(null)
})

test('while a part is tried again its button has the focus and asks for nothing more', () => {
  const onRetry = vi.fn()
  const part = (retrying: boolean) => (
    <SectionFailure title="No scores" message="The store rests." onRetry={onRetry} retrying={retrying} />
  )
  const { rerender } = render(part(false))
  const button = screen.getByRole('button', { name: 'Try Again', description: 'No scores The store rests.' })
  button.focus()
  rerender(part(true))
  expect([document.activeElement, button.getAttribute('aria-busy')]).toEqual([button, 'true'])
  fireEvent.click(button)
  expect(onRetry).not.toHaveBeenCalled()
})

test.each([
  ['in sight', 100, 300, `${innerHeight - 100}px`],
  ['below the screen', innerHeight + 1, 300, '0px'],
  ['folded', 0, 0, '0px'],
])('a failed part that is %s keeps no room but what is seen', (_where, top, height, room) => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, height))
  render(<SectionFailure title="No scores" message="The store rests." onRetry={() => {}} shape="h-76" />)
  expect(document.querySelector<HTMLElement>('.h-76')?.style.maxHeight).toBe(room)
})
