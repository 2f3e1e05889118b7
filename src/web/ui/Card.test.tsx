// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { useQuery } from '#web/app/queries.ts'
import { AnalyticsCard, Card } from './Card.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a folded card says in a line what it tells, and only that while it is folded', () => {
  render(
    <Card title="Victories" fold="8,444" foldedWide>
      8,444 victories in all
    </Card>,
  )
  const title = screen.getByRole('button', { name: 'Victories 8,444' })
  fireEvent.click(title)
  expect(title.textContent).toBe('Victories')
  fireEvent.click(title)
  expect(title.textContent).toBe('Victories8,444')
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

test('while one of two failed cards is tried again both stay rows; the focus stays, and is then with what came', async () => {
  const ask = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('The store rests.'))
  renderPage(
    <>
      <Asking id="hours" ask={ask} />
      <Asking id="scores" ask={() => Promise.reject(new Error('The store rests.'))} />
    </>,
    {},
  )
  await waitFor(() => expect(document.querySelectorAll('[data-failed]')).toHaveLength(2))
  const [button] = screen.getAllByRole('button', { name: 'Try Again' }) as HTMLElement[]
  button?.focus()
  const tries = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const
  const tryAgain = async (answer: Promise<string>) => {
    ask.mockReturnValueOnce(answer)
    fireEvent.click(button as HTMLElement)
    await waitFor(() => expect(button?.getAttribute('aria-busy')).toBe('true'))
    expect(document.querySelectorAll('[data-failed]')).toHaveLength(2)
    expect(document.activeElement).toBe(button)
  }
  await tryAgain(tries[0].promise)
  tries[0].reject(new Error('The store rests.'))
  await waitFor(() => expect(button?.getAttribute('aria-busy')).toBe('false'))
  await tryAgain(tries[1].promise)
  tries[1].resolve('Most play at 19:00.')
  await screen.findByText('Most play at 19:00.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'The hours' })))
  // The other one is a single failed part now.
  expect(screen.getByRole('region', { name: 'The scores' }).textContent).toContain('No scores')
})
