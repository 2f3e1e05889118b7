// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { TrendChart } from './TrendChart.tsx'
import { withFan } from './TrophyLine.tsx'
import type { TrendPoint } from './trend-geometry.ts'

afterEach(cleanup)

const WEEK: TrendPoint[] = [48_000, 48_100, null, 48_400, 48_214].map((value, index) => ({
  date: `2026-11-${index + 10}`,
  value,
  observed: value !== null,
  change: [null, 100, null, 300, -186][index] ?? null,
  reset: 0,
  gained: [0, 100, 100, 400, 214][index] ?? 0,
}))

test('the slider of a trend chart says what is known of the chosen day', () => {
  render(<TrendChart label="Trophies of Ada" points={WEEK} />)
  const slider = screen.getByRole('slider', { name: 'Trophies of Ada, day by day' })
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 14: 48,214 trophies')
  fireEvent.change(slider, { target: { value: '2' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 12: not known')
})

/** What stands above the plot, of the day that is read. */
const reading = () => screen.getByRole('figure').querySelector('p')?.textContent

test('a day that is chosen with the arrow keys stays above the chart until Escape', () => {
  render(<TrendChart label="Trophies of Ada" points={WEEK} />)
  const slider = screen.getByRole('slider')
  expect(reading()).toBe('Nov 1448,214−186')
  fireEvent.change(slider, { target: { value: '3' } })
  fireEvent.blur(slider)
  expect(reading()).toBe('Nov 1348,400+300')
  fireEvent.keyDown(slider, { key: 'Escape' })
  expect(reading()).toBe('Nov 1448,214−186')
})

test('a tap pins a day, the mouse only passes over the others, and a second tap lets it go', () => {
  render(<TrendChart label="Trophies of Ada" points={WEEK} />)
  const slider = screen.getByRole('slider')
  const tap = (clientX: number) => {
    fireEvent.pointerDown(slider, { clientX })
    fireEvent.pointerUp(slider, { clientX })
    fireEvent.pointerLeave(slider)
  }
  tap(0)
  expect(reading()).toBe('Nov 1048,000first day seen')
  fireEvent.pointerMove(slider, { clientX: 5000 })
  expect(reading()).toBe('Nov 1448,214−186')
  fireEvent.pointerLeave(slider)
  expect(reading()).toBe('Nov 1048,000first day seen')
  tap(0)
  expect(reading()).toBe('Nov 1448,214−186')
})

test('a trend chart has a caption in words and a table of its days', () => {
  render(<TrendChart label="Trophies of Ada" points={WEEK} />)
  expect(
    screen.getByText(/From 48,000 trophies when first seen on Nov 10 to 48,214 trophies on Nov 14: \+214\./),
  ).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'DayTrophiesChangeNote',
    'Nov 1448,214−186',
    'Nov 1348,400+300',
    'Nov 12——nobody looked',
    'Nov 1148,100+100',
    'Nov 1048,000—first day seen',
  ])
})

test('a trend chart shows a reset in the table as a part of the change, and leaves it out of the best day', () => {
  const reset: TrendPoint[] = [
    { date: '2026-11-10', value: 1_173_121, observed: true, change: null, reset: 0, gained: 0 },
    { date: '2026-11-11', value: 1_171_582, observed: true, change: -1539, reset: -2058, gained: 519 },
  ]
  render(<TrendChart label="Trophies" points={reset} />)
  expect(screen.getByText(/Best day: \+519 on Nov 11 \(a reset took 2,058\)/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  const [, day] = within(screen.getByRole('table')).getAllByRole('row')
  expect(day?.textContent).toBe('Nov 111,171,582−1,539a reset took 2,058')
})

test('a trend chart names who joined or left beside the pin, on the slider and below the best day', () => {
  render(<TrendChart label="Trophies" points={WEEK.map((day) => ({ ...day, note: 'left: Ada, Milo +1' }))} />)
  expect(reading()).toBe('Nov 1448,214−186left: Ada, Milo +1')
  expect(screen.getByText('+300 on Nov 13 (left: Ada, Milo +1)')).toBeTruthy()
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Nov 14: 48,214 trophies, left: Ada, Milo +1')
})

test('a trend chart of days that nobody observed says so and has no slider', () => {
  render(<TrendChart label="Trophies" points={WEEK.map((day) => ({ ...day, value: null, observed: false }))} />)
  expect(screen.getByText('Nothing was observed in this timeframe.')).toBeTruthy()
  expect(screen.queryByRole('slider')).toBeNull()
})

const FAN = [
  { date: '2026-11-15', low: 48_200, middle: 48_300, high: 48_500 },
  { date: '2026-11-16', low: 48_250, middle: 48_400, high: 48_800 },
]

test('the days ahead can be read as those before, and no day of them is chosen at first', () => {
  render(<TrendChart label="Trophies of Ada" points={withFan(WEEK, FAN, 7)} />)
  const slider = screen.getByRole('slider')
  expect(reading()).toBe('Nov 1448,214−186')
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 14: 48,214 trophies')
  fireEvent.change(slider, { target: { value: '6' } })
  expect(slider.getAttribute('aria-valuetext')).toBe('Nov 16: forecast, 48,250 to 48,800 trophies')
  expect(reading()).toBe('Nov 1648,250 to 48,800forecast')
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(within(screen.getByRole('table')).getAllByRole('row')[1]?.textContent).toBe('Nov 1648,250 to 48,800—forecast')
})

test('the caption tells of the past as before, and then where the fan ends', () => {
  const { rerender } = render(<TrendChart label="Trophies of Ada" points={WEEK} />)
  const past = screen.getByText(/^From/).textContent ?? ''
  rerender(<TrendChart label="Trophies of Ada" points={withFan(WEEK, FAN, 7)} />)
  expect(screen.getByText(/^From/).textContent).toBe(`${past} Forecast for Nov 16: 48,250 to 48,800.`)
  expect(withFan(WEEK, [], 7)).toEqual(WEEK)
})

test.each([
  [7, 2],
  [14, 4],
  [30, 10],
  [90, 30],
] as const)('%i days have three quarters of the width beside the %i days ahead', (days, shown) => {
  const fan = Array.from({ length: 30 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 10, 15 + day)).toISOString().slice(0, 10),
    ...{ low: 48_000, middle: 48_100 + 100 * day, high: 60_000 },
  }))
  const ahead = withFan(WEEK, fan, days).filter(({ ahead }) => ahead)
  expect(ahead).toHaveLength(shown)
})
