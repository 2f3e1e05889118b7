// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cardPart, renderPage } from '#test/render-page.tsx'
import { ClubRanked } from './ClubRanked.tsx'
import { MemberTable } from './MemberTable.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const SEEN = '2026-11-21T09:00:00Z'

type Standing = [tier: string | null, tier_place: number | null, rating: number | null]

function member(
  player_tag: string,
  player_name: string,
  [tier, tier_place, rating]: Standing,
  prestige: number | null,
) {
  const as_of = tier === null && prestige === null ? null : '2026-11-20'
  return { player_tag, player_name, tier, tier_place, rating, prestige, as_of }
}

const RANKED = {
  tag: '#2PYL',
  ...{ last_updated: SEEN, stale: false },
  tiers: [
    { tier: 'Grand Champion', tier_place: null, members: 1 },
    { tier: 'Mythic III', tier_place: 15, members: 1 },
    { tier: 'Mythic I', tier_place: 13, members: 1 },
    { tier: 'Unranked', tier_place: 0, members: 1 },
  ],
  // One of them asked not to be shown.
  unknown_members: 2,
  prestige: { total: 84, known_members: 3 },
  members: [
    member('#8QQ', 'Ada', ['Mythic III', 15, 5612], 60),
    { ...member('#8PP', 'Milo', ['Mythic I', 13, 4600], 24), as_of: '2026-10-30' },
    member('#8RR', 'Zoe', ['Unranked', 0, null], 0),
    member('#8VV', 'Bo', ['Grand Champion', null, 12_000], null),
    member('#8YY', 'Kim', [null, null, null], null),
  ],
}
const NOBODY = {
  ...RANKED,
  ...{ tiers: [], unknown_members: 2, prestige: { total: null, known_members: 0 } },
  members: [member('#8YY', 'Kim', [null, null, null], null)],
}

const card = () => screen.findByRole('region', { name: 'Ranked and prestige' })
const show = (answer: object | number) =>
  renderPage(<ClubRanked tag="#2PYL" />, { '/api/browse/club/2PYL/ranked': answer })

test('a president sees how many members stand in which tier, and a tap lists them', async () => {
  show(RANKED)
  const section = within(await card())
  await section.findByText('Mythic')
  const bars = [...(await card()).querySelectorAll('summary')].map(({ textContent }) => textContent)
  expect(bars).toEqual(['Grand Champion1 member', 'Mythic2 members', 'Unranked1 member', 'Not known2 members'])
  fireEvent.click(section.getByText('Mythic'))
  const listed = (await section.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(listed).toEqual(['AdaMythic III, 5,612, prestige 60', 'MiloMythic I, 4,600, prestige 24 on Oct 30, 2026'])
  expect(section.getByText('2 of 6 in Mythic')).toBeTruthy()
})

test('what is not known is said, and is no zero', async () => {
  show(RANKED)
  const section = within(await card())
  fireEvent.click(await section.findByText('Not known'))
  expect((await section.findByRole('listitem')).textContent).toBe('Kimnot known yet')
  expect(section.getByText('1 member asked not to be shown.')).toBeTruthy()
  expect(section.getByText(/prestige together/).textContent).toBe('84 prestige together, known of 3 of 6 members')
})

test('a club of which no profile is known says so', async () => {
  show(NOBODY)
  const section = within(await card())
  expect(await section.findByText("Nobody's tier is known yet")).toBeTruthy()
  expect(section.getByText('The prestige of the members is not known yet.')).toBeTruthy()
  expect(section.queryByText('Not known')).toBeNull()
})

test('a failure says so and offers another try', async () => {
  show(500)
  const section = within(await card())
  expect((await section.findAllByText('Failed to fetch the tiers of the members')).map(cardPart)).toEqual([
    'row',
    'body',
  ])
  expect(section.getByRole('button', { name: 'Try Again' })).toBeTruthy()
})

test('the table of members has columns for both, once they are chosen, and keeps the choice', async () => {
  const rows = RANKED.members.slice(0, 3)
  const members = rows.map(({ player_tag: tag, player_name: name }) => {
    return { tag, name, role: 'member', trophies: 40_000, name_color: null, joined_at: null, last_change_at: null }
  })
  const answers = {
    '/api/browse/club/2PYL': { tag: '#2PYL', members },
    '/api/browse/club/2PYL/ranked': RANKED,
  }
  renderPage(<MemberTable tag="#2PYL" days={30} />, answers)
  fireEvent.click(await screen.findByText('Columns'))
  expect(screen.queryByRole('columnheader', { name: 'Prestige' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Ranked' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Prestige' }))
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(cells()).toContain('Ranked Mythic III, 5,612'))
  expect(cells()).toContain('Prestige 0')
  fireEvent.click(screen.getByRole('button', { name: 'Ranked' }))
  await vi.waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Zoe', 'Milo', 'Ada']),
  )
  cleanup()
  renderPage(<MemberTable tag="#2PYL" days={30} />, answers)
  expect(await screen.findByRole('columnheader', { name: 'Ranked' })).toBeTruthy()
})
