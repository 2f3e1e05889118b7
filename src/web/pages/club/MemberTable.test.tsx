// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { MemberTable } from './MemberTable.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ADA = { tag: '#8PP', name: 'Ada', role: 'president', trophies: 40_000, last_change_at: null }
const OF_SCORES = ['In 30 d', 'Score', 'Activity', 'Silent']

test.each([
  ['come', { member_scores: [], learning: null }, OF_SCORES],
  ['are still loading', new Promise(() => {}), OF_SCORES],
  ['failed', 400, []],
])('where the scores %s, the table of members has these columns of them', async (_, scores, columns) => {
  renderPage(<MemberTable tag="#2PYL" days={30} />, {
    '/api/browse/club/2PYL': { members: [ADA] },
    '/api/analytics/club/2PYL/member-scores': scores,
  })
  await screen.findByRole('table', { name: 'Members of the club' })
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  await waitFor(() => expect(heads()).toEqual(['Member', 'Trophies', 'Role', ...columns, 'Tag']))
})
