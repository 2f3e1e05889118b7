// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '#test/render-page.tsx'
import { RegionalInsights, Trending } from './Trending.tsx'

afterEach(cleanup)

const best = (type: 'club' | 'player', tag: string, score: number) => ({ type, tag, name: `Best ${tag}`, score })

test('regions stand below each other, the most active first, each with its best club before its best player', () => {
  const regions: ComponentProps<typeof RegionalInsights>['regions'] = [
    {
      region: 'na',
      entity_count: 197,
      avg_activity_score: 30,
      top_performers: [best('player', '#2PP', 93), best('club', '#8PP', 95), best('player', '#9PP', 91)],
    },
    { region: 'eu', entity_count: 1, avg_activity_score: null, top_performers: [] },
    { region: 'asia', entity_count: 310, avg_activity_score: 44, top_performers: [best('player', '#QPP', 88)] },
  ]
  renderPage(<RegionalInsights regions={regions} tracked={600} />, {})
  const insights = screen.getByRole('region', { name: 'Regional insights' })
  const rows = [...insights.querySelectorAll(':scope > ul > li')].map((row) => row.textContent)
  expect(rows.map((row) => /\d+ clubs? (?:and|or) players?/.exec(row ?? '')?.[0])).toEqual([
    '310 clubs and players',
    '197 clubs and players',
    '1 club or player',
  ])
  expect(rows[1]).toMatch(/30%.*Best #8PPActivity 95%.*Best #2PPPerformance 93$/)
  expect(rows[2]).toContain('not known yet')
  expect(within(insights).getByText('Elsewhere or unknown: 92')).toBeTruthy()
})

test('whoever grows most by percent is said to, beside the trophies that were won', () => {
  const metrics = { trophies: 2_200, trophy_growth_7d: 724, trophy_growth_7d_percent: 48, trophy_growth_7d_played: 724 }
  const entity = { tag: '#2PP', name: 'Royal', type: 'player' as const, metrics, reason: '' }
  renderPage(<Trending entities={[entity]} highlights={[]} />, {})
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toMatch(/\+48%largest percentage\+724Won in 7 days$/)
})
