// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SortableTable } from './SortableTable.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Member = { name: string; trophies: number | null }
const MEMBERS: Member[] = [
  { name: 'Milo', trophies: 300 },
  { name: 'Ada', trophies: null },
  { name: '=Kira', trophies: 1200 },
]

function showTable() {
  render(
    <SortableTable
      label="Members"
      columns={[
        { id: 'name', header: 'Member', sortBy: ({ name }: Member) => name },
        { id: 'trophies', header: 'Trophies', numeric: true, sparse: true, sortBy: ({ trophies }) => trophies },
      ]}
      rows={MEMBERS}
      rowKey={({ name }) => name}
      filterBy={({ name }) => name}
      filterLabel="Filter members"
      fileName="members"
    />,
  )
}

const names = () => screen.getAllByRole('rowheader').map((cell) => cell.textContent)
const heading = () => within(screen.getByRole('table')).getByRole('columnheader', { name: 'Trophies' })

test('a header sorts the table ascending on the first click, descending on the second; unknown values stay last', () => {
  showTable()
  expect(names()).toEqual(['Milo', 'Ada', '=Kira'])
  fireEvent.click(screen.getByRole('button', { name: 'Trophies' }))
  expect(heading().getAttribute('aria-sort')).toBe('ascending')
  expect(names()).toEqual(['Milo', '=Kira', 'Ada'])
  fireEvent.click(screen.getByRole('button', { name: 'Trophies' }))
  expect(heading().getAttribute('aria-sort')).toBe('descending')
  expect(names()).toEqual(['=Kira', 'Milo', 'Ada'])
})

test('the filter of a table ignores case, and the table says when nothing matches', () => {
  showTable()
  const filter = screen.getByRole('searchbox', { name: 'Filter members' })
  fireEvent.change(filter, { target: { value: ' KIR ' } })
  expect(names()).toEqual(['=Kira'])
  expect(screen.getByText('1 of 3 rows')).toBeTruthy()
  fireEvent.change(filter, { target: { value: 'nobody' } })
  expect(screen.getByText('Nothing matches this filter')).toBeTruthy()
})

test('a column that is empty in all rows shown is left out', () => {
  showTable()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter members' }), { target: { value: 'Ada' } })
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Member'])
})

test('a copied table has the rows as they are shown, and is safe in a spreadsheet', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => copied.push(text) } })
  showTable()
  fireEvent.click(screen.getByRole('button', { name: 'Trophies' }))
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await screen.findAllByText('Copied')).not.toHaveLength(0)
  expect(copied).toEqual(["Member\tTrophies\r\nMilo\t300\r\n'=Kira\t1200\r\nAda\t"])
})

function showAfterLead(count: number) {
  const rows = Array.from({ length: count }, (_, place) => ({ name: `Row ${place + 1}` }))
  render(
    <SortableTable
      label="Rows"
      columns={[{ id: 'name', header: 'Name', sortBy: ({ name }: { name: string }) => name }]}
      rows={rows}
      rowKey={({ name }) => name}
      fileName="rows"
      few={6}
      lead={3}
    />,
  )
}

test.each([
  // Three stand above the table, which goes on with the fourth.
  [104, [4, 5, 6, 7, 8, 9], 'All 104', 'First 9'],
  [10, [4, 5, 6, 7, 8, 9], 'All 10', 'First 9'],
  // So few that the table has them all.
  [8, [1, 2, 3, 4, 5, 6], 'All 8', 'First 6'],
  [6, [1, 2, 3, 4, 5, 6], null, null],
])(
  'of %d rows, three above the table, it shows %j, and a button shows as many as it says',
  (count, shown, all, first) => {
    showAfterLead(count)
    expect(names()).toEqual(shown.map((place) => `Row ${place}`))
    if (all === null || first === null) return expect(screen.queryByRole('button', { name: /^All/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: all }))
    expect(names()).toHaveLength(count)
    fireEvent.click(screen.getByRole('button', { name: first }))
    expect(names()).toEqual(shown.map((place) => `Row ${place}`))
  },
)
