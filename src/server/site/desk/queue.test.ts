import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { registerAccounts } from '#server/site/accounts/routes.ts'
import { carryOut } from '#server/site/proofs/carry-out.ts'
import { decide, getClubQueue, getQueue, listDeskMembers, previewRules, setRules } from '#shared/contract/desk.ts'
import { listSamplePosts } from '#shared/contract/desk-channels.ts'
import { listLog, undoChange } from '#shared/contract/desk-log.ts'
import { checkApplicants, listFormer } from '#shared/contract/desk-people.ts'
import { addMark, listMarks } from '#shared/contract/desk-records.ts'
import type { AnyEndpoint, CallInput } from '#shared/contract/endpoint.ts'
import { getPublishedWeek, getWeek, listWeeks, publishWeek } from '#shared/contract/weeks.ts'
import { DAY_MS } from '#shared/days.ts'
import { HIDDEN_NAME } from '#shared/tag.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { CLUB, member, profile, scan, scansOf } from '#test/club-history.ts'
import { signIn } from '#test/desk-visitors.ts'
import { type ManualClock, manualClock } from '#test/manual-clock.ts'
import { openTestApp, openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'
import { registerDesk } from './routes.ts'
import { USUAL_RULES } from './rules.ts'
import { makeDueWeeks } from './weeks.ts'

const TODAY = '2026-03-15'
const AT = { params: { tag: CLUB } }
const daily = '#'.repeat(40)

/** Forty days of a club: who leads, plays daily, went silent 8 and 25 days ago, and came yesterday. */
const CLUB_RHYTHMS = {
  '#2PPP': daily,
  '#2PPL': `${'#'.repeat(32)}........`,
  '#2PPQ': `${'#'.repeat(15)}${'.'.repeat(25)}`,
  '#2PPU': daily,
  '#2PPV': `${' '.repeat(38)}##`,
  '#2PPG': `${'#'.repeat(36)}    `,
}

describe.each(storeKinds)('the queue of a club on the %s store', (kind) => {
  let store: TestStore
  let clock: ManualClock
  let context: TestContext
  let app: FastifyInstance
  let headers: Record<string, string>
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    await store.reset()
    clock = manualClock(new Date(`${TODAY}T12:05:00Z`))
    context = openTestContext({ store, clock, settings: { SECRET_KEY: 'a secret that has 32 characters or more' } })
    app = openTestApp(context, [registerAccounts, registerDesk])
    await ingest(store.db, scansOf(CLUB_RHYTHMS, TODAY))
    await scanAgain(`${TODAY}T12:04:00Z`)
    headers = (await signIn(store.db, clock, { name: 'ada', players: ['#2PPP'] })).headers
  })
  afterAll(() => store.close())

  /** A scan with the president's role; some are gone or have other roles. */
  async function scanAgain(at: string, changed: Record<string, 'member' | 'senior' | null> = {}) {
    const tags = ['#2PPP', '#2PPL', '#2PPQ', '#2PPU', '#2PPV'].filter((tag) => changed[tag] !== null)
    const rows = tags.map((tag) => {
      const role = tag === '#2PPP' ? ('president' as const) : (changed[tag] ?? ('member' as const))
      const last = { '#2PPP': 1400, '#2PPL': 1320, '#2PPQ': 1150, '#2PPU': 1400, '#2PPV': 1020 }[tag] ?? 1000
      return member(tag, last, { role })
    })
    await ingest(store.db, [scan(at, rows)])
  }
  const as = <E extends AnyEndpoint>(call: E, asked: CallInput<E>) => ask(app, call, { ...asked, headers })
  const queue = async () => as(getQueue, AT)
  const entries = async () => (await queue()).entries.map(({ player_tag, suggestion }) => [player_tag, suggestion])
  const on = (player: string) => ({ params: { tag: CLUB, player } })

  it('names who needs a decision, with reasons and figures, and counts the others', async () => {
    const { entries: found, quiet, members, free_seats } = await queue()
    expect(found.map(({ player_tag, suggestion, reasons }) => [player_tag, suggestion, ...reasons])).toEqual([
      [
        '#2PPQ',
        'remove',
        'Silent for 25 days',
        'Usually plays 7 days a week',
        'Place 4 of 5 by trophies, +50 trophies in 30 days',
      ],
      [
        '#2PPL',
        'warn',
        'Silent for 8 days',
        'Usually plays 7 days a week',
        'Place 3 of 5 by trophies, +220 trophies in 30 days',
      ],
      [
        '#2PPU',
        'promote',
        'Overall score 92.5',
        'Activity score 100, +300 trophies in 30 days',
        'In the club for 39+ days',
      ],
    ])
    expect(quiet).toEqual({ absent: 0, safe: 0, newcomer: 1, unknown: 0, fine: 1 })
    expect([members, free_seats]).toEqual([5, 25])
    expect((await as(listDeskMembers, AT)).members).toHaveLength(5)
  })

  it('lets an entry rest after a decision, which can be undone, and brings it back when nothing happened', async () => {
    const warned = await as(decide, { ...on('#2PPL'), body: { action: 'warned', version: 0 } })
    expect(await entries()).toEqual([
      ['#2PPQ', 'remove'],
      ['#2PPU', 'promote'],
    ])
    expect((await as(listMarks, { ...AT, query: {} })).marks).toMatchObject([
      { kind: 'warning', text: 'Silent for 8 days', facts: { kind: 'silent', days: 8 }, player_tag: '#2PPL' },
    ])
    const [logged] = (await as(listLog, { ...AT, query: {} })).entries
    expect(logged).toMatchObject({
      text: 'Warned: Silent for 8 days; Usually plays 7 days a week; Place 3 of 5 by trophies, +220 trophies in 30 days',
      facts: { about: 'decision', action: 'warned', until: null, reasons: [{ kind: 'silent', days: 8 }, {}, {}] },
    })
    const again = await app.inject({
      method: 'POST',
      url: `/api/desk/${CLUB.slice(1)}/queue/2PPL`,
      headers,
      payload: { action: 'snoozed', version: 0 },
    })
    expect([again.statusCode, refusalOf(again).code]).toEqual([409, 'changed_meanwhile'])
    await as(undoChange, { params: { tag: CLUB, record_id: warned.log_id } })
    expect((await entries()).map(([tag]) => tag)).toContain('#2PPL')
    expect((await as(listMarks, { ...AT, query: {} })).marks).toEqual([])
    await as(decide, { ...on('#2PPQ'), body: { action: 'snoozed', version: 0, days: 2 } })
    expect((await entries()).map(([tag]) => tag)).not.toContain('#2PPQ')
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    expect((await entries()).map(([tag]) => tag)).not.toContain('#2PPQ')
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-17T12:04:00Z')
    expect((await queue()).entries.find(({ player_tag }) => player_tag === '#2PPQ')).toMatchObject({
      suggestion: 'remove',
      decision: { action: 'snoozed' },
      version: 1,
    })
  })

  it('closes an entry when the roster log shows the leave or the new role, and says so', async () => {
    await as(decide, { ...on('#2PPQ'), body: { action: 'removed', version: 0 } })
    await as(decide, { ...on('#2PPU'), body: { action: 'promoted', version: 0 } })
    expect((await queue()).settled.map(({ player_tag, resting }) => [player_tag, resting]).sort()).toEqual([
      ['#2PPQ', true],
      ['#2PPU', true],
    ])
    await clock.advance(60_000)
    await scanAgain(clock.now().toISOString(), { '#2PPQ': null, '#2PPU': 'senior' })
    const { settled, entries: left } = await queue()
    expect(settled.map(({ player_tag, decision }) => [player_tag, decision.closed?.kind]).sort()).toEqual([
      ['#2PPQ', 'left'],
      ['#2PPU', 'promoted'],
    ])
    expect(left.map(({ player_tag }) => player_tag)).toEqual(['#2PPL'])
    const { former } = await as(listFormer, { ...AT, query: {} })
    expect(
      former.map(({ player_tag, why, tenure_days, tenure_at_least }) => [
        player_tag,
        why,
        tenure_days,
        tenure_at_least,
      ]),
    ).toEqual([
      ['#2PPQ', 'removed', 39, true],
      ['#2PPG', 'left', 36, true],
    ])
  })

  it('takes a new decision about somebody who left after the last one and came back', async () => {
    await as(decide, { ...on('#2PPQ'), body: { action: 'removed', version: 0 } })
    await clock.advance(60_000)
    await scanAgain(clock.now().toISOString(), { '#2PPQ': null })
    await clock.advance(60_000)
    await scanAgain(clock.now().toISOString())
    await as(addMark, { ...AT, body: { kind: 'blacklist', player_tag: '#2PPQ', text: 'Came back' } })
    const [entry] = (await queue()).entries
    expect(entry).toMatchObject({ player_tag: '#2PPQ', suggestion: 'blacklisted', decision: null })
    const again = await as(decide, { ...on('#2PPQ'), body: { action: 'removed', version: entry?.version ?? 0 } })
    expect(again.decision).toMatchObject({ action: 'removed', closed: null })
  })

  it('names a leader who is hidden by no tag, and one whose player was never in the club not at all', async () => {
    await as(addMark, { ...AT, body: { kind: 'note', player_tag: '#2PPV', text: 'New' } })
    const authors = async () => [
      ...(await as(listLog, { ...AT, query: {} })).entries.map(({ author }) => author),
      ...(await as(listMarks, { ...AT, query: {} })).marks.map(({ author }) => author),
    ]
    expect(await authors()).toEqual(['2PPP', '2PPP'])
    await carryOut(context, '#2PPP', 'hide')
    expect(await authors()).toEqual([HIDDEN_NAME, HIDDEN_NAME])
    const other = (await signIn(store.db, clock, { name: 'bob', players: ['#8QQ'] })).userId
    await store.db.updateTable('desk_log').set({ author_id: other }).execute()
    await store.db.updateTable('member_marks').set({ author_id: other }).execute()
    expect(await authors()).toEqual([null, null])
  })

  it('has one decision about a player who is shown again, also when one was made while they were being hidden', async () => {
    const decided = { desk: CLUB, action: 'warned', suggestion: 'warn', changed_at: clock.now(), version: 1 } as const
    await carryOut(context, '#2PPL', 'hide')
    const { alias } = await store.db.selectFrom('tombstones').select('alias').executeTakeFirstOrThrow()
    const rows = ['#2PPL', alias].map((player_tag) => ({ ...decided, player_tag }))
    await store.db.insertInto('queue_decisions').values(rows).execute()
    await carryOut(context, '#2PPL', 'show')
    const left = await store.db.selectFrom('queue_decisions').select('player_tag').execute()
    expect(left).toEqual([{ player_tag: '#2PPL' }])
  })

  it('raises an alert when somebody on the blacklist is in the club', async () => {
    await as(addMark, { ...AT, body: { kind: 'blacklist', player_tag: '#2PPV', text: 'Insulted others' } })
    const { entries: found, desk } = await queue()
    expect([desk.alerts, found[0]?.player_tag, found[0]?.suggestion]).toEqual([1, '#2PPV', 'blacklisted'])
  })

  it('tells what other rules would suggest, as computed by hand', async () => {
    const rules = { ...USUAL_RULES, warn_after_days: 9, remove_after_days: 26, promote_after_days: 60 }
    const told = await as(previewRules, { ...AT, body: { rules } })
    expect(told.sentence).toBe('With these rules 1 would be warned.')
    expect(told.counts).toEqual({ blacklisted: 0, remove: 0, warn: 1, below_bar: 0, promote: 0 })
    expect(told.changes.map(({ player_tag, before, after }) => [player_tag, before, after]).sort()).toEqual([
      ['#2PPL', 'warn', null],
      ['#2PPQ', 'remove', 'warn'],
      ['#2PPU', 'promote', null],
    ])
    expect((await entries()).length).toBe(3)
  })

  it('may ask for a least tier and prestige, of members and of applicants', async () => {
    const gold = { tier: 'GOLD III', rating: 2600 }
    const told = { ranked: { season: 40, now: gold, seasonBest: gold, best: gold }, totalPrestigeLevel: 4 }
    const at = `${TODAY}T12:04:30Z`
    await ingest(store.db, [profile(at, '#2PPU', 1400, told), profile(at, '#2PPG', 1360, told)])
    const rules = { ...USUAL_RULES, entry_tier: 13, entry_prestige: 4 }
    const { sentence, changes } = await as(previewRules, { ...AT, body: { rules } })
    expect(sentence).toContain('1 member shown as below the minimum')
    expect(changes).toEqual([{ player_tag: '#2PPU', player_name: '2PPU', before: 'promote', after: 'below_bar' }])
    const set = await as(setRules, { ...AT, body: { rules, time_zone: 'UTC', version: 0 } })
    expect([set.rules.entry_tier, set.rules.entry_prestige]).toEqual([13, 4])
    const log = await as(listLog, { ...AT, query: {} })
    expect(log.entries[0]?.text).toBe('entry_tier none to Mythic I, entry_prestige none to 4')
    const { applicants } = await as(checkApplicants, { ...AT, body: { text: '#2PPG' } })
    expect(applicants[0]).toMatchObject({
      ranked: { tier: 'Gold III', tier_place: 9, rating: 2600 },
      ...{ prestige: 4, meets_bar: false },
      missing: ['Gold III at best in the last two Ranked seasons, below the minimum of Mythic I'],
    })
  })

  it('is public as facts alone, without marks', async () => {
    await as(addMark, { ...AT, body: { kind: 'safe', player_tag: '#2PPQ', text: 'Secretly safe' } })
    const open = await ask(app, getClubQueue, AT)
    expect(open.silent.map(({ player_tag, reason }) => [player_tag, reason])).toEqual([
      ['#2PPQ', 'Silent for 25 days'],
      ['#2PPL', 'Silent for 8 days'],
    ])
    expect(open.silent[1]).toMatchObject({ player_tag: '#2PPL', gain_7d: 0 })
    expect(JSON.stringify(open)).not.toContain('ecret')
  })

  it('knows applicants by their tags in a chat text, and says what it could not find out', async () => {
    const text = 'hi #2PPQ and #2PPG here\nmy friend is #2PPPPPPP or #2PPX'
    const checked = await clock.drive(as(checkApplicants, { ...AT, body: { text } }))
    const { applicants, already_members, left_out, mistyped } = checked
    expect(applicants.map(({ player_tag, state }) => [player_tag, state])).toEqual([
      ['#2PPG', 'known'],
      ['#2PPPPPPP', 'unanswered'],
    ])
    // A member is no applicant: nobody decides on them here.
    expect(already_members).toEqual([{ player_tag: '#2PPQ', player_name: '2PPQ' }])
    expect(applicants[0]?.past_clubs).toMatchObject([{ tag: CLUB, days: 36, at_least: true, now: false }])
    // No battle log tells of them, but how often the trophies changed does.
    expect(applicants[0]).toMatchObject({ battles_a_day: 2, battles_estimated: true, hours_in_common: null })
    // The 30 days end when they left and were last seen: what nobody saw since is no rest.
    expect(applicants[0]).toMatchObject({ known_days_30d: 30 })
    expect([left_out, mistyped]).toEqual([
      0,
      [{ text: '#2PPX', why: 'No tag has X: only the characters 0289PYLQGRJCUV' }],
    ])
    const many = Array.from(
      { length: 31 },
      (_, place) => `#2PP${'PYLQGRJCUV'[place % 10]}${'PYLQ'[Math.floor(place / 10)]}`,
    )
    const crowd = await clock.drive(as(checkApplicants, { ...AT, body: { text: many.join(' ') } }))
    expect([crowd.applicants.length, crowd.left_out]).toEqual([30, 1])
    const long = {
      method: 'POST',
      url: `/api/desk/${CLUB.slice(1)}/applicants`,
      headers,
      payload: { text: 'x'.repeat(1001) },
    } as const
    expect((await app.inject(long)).statusCode).toBe(400)
  })

  it('goes on with other clubs when the report of one fails, and makes it at the next turn', async () => {
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    const stored = { desk: CLUB, rules: '{}', changed_at: clock.now(), version: 1 }
    await store.db
      .insertInto('club_rules')
      .values({ ...stored, time_zone: 'Nowhere/At all' })
      .execute()
    expect(await makeDueWeeks(context)).toBe(0)
    await store.db.deleteFrom('club_rules').execute()
    expect(await makeDueWeeks(context)).toBe(1)
  })

  it('shows the news and the newest week to who would connect a channel, and leaves the report to when it is due', async () => {
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    const { posts } = await as(listSamplePosts, { ...AT, query: { language: 'en' } })
    expect(posts.map(({ about, title }) => [about, title])).toEqual([
      ['board', expect.any(String)],
      ['news', expect.any(String)],
      ['week', expect.stringMatching(/week to Mar 15/)],
    ])
    expect(posts[1]?.lines.join()).toContain('2PPV')
    expect(await store.db.selectFrom('week_reports').select('week').execute()).toEqual([])
    expect(await makeDueWeeks(context)).toBe(1)
    expect((await as(getWeek, { params: { tag: CLUB, date: '2026-03-16' } })).queue).toMatchObject({ warn: 1 })
  })

  it('shows as a sample only what is chosen for the channel', async () => {
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    const sampleOf = async (posts: string) =>
      (await as(listSamplePosts, { ...AT, query: { language: 'en', posts } })).posts
    expect(await sampleOf('left,goal')).toMatchObject([{ about: 'news', lines: [expect.stringContaining('left')] }])
    expect((await sampleOf('board,week')).map(({ about }) => about)).toEqual(['board', 'week'])
    expect(await sampleOf('goal,season_end,milestones')).toEqual([])
    await expect(sampleOf('left,nonsense')).rejects.toThrow(/400.*posts may be joined/)
  })

  it('keeps a report of each week, made once, private until the owner publishes it', async () => {
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    await ingest(store.db, [
      profile('2026-03-16T12:05:00Z', '#2PPU', 1400, { highestTrophies: 5000 }),
      profile('2026-03-16T12:05:00Z', '#2PPP', 1480, { highestTrophies: 1484 }),
    ])
    expect((await Promise.all([makeDueWeeks(context), makeDueWeeks(context)])).includes(1)).toBe(true)
    expect(await makeDueWeeks(context)).toBe(0)
    expect(await store.db.selectFrom('week_reports').select('week').execute()).toEqual([{ week: '2026-03-16' }])
    const at = { params: { tag: CLUB, date: '2026-03-16' } }
    const report = await as(getWeek, at)
    expect(report).toMatchObject({ from: '2026-03-09', members: 5, published: false, queue: { remove: 1, warn: 1 } })
    expect(report.leavers.map(({ player_name }) => player_name)).toEqual(['2PPG'])
    expect(report.joiners.map(({ player_name }) => player_name)).toEqual(['2PPV'])
    expect(report.best.map(({ player_tag, gain }) => [player_tag, gain])).toEqual([
      ['#2PPP', 70],
      ['#2PPU', 70],
    ])
    expect(report.text).toContain('**Best**: 2PPP +70, 2PPU +70')
    // The other's own profile tells of more trophies before anybody looked. A peak after the week takes no best away.
    expect(report.personal_bests.map(({ player_name }) => player_name)).toEqual(['2PPP'])
    const published = () => app.inject(`/api/browse/club/${CLUB.slice(1)}/weeks/2026-03-16`)
    expect((await published()).statusCode).toBe(404)
    const done = await as(publishWeek, { ...at, body: { published: true, version: 0 } })
    const open = await ask(app, getPublishedWeek, at)
    expect([open.headline, 'queue' in open]).toEqual([report.headline, false])
    await as(undoChange, { params: { tag: CLUB, record_id: done.log_id } })
    expect((await published()).statusCode).toBe(404)
    const earlier = await as(getWeek, { params: { tag: CLUB, date: '2026-02-23' } })
    expect([earlier.queue, earlier.growth !== null]).toEqual([null, true])
    const { weeks, next } = await as(listWeeks, AT)
    expect([weeks.map(({ date }) => date).slice(0, 2), next]).toEqual([['2026-03-16', '2026-03-09'], '2026-03-23'])
    const future = await app.inject({ url: `/api/desk/${CLUB.slice(1)}/weeks/2026-03-23`, headers })
    expect(future.statusCode).toBe(404)
    expect((await as(listLog, { ...AT, query: {} })).entries.map(({ kind: what }) => what)).toEqual([
      'undone',
      'week_published',
    ])
  })

  it('lets the owner alone publish a week, also by undoing that it was withdrawn', async () => {
    await clock.advance(DAY_MS)
    await scanAgain('2026-03-16T12:04:00Z')
    const at = { params: { tag: CLUB, date: '2026-03-16' } }
    const { version } = await as(publishWeek, { ...at, body: { published: true, version: 0 } })
    const withdrawn = await as(publishWeek, { ...at, body: { published: false, version } })
    await store.db
      .updateTable('club_members')
      .set({ role: 'vicePresident' })
      .where('player_tag', '=', '#2PPU')
      .execute()
    const editor = (await signIn(store.db, clock, { name: 'bob', players: ['#2PPU'] })).headers
    const { entries: log } = await ask(app, listLog, { ...AT, query: {}, headers: editor })
    expect(log.map(({ can_undo }) => can_undo)).toEqual([false, false])
    const url = `/api/desk/${CLUB.slice(1)}/log/${withdrawn.log_id}/undo`
    const refused = await app.inject({ method: 'POST', url, headers: editor })
    expect([refused.statusCode, refusalOf(refused).code]).toEqual([403, 'role_too_low'])
  })
})
