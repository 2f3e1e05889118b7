// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ErrorState } from './Notice.tsx'

afterEach(cleanup)

test('an error without a way on ends with its sentence: no empty row stands below it', () => {
  render(<ErrorState title="No such club" message="Nobody has searched for it." />)
  expect(screen.getByText('Nobody has searched for it.').nextSibling).toBe(null)
})
