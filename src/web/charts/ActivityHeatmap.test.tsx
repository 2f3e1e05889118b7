// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ActivityHeatmap } from './ActivityHeatmap.tsx'

afterEach(cleanup)

const day = (trophy_changes: number, estimated = 0) => ({ trophy_changes, estimated })

test('the cells of a heatmap belong to their member and day; a day that is not known is not inactive', () => {
  render(
    <ActivityHeatmap
      label="Activity of the members"
      dates={['2026-11-20', '2026-11-21']}
      rows={[
        { key: '#A', name: 'Ada', label: 'Ada', activeDays: 1, days: { '2026-11-20': day(4), '2026-11-21': day(0) } },
        { key: '#B', name: 'Bo', label: 'Bo', activeDays: 0, days: { '2026-11-20': { trophy_changes: null } } },
      ]}
    />,
  )
  const table = screen.getByRole('table', { name: /days in UTC/ })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Member', 'Nov 20', 'Nov 21Nov 21', 'Active'])
  const cells = (name: string) =>
    within(within(table).getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells('Ada').slice(0, 2)).toEqual(['4 games, moderate', '0 games, inactive'])
  expect(cells('Bo').slice(0, 2)).toEqual(['not known', 'not known'])
  // The box begins at its right end, where the newest days are, also before a script runs.
  expect([table.dir, table.parentElement?.dir]).toEqual(['ltr', 'rtl'])
  const legend = screen.getByRole('list', { name: 'Legend' }).textContent
  expect(legend).toContain('3–5 moderate')
  expect(legend).toContain('≈ games, estimated: no battle log covers the whole day')
})

test('a day with estimated games is told apart in words, in shape and in the sign for forced colours', () => {
  const days = { '2026-11-19': day(12), '2026-11-20': day(12, 4), '2026-11-21': day(12, 12) }
  render(
    <ActivityHeatmap
      label="Activity"
      dates={Object.keys(days)}
      rows={[{ key: '#A', name: 'Ada', label: 'Ada', activeDays: 3, days }]}
    />,
  )
  const cells = screen.getAllByRole('cell').slice(0, 3)
  expect(cells.map((cell) => [cell.textContent, cell.dataset.sign])).toEqual([
    ['12 games, very-high', '4'],
    ['about 12 games (4 estimated), very-high', '≈4'],
    ['about 12 games (estimated), very-high', '≈4'],
  ])
  expect(screen.getByRole('table').closest('[class*=clip-path]')?.className).toContain('[&_[data-sign^=≈]]:')
  // A row is 40 px high for fingers on wide screens too.
  expect(screen.getByRole('table').className).toContain('pointer-coarse:[&_[data-sign]]:h-9.5')
})

test('a square tells its day and its games to the pointer', () => {
  render(
    <ActivityHeatmap
      label="Activity"
      dates={['2026-11-20', '2026-11-21']}
      rows={[{ key: '#A', name: 'Ada', label: 'Ada', activeDays: 1, days: { '2026-11-21': day(5) } }]}
    />,
  )
  const [before, last] = screen.getAllByRole('cell')
  for (const cell of [before, last]) fireEvent.pointerOver(cell?.firstElementChild ?? screen.getByRole('table'))
  expect([before?.title, last?.title]).toEqual(['Nov 20: not known', 'Nov 21: 5 games, moderate'])
})

test('a tap on a square explains it below, arrow keys go on to others, and Escape lets go', () => {
  const days = { '2026-11-20': day(4), '2026-11-21': day(0) }
  const rows = ['Ada', 'Bo'].map((name) => ({ key: name, name, label: name, activeDays: 1, days }))
  render(<ActivityHeatmap label="Activity" dates={Object.keys(days)} rows={rows} />)
  const slider = screen.getByRole('slider', { name: 'Activity, square by square' })
  const line = () => slider.previousElementSibling?.textContent
  expect(line()).toBe('Tap a square to read it.')
  const [square] = within(screen.getByRole('row', { name: /Bo/ })).getAllByRole('cell')
  if (square) fireEvent.click(square)
  expect(line()).toBe('Bo, Nov 20: 4 games, moderate. Active on 1 of these 2 days')
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  fireEvent.keyDown(slider, { key: 'ArrowUp' })
  expect(slider.getAttribute('aria-valuetext')).toContain('Ada, Nov 21: 0 games, inactive')
  fireEvent.keyDown(slider, { key: 'ArrowUp' })
  expect(line()).toContain('Ada, Nov 21')
  fireEvent.keyDown(slider, { key: 'Escape' })
  expect(line()).toBe('Tap a square to read it.')
})
