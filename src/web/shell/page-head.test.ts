import { expect, it } from 'vitest'
import { PAGES } from '#shared/pages.ts'
import { DESCRIPTIONS, describeEntity, pageHead } from './page-head.ts'
import type { Answered } from './render-page.tsx'

function answered(name: string, body: object, status = 200): Answered {
  return { call: { name: `GET /api/browse/${name}`, input: {} }, status, text: JSON.stringify(body) }
}

const club = answered('club/{tag}', { name: '<c2>Divers</c>', tag: '#2PYL', memberCount: 30, trophies: 1_050_000 })
const clubAnalytics = (active: number | null, growth: number | null, played: number | null = null) =>
  answered('club/{tag}/analytics', {
    member_performance_summary: { active_members: active },
    club_health_metrics: { trophy_growth_7d: growth, trophy_growth_7d_played: played },
  })
const player = { name: 'Ada', tag: '#2PY', trophies: 48_214, highestTrophies: 50_000, club: { name: 'Divers' } }

it.each([
  [
    [club, clubAnalytics(25, 55_900)],
    'Divers (#2PYL): 30 members with 1.05M trophies together. 25 active in the last 7 days. +55.9k trophies in 7 days.',
  ],
  [
    [club, clubAnalytics(25, -80_963, 3879)],
    'Divers (#2PYL): 30 members with 1.05M trophies together. 25 active in the last 7 days. +3.9k trophies won by play in 7 days.',
  ],
  [[club, clubAnalytics(null, null)], 'Divers (#2PYL): 30 members with 1.05M trophies together.'],
  [[club], 'Divers (#2PYL): 30 members with 1.05M trophies together.'],
  [[answered('player/{tag}', player)], 'Ada (#2PY): 48,214 trophies, at best 50,000. Plays for Divers.'],
  [
    [
      answered('player/{tag}', { ...player, highestTrophies: null, club: null }),
      answered('player/{tag}/analytics', { trophy_progression: { trophy_change_30d: -12, span_days: 16 } }),
    ],
    'Ada (#2PY): 48,214 trophies. −12 in 16 days.',
  ],
  [[answered('club/{tag}', { error: 'Not tracked', code: 'not_found' }, 404)], null],
  [[], null],
])('case %#: describes the club or player with what was answered', (answers, text) => {
  expect(describeEntity(answers)).toBe(text)
})

it('the breadcrumbs of a player’s battles lead to the player, whom the tag names', () => {
  const { trail, path, picture } = pageHead('/player/2PY/battles', 'Battles of Ada | Delphin', [
    answered('player/{tag}', player),
  ])
  expect([path, picture]).toEqual(['/player/2PY/battles', '/og/player/2PY.png'])
  expect(trail).toEqual([
    ['Home', '/'],
    ['Browse Players', '/browse/players'],
    ['#2PY', '/player/2PY'],
    ['Battles of Ada', '/player/2PY/battles'],
  ])
})

it('a page about somebody unknown shows the picture of the site in link previews', () => {
  const unknown = answered('player/{tag}', { error: 'Not tracked', code: 'not_found' }, 404)
  expect(pageHead('/player/2PYY', 'Tracker | Delphin', [unknown]).picture).toBe('/og/site.png')
})

it('says of each page that search engines may list what it shows, and of no two the same', () => {
  const listed = PAGES.filter(({ robots, redirectTo }) => robots === undefined && redirectTo === undefined)
  expect(listed.map(({ path }) => path).filter((path) => !DESCRIPTIONS[path])).toEqual([])
  expect(new Set(Object.values(DESCRIPTIONS)).size).toBe(Object.values(DESCRIPTIONS).length)
})
