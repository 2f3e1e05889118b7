// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ActivityHeatmap } from './ActivityHeatmap.tsx'

afterEach(cleanup)

test('the cells of a heatmap belong to their member and day; a day that nobody observed is not inactive', () => {
  render(
    <ActivityHeatmap
      label="Activity of the members"
      dates={['2026-11-20', '2026-11-21']}
      rows={[
        { key: '#A', name: 'Ada', activeDays: 1, changes: { '2026-11-20': 4, '2026-11-21': 0 } },
        { key: '#B', name: 'Bo', activeDays: 0, changes: { '2026-11-20': null } },
      ]}
    />,
  )
  const table = screen.getByRole('table', { name: /days in UTC/ })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Member', '20 Nov', '21 Novtoday', 'Active'])
  const cells = (name: string) =>
    within(within(table).getByRole('row', { name: new RegExp(name) }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(cells('Ada').slice(0, 2)).toEqual(['4 changes, moderate', '0 changes, inactive'])
  expect(cells('Bo').slice(0, 2)).toEqual(['not observed', 'not observed'])
  expect(screen.getByRole('list', { name: 'Legend' }).textContent).toContain('3–5 moderate')
})
