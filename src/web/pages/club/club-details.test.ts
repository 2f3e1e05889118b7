import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ClubRole } from '#shared/kinds.ts'
import { podOf } from '#web/chrome/Pod.tsx'
import { barSides } from '#web/chrome/Week.tsx'
import { heatmapRows } from './ClubDetails.tsx'
import { clubSentence } from './ClubWeek.tsx'
import { rankScores, whyNotJudged } from './judged-members.ts'
import { countScores } from './MemberScorecards.tsx'
import { memberRows } from './MemberTable.tsx'
import { listedOnce, newMembers } from './WhoStandsOut.tsx'

test('new members are those of whom the week says that they joined, and who are still there', () => {
  const members = [
    { tag: '#A', name: 'Founder', joined_at: null },
    { tag: '#B', name: 'A day before the week', joined_at: '2026-11-14T23:00:00Z' },
    { tag: '#C', name: 'First day', joined_at: '2026-11-15T00:00:00Z' },
    { tag: '#D', name: 'Today', joined_at: '2026-11-21T09:00:00Z' },
  ]
  const joined = [{ tag: '#C' }, { tag: '#D' }, { tag: '#GONE' }]
  expect(newMembers(members, joined).map(({ name }) => name)).toEqual(['Today', 'First day'])
})

test('the bar of what moved a club has losses left and gains right, in proportion, and nothing for zero', () => {
  const widths = (parts: Parameters<typeof barSides>[0]) =>
    Object.values(barSides(parts)).map((side) => side.map(([, percent]) => percent))
  expect(widths({ played: 150, joined: 50, left: -200 })).toEqual([[50], [37.5, 12.5]])
  expect(widths({ played: -30, joined: 0, left: -10 })).toEqual([[75, 25], []])
  expect(widths({ played: 0, joined: 0, left: 0 })).toEqual([[], []])
})

const KNOWN = {
  gain: null,
  span_days: 30,
  learning: null,
  resting: false,
  days_silent: 0,
  silent_at_least: false,
}
const RESTING = { resting: true }
const LEARNING = { learning: { observed_days: 3, needed: 7 } }

const scored = (
  player_tag: string,
  overall_score: number | null,
  improvement_trend: number,
  activity_score: number,
) => ({
  player_tag,
  overall_score,
  improvement_trend,
  activity_score,
  ...KNOWN,
})

test('scorecards keep the order of the server, which knows the exact scores, and the counts include 80, 60 and 50', () => {
  const scores = [
    scored('#B', 80, 10, 80),
    scored('#A', 80, 60, 50),
    scored('#D', 79.9, 0, 0),
    scored('#C', null, 59.9, 49.9),
  ]
  expect(rankScores(scores)).toEqual(scores)
  expect(countScores(scores)).toEqual({ excellent: 2, improving: 1, active: 2 })
})

test('a member is listed once, in the first group that fits', () => {
  const people = (...tags: string[]) => ({ people: tags.map((tag) => ({ tag })), nobody: 'Nobody.' })
  const groups = listedOnce([people('#A', '#B'), people('#B', '#C'), people('#C', '#A', '#D')])
  expect(groups.map((group) => group.people.map(({ tag }) => tag))).toEqual([['#A', '#B'], ['#C'], ['#D']])
})

test('a group whose members are all listed before says so, and not that there are none', () => {
  const ada = { tag: '#A' }
  const [, lost, joined] = listedOnce([
    { people: [ada], nobody: 'Nobody.' },
    { people: [ada], nobody: 'Nobody lost trophies.' },
    { people: [], nobody: 'Nobody joined.' },
  ])
  expect([lost?.nobody, joined?.nobody]).toEqual(['All of them are listed in another group.', 'Nobody joined.'])
})

const silent = (player_tag: string, days_silent: number | null, silent_at_least = false) => ({
  player_tag,
  days_silent,
  silent_at_least,
})

