// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SectionChips } from './SectionChips.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const SECTIONS = [
  ['performance', 'Performance'],
  ['milestones', 'Milestones'],
  ['victories', 'Victories'],
] as const

test('the bar of links follows the page, and stays below the pointer of who presses a link', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(() => {})
  render(
    <>
      <SectionChips sections={SECTIONS} />
      {SECTIONS.map(([id, name]) => (
        <section key={id} id={id} tabIndex={-1} aria-label={name} />
      ))}
    </>,
  )
  const lit = () =>
    screen.getAllByRole('link').find((link) => link.getAttribute('aria-current') === 'location')?.textContent
  expect(lit()).toBe('Victories')
  scrolled.mockClear()
  act(() => screen.getByRole('region', { name: 'Milestones' }).focus())
  expect(lit()).toBe('Milestones')
  expect(scrolled).toHaveBeenCalledTimes(1)
  act(() => screen.getByRole('link', { name: 'Performance' }).focus())
  expect(lit()).toBe('Victories')
  expect(scrolled).toHaveBeenCalledTimes(1)
})
