// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useFailedParts } from './failed-parts.ts'
import { ErrorState, SectionFailure } from './Notice.tsx'

afterEach(cleanup)

test('an error without a way on ends with its sentence: no empty row stands below it', () => {
  render(<ErrorState title="No such club" message="Nobody has searched for it." />)
  expect(screen.getByText('Nobody has searched for it.').nextSibling).toBe(null)
})

function Page({ failed }: { failed: string[] }) {
  return (
    <>
      <h1>{useFailedParts()}</h1>
      {failed.map((title) => (
        <SectionFailure key={title} title={title} message="The store rests." onRetry={() => {}} retrying={false} />
      ))}
    </>
  )
}

test('several failed parts say why once for all, and each offers another try', () => {
  const { rerender } = render(<Page failed={['No battles', 'No scores']} />)
  expect(screen.getAllByText('The store rests.').map(({ tagName }) => tagName)).toEqual(['H1'])
  expect(screen.getAllByRole('button', { name: 'Try Again' })).toHaveLength(2)
  rerender(<Page failed={['No scores']} />)
  expect(screen.getAllByText('The store rests.').map(({ tagName }) => tagName)).toEqual(['P'])
})
