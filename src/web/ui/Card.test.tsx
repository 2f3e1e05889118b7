// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Card } from './Card.tsx'

afterEach(cleanup)

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
