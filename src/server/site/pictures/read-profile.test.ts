import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { getClub, getClubAnalytics, getClubProgression } from '#shared/contract/clubs.ts'
import { getPlayer, getPlayerAnalytics } from '#shared/contract/players.ts'
import { abbreviate } from '#shared/number-format.ts'
import { ask } from '#test/ask.ts'
import { profile } from '#test/club-history.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { offerGerman } from '#test/second-language.ts'
import { rising, settle } from '#test/small-world.ts'
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
  expect(trophies?.note).toMatchObject({ text: '+160 won in 13 days', arrow: 'up', colour: 'good' })
  expect(progression.summary).toMatchObject({ total_gain_played: 160, span_days: 13 })
  expect(activity?.score).toBe(analytics.club_health_metrics.activity_score)
  expect([members?.value, members?.note.text]).toEqual(['3', `${active} active, ${ghosts} ghost`])
  const { before, progression_data } = progression
  expect(line).toEqual([before, ...progression_data].map((day) => day?.trophies ?? null))
})

it('the picture of a club is in the language that is asked for', async () => {
  offerGerman(whole.context, { 'ui.members': 'Mitglieder', 'ui.trophies': 'Trophäen' })
  const { figures } = await clubProfile(whole.context, CLUB, 'de')
  expect(figures.map(({ label }) => label)).toEqual(['Trophäen', 'Active members', 'Mitglieder'])
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

it('the picture of a player tells tier and prestige once a profile has told them', async () => {
  const now = { tier: 'MYTHIC II', rating: 5100 }
  const ranked = { season: 40, now, seasonBest: now, best: now }
  // The last scan was at noon.
  const at = new Date(`${whole.context.clock.now().toISOString().slice(0, 10)}T12:30:00Z`)
  const { trophies } = await ask(whole.app, getPlayer, { params: { tag: PLAYER } })
  await ingest(whole.context.db, [profile(at, PLAYER, trophies, { ranked, totalPrestigeLevel: 57 })])
  const { figures } = await playerProfile(whole.context, PLAYER)
  expect(figures[3]).toMatchObject({ label: 'Ranked', value: 'Mythic II', note: { text: 'rating 5,100, prestige 57' } })
})

it('the picture of a player seen for the first time says that little is known yet', async () => {
  await whole.context.db.insertInto('players').values(NEWCOMER).execute()
  const { figures, line, clubName } = await playerProfile(whole.context, NEWCOMER.tag)
  expect(figures.map(({ value }) => value)).toEqual(['700', null, null])
  expect(figures[1]?.note.text).toBe('Learning: 0 of 7 days')
  expect([clubName, line.every((trophies) => trophies === null)]).toEqual([null, true])
})

describe.each([
  { days: 1, tag: '#2QP', scored: 'Learning: 1 of 7 days', members: 'who is active: not known yet' },
  { days: 6, tag: '#2QY', scored: 'Learning: 6 of 7 days', members: 'who is active: not known yet' },
  // Members are newcomers until they are known for seven times 24 hours.
  { days: 7, tag: '#2QL', scored: 'not known yet', members: 'who is active: not known yet' },
  { days: 9, tag: '#2QQ', scored: 'High', members: '3 active, 0 ghosts' },
])('a club that was looked at on $days days', ({ days, tag, scored, members }) => {
  const tags = ['P', 'Y', 'L'].map((end) => tag + end)
  const trophies = 5000 + 10 * days

  beforeAll(async () => {
    const all = tags.map((member) => ({ tag: member, name: member, days: rising('#'.repeat(days), 5000) }))
    await settle(whole.context, [{ tag, name: 'Young', members: all }])
  })

  it('has a picture that says what is certain, and who is active as soon as that is known', async () => {
    const [ofTrophies, ofActivity, ofMembers] = (await clubProfile(whole.context, tag)).figures
    expect(ofTrophies?.value).toBe(abbreviate(3 * trophies))
    expect([ofActivity?.note.text, ofActivity?.score]).toEqual([scored, days < 9 ? null : 100])
    expect([ofMembers?.value, ofMembers?.note.text]).toEqual(['3', members])
  })

  it('has members whose pictures judge them from the seventh day on', async () => {
    const [ofTrophies, performance] = (await playerProfile(whole.context, `${tag}P`)).figures
    expect(ofTrophies?.value).toBe(trophies.toLocaleString('en'))
    if (days < 7) expect(performance).toMatchObject({ value: null, score: null, note: { text: scored } })
    else expect([performance?.value, performance?.score]).toEqual([expect.stringMatching(/^\d+$/), expect.any(Number)])
  })
})