test('in the pod the active leap, the quiet swim, and only ghosts are silent; of the others it is not known', () => {
  const tags = ['#GHOST', '#TODAY', '#QUIET', '#PLAYS', '#WEEK', '#NEW', '#UNSEEN', '#EVE', '#EDGE', '#GAPS']
  // Seven dates without play, and a few hours less than 7 x 24: the key figures count it as active.
  const changed: Record<string, string> = { '#EDGE': '2026-11-20T18:00:00Z', '#GAPS': '2026-11-19T10:00:00Z' }
  const joined: Record<string, string> = { '#NEW': '2026-11-20T10:00:01Z', '#WEEK': '2026-11-20T10:00:00Z' }
  const pod = podOf(
    tags.map((tag) => ({
      tag,
      name: tag,
      role: 'member' as const,
      joined_at: joined[tag] ?? null,
      last_change_at: changed[tag] ?? '2026-11-26T10:00:00Z',
    })),
    {
      last_updated: '2026-11-27T10:00:00Z',
      ghosts: [{ tag: '#GHOST' }],
      plays_no_trophies: [{ tag: '#PLAYS', name: '#PLAYS', last_battle_at: '2026-11-26T10:00:00Z' }],
    },
    [
      silent('#GHOST', 15, true),
      silent('#TODAY', 0),
      silent('#EVE', 1),
      silent('#QUIET', 6),
      silent('#EDGE', 7),
      silent('#GAPS', 3, true),
      silent('#PLAYS', 1),
      silent('#WEEK', 2),
      silent('#NEW', 0),
      silent('#UNSEEN', null),
    ],
  )
  expect(pod.map(({ tag, depth, words }) => [tag, depth, words])).toEqual([
    ['#TODAY', 'leaping', 'played on the last day seen'],
    ['#NEW', 'unknown', 'too new, or not seen'],
    ['#PLAYS', 'swimming', 'plays, but trophies do not move'],
    ['#EVE', 'leaping', 'last game 1 day ago'],
    ['#WEEK', 'swimming', 'last game 2 days ago'],
    ['#GAPS', 'unknown', 'too new, or not seen'],
    ['#QUIET', 'swimming', 'last game 6 days ago'],
    ['#EDGE', 'swimming', 'last game almost 7 days ago'],
    ['#GHOST', 'silent', 'silent for 15+ days'],
    ['#UNSEEN', 'unknown', 'too new, or not seen'],
  ])
})

test('who rests or is hardly known comes after all others, and is counted nowhere', () => {
  const scores = [
    { ...scored('#REST', 99, 99, 99), ...RESTING },
    { ...scored('#NEW', 95, 95, 95), ...LEARNING },
    scored('#PLAYS', 20, 40, 10),
  ]
  expect(rankScores(scores).map((score) => score.player_tag)).toEqual(['#PLAYS', '#REST', '#NEW'])
  expect(countScores(scores)).toEqual({ excellent: 0, improving: 0, active: 0 })
})

test('the member table gives no score to who is silent or hardly known, and tells how often who is silent played', () => {
  const members = ['#REST', '#NEW', '#PLAYS'].map((tag) => ({ tag, name: tag, role: 'member' as const, trophies: 1 }))
  const scores = [
    { ...scored('#REST', 99, 99, 99), ...RESTING },
    { ...scored('#NEW', 95, 95, 95), ...LEARNING },
    scored('#PLAYS', 20, 40, 10),
  ]
  const rows = memberRows(
    members.map((member) => ({ ...member, last_change_at: null })),
    scores,
  )
  expect(rows.map((row) => [row.overall_score, row.activity_score, whyNotJudged(row)])).toEqual([
    [null, 99, 'Silent'],
    [null, null, 'Learning: 3 of 7 days'],
    [20, 10, null],
  ])
})

test('the member table starts with the president, and an unknown score is null, not 0', () => {
  const member = (tag: string, role: ClubRole, trophies: number) => ({
    tag,
    name: tag,
    role,
    trophies,
    last_change_at: null,
  })
  const rows = memberRows(
    [member('#A', 'member', 9), member('#B', 'senior', 5), member('#C', 'president', 1), member('#D', 'senior', 8)],
    [scored('#D', 71, 50, 40)],
  )
  expect(rows.map(({ tag }) => tag)).toEqual(['#C', '#D', '#B', '#A'])
  expect(rows.map(({ overall_score }) => overall_score)).toEqual([null, 71, null, null])
})

test('the member table tells the silent days of all members as they were counted', () => {
  const tags = ['#A', '#B', '#C', '#D']
  const rows = memberRows(
    tags.map((tag) => ({ tag, name: tag, role: 'member' as const, trophies: 1, last_change_at: null })),
    [
      { ...scored('#A', 1, 1, 1), ...silent('#A', 15) },
      { ...scored('#B', 1, 1, 1), ...silent('#B', 90, true) },
      { ...scored('#C', 1, 1, 1), ...silent('#C', null) },
    ],
  )
  expect(rows.map(({ silence }) => silence)).toEqual([
    { days: 15, atLeast: false },
    { days: 90, atLeast: true },
    null,
    null,
  ])
})

test('the heatmap has the 15 most active or the 15 most silent members', () => {
  const activeDays = fc.array(fc.nat({ max: 30 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(activeDays, fc.boolean(), (days, silentFirst) => {
      const members = Object.fromEntries(
        days.map((active_days, index) => [
          `#${index}`,
          { player_tag: `#${index}`, player_name: `${index}`, active_days, total_trophy_changes: 1, activity_days: {} },
        ]),
      )
      const shown = heatmapRows(members, silentFirst).map((row) => row.activeDays)
      expect(shown).toEqual(days.toSorted((a, b) => (silentFirst ? a - b : b - a)).slice(0, 15))
    }),
  )
})

test('a club without analytics has a sentence too', () => {
  expect(clubSentence({ memberCount: 1, trophies: 12_345 })).toContain('1 member with 12.3k trophies')
})
