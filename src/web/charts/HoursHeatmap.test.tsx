// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, test } from 'vitest'
import type { WeekHours } from '#shared/week-hours.ts'
import { HoursHeatmap, shadeOf } from './HoursHeatmap.tsx'

afterEach(cleanup)

const HOURS = Array.from({ length: 7 }, (_, weekday) =>
  Array.from({ length: 24 }, (_, hour) => (weekday === 6 && hour === 19 ? 8 : weekday === 0 && hour === 0 ? 1 : 0)),
)
const show = (hours: WeekHours = HOURS, offset = 0) =>
  render(<HoursHeatmap label="Hours of the club" hours={hours} offset={offset} />)
const reading = () => screen.getByRole('slider').getAttribute('aria-valuetext')

test('a screen reader finds each weekday with 24 hours and how many battles there were', () => {
  show()
  const table = screen.getByRole('table', { name: /^Hours of the club; battles by weekday and hour/ })
  const sunday = within(table).getByRole('row', { name: /Sunday/ })
  const cells = within(sunday).getAllByRole('cell')
  expect([cells.length, cells[19]?.textContent, cells[20]?.textContent]).toEqual([24, '8 battles', '0 battles'])
})

test('a tap reads a square, a second tap lets it go, and arrow keys go on', () => {
  show()
  const cell = within(screen.getByRole('row', { name: /Sunday/ })).getAllByRole('cell')[19]
  if (!cell) throw new Error('The hour is missing.')
  fireEvent.click(cell)
  expect(screen.getByText('Sunday, 19:00 to 20:00: 8 battles.')).toBeTruthy()
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowRight' })
  expect(reading()).toBe('Sunday, 20:00 to 21:00: 0 battles. of 9 battles in these days')
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'ArrowDown' })
  expect(reading()).toBe('Sunday, 20:00 to 21:00: 0 battles. of 9 battles in these days')
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Escape' })
  expect(screen.getByText('Tap a square to read it.')).toBeTruthy()
})

test('an hour that nobody looked at is not known, which is another thing than no battle', () => {
  show(HOURS.map((row, weekday) => (weekday === 2 ? row.map(() => null) : row)))
  const [cell] = within(screen.getByRole('row', { name: /Wednesday/ })).getAllByRole('cell')
  if (!cell) throw new Error('The hour is missing.')
  expect([cell.textContent, cell.dataset.sign]).toEqual(['not known', '?'])
  fireEvent.click(cell)
  expect(screen.getByText('Wednesday, 00:00 to 01:00: not known.')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Legend' })).getByText('not known')).toBeTruthy()
})

test('in India hours begin half past, as they do for the battles that were counted', () => {
  show(HOURS, 330)
  // 19 to 20 of a Sunday in UTC.
  const cell = within(screen.getByRole('row', { name: /Monday/ })).getAllByRole('cell')[0]
  if (!cell) throw new Error('The hour is missing.')
  fireEvent.click(cell)
  expect(screen.getByText('Monday, 00:30 to 01:30: 8 battles.')).toBeTruthy()
})

it.each([
  [0, 8, 0],
  [1, 8, 1],
  [2, 8, 1],
  [3, 8, 2],
  [8, 8, 4],
  [1, 1, 4],
])('%i battles of at most %i have shade %i', (battles, most, shade) => {
  expect(shadeOf(battles, most)).toBe(shade)
})
