// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#web/app/queries.ts'
import { FailuresNotice } from '#web/chrome/FailuresNotice.tsx'
import { SectionFailure } from './Notice.tsx'
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

test('sections that did not load have no link, and none of them is marked as the one that is read', () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SectionChips sections={SECTIONS} />
      <section id="performance" tabIndex={-1} />
      {SECTIONS.slice(1).map(([id, name]) => (
        <SectionFailure
          key={id}
          id={id}
          heading={name}
          title={name}
          message="The store rests."
          onRetry={() => {}}
          whole
        />
      ))}
      <FailuresNotice />
    </QueryClientProvider>,
  )
  const links = screen.getAllByRole('link', { hidden: true })
  expect(links.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([
    ['Performance', 'location'],
  ])
})
