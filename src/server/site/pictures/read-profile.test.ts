import { afterAll, beforeAll, expect, it } from 'vitest'
import { getClub, getClubAnalytics, getClubProgression } from '#shared/contract/clubs.ts'
import { getPlayer, getPlayerAnalytics } from '#shared/contract/players.ts'
import { ask } from '#test/ask.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { clubProfile, playerProfile } from './read-profile.ts'

let whole: WholeApp
beforeAll(async () => {
  whole = await openWholeApp()
})
afterAll(() => whole.close())

const NEWCOMER = { tag: '#2PU', name: 'New', trophies: 700, observed_at: new Date(), first_seen_at: new Date() }

it('the picture of a club has the figures of its page', async () => {
  const params = { tag: CLUB }
  const club = await ask(whole.app, getClub, { params })
  const analytics = await ask(whole.app, getClubAnalytics, { params })
  const progression = await ask(whole.app, getClubProgression, { params, query: { days: 30 } })
  const { figures, line, name, asOf } = await clubProfile(whole.context, CLUB)
  const [trophies, activity, members] = figures
  const { active_members: active, ghost_members: ghosts } = analytics.member_performance_summary
  expect([name, asOf.toISOString()]).toEqual([club.name, club.last_updated])
  expect(trophies?.value).toBe('21.5k')
  expect(trophies?.note).toMatchObject({ text: '+160 in 13 days', arrow: 'up', colour: 'good' })
  expect(activity?.score).toBe(analytics.club_health_metrics.activity_score)
  expect([members?.value, members?.note.text]).toEqual(['3', `${active} active, ${ghosts} ghost`])
  expect(line).toEqual(progression.progression_data.map((day) => day.trophies))
})

it('the picture of a player has the figures of their page', async () => {
  const params = { tag: PLAYER }
  const player = await ask(whole.app, getPlayer, { params })
  const analytics = await ask(whole.app, getPlayerAnalytics, { params })
  const { figures, clubName, asOf } = await playerProfile(whole.context, PLAYER)
  const [trophies, performance, days] = figures
  expect([clubName, asOf.toISOString()]).toEqual([player.club?.name, player.last_updated])
  expect(trophies?.value).toBe(player.trophies.toLocaleString('en'))
  expect(performance?.score).toBe(analytics.performance_score)
  expect(days?.value).toBe(String(analytics.activity_analysis.active_days_30d))
})

it('the picture of a player seen for the first time says that little is known yet', async () => {
  await whole.context.db.insertInto('players').values(NEWCOMER).execute()
  const { figures, line, clubName } = await playerProfile(whole.context, NEWCOMER.tag)
  expect(figures.map(({ value }) => value)).toEqual(['700', null, null])
  expect(figures[1]?.note.text).toBe('Learning: 0 of 7 days')
  expect([clubName, line.every((trophies) => trophies === null)]).toEqual([null, true])
})
