import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ClubMember } from '#server/game/answers.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { makeDueWeeks } from '#server/site/desk/weeks.ts'
import { carryOut } from '#server/site/proofs/carry-out.ts'
import { changeChannel } from '#shared/contract/desk-channels.ts'
import { undoChange } from '#shared/contract/desk-log.ts'
import { addMark } from '#shared/contract/desk-records.ts'
import { addDays, DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '#shared/days.ts'
import { plainName } from '#shared/plain-name.ts'
import { AT, type ChannelStory, openChannelStory } from '#test/channel-story.ts'
import { ownedBrawler, profile } from '#test/club-history.ts'
import { DESK_CLUB } from '#test/desk-visitors.ts'
import { openTestStore, storeKinds, type TestStore } from '#test/open-store.ts'

const joiner = (tag: string, name: string): ClubMember => {
  return { tag, name, trophies: 5000, nameColor: null, role: 'member', iconId: null }
}

describe.each(storeKinds)("what a club's channel tells on the %s store", (kind) => {
  let store: TestStore
  let channels: ChannelStory
  beforeAll(async () => {
    store = await openTestStore(kind)
  })
  beforeEach(async () => {
    channels = await openChannelStory(store)
  })
  afterEach(async () => {
    expect(channels.logged.join('\n')).not.toContain('Abc_-0123456789')
    await channels.close()
  })
  afterAll(() => store.close())

  it('tells once and together who left and joined, five minutes after the first of it', async () => {
    const { story, connect, runFor, scan, without, said } = channels
    const { address } = await connect(['left', 'joined'])
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => without(members))
    await runFor(3 * MINUTE_MS)
    await scan((members) => [...without(members), joiner('#2PP', 'Late <c2>Comer</c>')])
    expect(said(address)).toEqual([])
    await runFor(10 * MINUTE_MS)
    const [text = ''] = said(address)
    expect(said(address)).toHaveLength(1)
    expect(text.split('\n')).toEqual([expect.stringMatching(/ left$/), 'Late Comer joined'])
    await runFor(10 * MINUTE_MS)
    expect(said(address)).toHaveLength(1)
  })

  it('tells only what was chosen, and nothing of before it was connected', async () => {
    const { story, connect, runFor, scan, without, said } = channels
    await scan((members) => without(members))
    await story.world.clock.advance(MINUTE_MS)
    const { address } = await connect(['joined'])
    await scan((members) => without(members, 2))
    await runFor(10 * MINUTE_MS)
    expect(said(address)).toEqual([])
  })

  it('shows names as they are: they format nothing, link nowhere and call nobody', async () => {
    const { story, connect, runFor, scan, said } = channels
    const { address } = await connect(['joined'])
    await story.world.clock.advance(MINUTE_MS)
    const names = ['**x** @everyone', '<@123> [a](http://b.example)', '\u202Egnp.exe', 'علي']
    await scan((members) => [...members, ...names.map((name, place) => joiner(`#2PP${'PYLQ'[place]}`, name))])
    await runFor(6 * MINUTE_MS)
    const [text = ''] = said(address)
    expect(text.split('\n')).toHaveLength(4)
    expect(text).not.toMatch(/@everyone|(?<!\\)<|\]\(|(?<!\\)\*|\u202E|http:\/\//)
  })

  it('knows a hidden player by no name', async () => {
    const { story, context, connect, runFor, scan, said } = channels
    const { address } = await connect(['joined'])
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => [...members, joiner('#2PP', 'Shy')])
    await carryOut(context, '#2PP', 'hide')
    await runFor(6 * MINUTE_MS)
    expect(said(address)).toEqual(['Hidden player joined'])
    expect(JSON.stringify(await store.db.selectFrom('outbox').selectAll().execute())).not.toContain('#2PP')
  })

  it('tells at once that somebody on the blacklist joined, without the reason, where that was chosen', async () => {
    const { story, owner, run, connect, runFor, scan, said } = channels
    const [alerted, other] = [await connect(['blacklisted']), await connect(['left'])]
    const body = { kind: 'blacklist', player_tag: '#2PP', text: 'planted-reason' } as const
    await story.as(owner, addMark, { ...AT, body })
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => [...members, joiner('#2PP', 'Trouble'), joiner('#2PL', 'Nice')])
    await run()
    await run()
    expect(said(alerted.address)).toEqual(['Trouble joined and is on the blacklist'])
    await runFor(10 * MINUTE_MS)
    expect([said(alerted.address).length, said(other.address)]).toEqual([1, []])
  })

  it('is quiet in the hours that the club chose, and tells afterwards what happened', async () => {
    const { story, connect, runFor, scan, without, said } = channels
    const { address } = await connect(['left'], { from: 22, until: 7 })
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => without(members))
    await runFor(6 * HOUR_MS, HOUR_MS / 2)
    expect(said(address)).toEqual([])
    await runFor(HOUR_MS, HOUR_MS / 2)
    expect(said(address)).toHaveLength(1)
  })

  it('is quiet then also for what Discord did not take before', async () => {
    const { story, discord, connect, runFor, scan, without, said } = channels
    const { address } = await connect(['left'], { from: 1, until: 3 })
    await story.world.clock.advance(40 * MINUTE_MS)
    await scan((members) => without(members))
    discord.failNext('unavailable', 'unavailable', 'unavailable')
    // The story begins at midnight: tried at 0:45, 0:46 and 0:51, and half an hour later.
    await runFor(80 * MINUTE_MS)
    expect(said(address)).toEqual([])
    await runFor(2 * HOUR_MS, 10 * MINUTE_MS)
    expect(said(address)).toHaveLength(1)
  })

  it.each([
    ['left', 'a leader lets it go on'],
    ['blacklisted', 'a leader lets it go on'],
    ['left', 'a leader undoes the pause'],
  ] as const)('is not told what happened while it was paused: %s, until %s', async (post, end) => {
    const { story, owner, connect, runFor, scan, without, said } = channels
    const { id, address } = await connect([post])
    await story.as(owner, addMark, { ...AT, body: { kind: 'blacklist', player_tag: '#2PP', text: 'planted-reason' } })
    const body = { name: 'Den', posts: [post], language: 'en' as const, quiet_hours: null }
    const change = async (paused: boolean, version: number) =>
      story.as(owner, changeChannel, { params: { ...AT.params, record_id: id }, body: { ...body, paused, version } })
    const { log_id } = await change(true, 1)
    await story.world.clock.advance(MINUTE_MS)
    await scan((members) => [...without(members), joiner('#2PP', 'Trouble')])
    await runFor(6 * MINUTE_MS)
    if (end === 'a leader lets it go on') await change(false, 2)
    else await story.as(owner, undoChange, { params: { ...AT.params, record_id: log_id } })
    await runFor(6 * MINUTE_MS)
    expect(said(address)).toEqual([])
    await scan((members) => without(members, 2))
    await runFor(6 * MINUTE_MS)
    expect(said(address)).toHaveLength(Number(post === 'left'))
  })

  it("gets the week's report once, when it is made", async () => {
    const { story, context, discord, run, connect, scan } = channels
    const { address } = await connect(['week'])
    for (let day = 0; day < 15; day += 1) {
      await story.world.clock.advance(DAY_MS)
      await scan((members) => members)
      await makeDueWeeks(context)
      await run()
      await run()
    }
    const titles = discord.messages(address).map(({ body }) => body.embeds?.[0]?.title ?? '')
    expect(titles.length).toBeGreaterThanOrEqual(1)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles[0]).toMatch(/, week to /)
  })

  it('is told of a milestone with the scan that shows it, and once', async () => {
    const { context, run, connect, runFor, scan, said } = channels
    await context.clock.advance(MINUTE_MS)
    const { members } = (await context.gameApi.getClub(DESK_CLUB)).body
    const few = members.toSorted((one, other) => one.trophies - other.trophies).slice(0, 2)
    const grown = (...trophies: number[]) =>
      scan(() => members.map((each) => ({ ...each, trophies: trophies[few.indexOf(each)] ?? each.trophies })))
    await grown(49_900, 49_800)
    const { address } = await connect(['milestones'])
    await runFor(HOUR_MS, 10 * MINUTE_MS)
    await grown(50_001, 49_800)
    await run()
    expect(said(address)).toEqual([expect.stringMatching(/^\S.* passed 50k trophies$/)])
    await runFor(HOUR_MS, 10 * MINUTE_MS)
    await grown(50_040, 50_020)
    await run()
    expect(said(address)).toEqual(Array(2).fill(expect.stringMatching(/^\S.* passed 50k trophies$/)))
    expect(new Set(said(address)).size).toBe(2)
    await runFor(2 * DAY_MS, HOUR_MS)
    expect(said(address)).toHaveLength(2)
  })

  it('is not told of a milestone below the highest of the own profile', async () => {
    const { context, run, connect, runFor, scan, said } = channels
    await context.clock.advance(MINUTE_MS)
    const { members } = (await context.gameApi.getClub(DESK_CLUB)).body
    const [veteran, rookie] = members
    const grown = (trophies: number) =>
      scan(() => members.map((each) => (each === veteran || each === rookie ? { ...each, trophies } : each)))
    await grown(149_900)
    await ingest(context.db, [
      profile(context.clock.now(), veteran?.tag ?? '', 149_900, { highestTrophies: 160_000 }),
      profile(context.clock.now(), rookie?.tag ?? '', 149_900),
    ])
    const { address } = await connect(['milestones'])
    await runFor(HOUR_MS, 10 * MINUTE_MS)
    await grown(150_001)
    await run()
    const lines = said(address).flatMap((text) => text.split('\n'))
    expect(lines).toEqual([expect.stringContaining(plainName(rookie?.name ?? ''))])
  })

  it('is told of a new tier, a best, a prestige and a streak once, and of none that was not chosen', async () => {
    const { context, run, connect, runFor, scan, said } = channels
    const { members } = (await context.gameApi.getClub(DESK_CLUB)).body
    const [{ tag, name, trophies } = joiner('#2PP', '')] = members
    const told = async (tier: string, rating: number, prestigeLevel: number, maxWinStreak: number) => {
      const now = { tier, rating }
      const poco = { ...ownedBrawler(16000013, 990), name: 'POCO', prestigeLevel, maxWinStreak }
      const ranked = { season: 40, now, seasonBest: now, best: now }
      await ingest(context.db, [profile(context.clock.now(), tag, trophies, { name, ranked, brawlers: [poco] })])
    }
    await context.clock.advance(MINUTE_MS)
    await told('GOLD I', 1600, 1, 12)
    const all = await connect(['new_tier', 'ranked_best', 'prestige', 'streak'])
    const tiers = await connect(['new_tier'])
    await runFor(DAY_MS, HOUR_MS)
    await told('GOLD III', 2600, 2, 21)
    await scan(() => members)
    await run()
    const who = plainName(name)
    expect(said(tiers.address)).toEqual([`${who} reached Gold III in Ranked`])
    expect(said(all.address).flatMap((text) => text.split('\n'))).toEqual([
      `${who} reached Gold III in Ranked`,
      `${who} has a new best in Ranked: 2,600`,
      `${who} reached prestige 2 with Poco`,
      `${who} won 20 times in a row with Poco`,
    ])
    await runFor(2 * DAY_MS, HOUR_MS)
    expect([said(all.address).length, said(tiers.address).length]).toEqual([1, 1])
  })

  it('is told once a day how far the goal is, and at once when it is reached', async () => {
    const { context, run, connect, runFor, scan, said } = channels
    const { address } = await connect(['goal'])
    const { members } = (await context.gameApi.getClub(DESK_CLUB)).body
    const [first] = members
    const grow = (by: number) =>
      scan(() => members.map((each) => (each === first ? { ...each, trophies: each.trophies + by } : each)))
    await grow(0)
    await runFor(2 * DAY_MS, HOUR_MS)
    expect(said(address)).toEqual([])
    const now = context.clock.now()
    const days = { from_day: dayOf(now), until_day: addDays(dayOf(now), 9) }
    const goal = { desk: DESK_CLUB, kind: 'gain', trophies: 500, ...days, created_at: now, changed_at: now } as const
    await context.db.insertInto('club_goals').values(goal).execute()
    await grow(120)
    await runFor(DAY_MS + HOUR_MS, HOUR_MS)
    expect(said(address)).toEqual([expect.stringMatching(/^\+500 trophies by .*: 380 to go/)])
    await context.clock.advance(MINUTE_MS)
    await grow(505)
    await run()
    expect(said(address).at(-1)).toMatch(/^The goal is reached: \+500 trophies by /)
    await grow(600)
    await runFor(2 * DAY_MS, HOUR_MS)
    expect(said(address)).toHaveLength(2)
  })

  it('is told of a record day as soon as it is one, and then no more', async () => {
    const { context, run, connect, runFor, scan, said } = channels
    const { address } = await connect(['record_days'])
    const { members } = (await context.gameApi.getClub(DESK_CLUB)).body
    const grow = (by: number) => scan(() => members.map((each) => ({ ...each, trophies: each.trophies + by })))
    for (let day = 0; day < 32; day += 1) {
      await context.clock.advance(DAY_MS)
      await grow(day * 3)
      await run()
    }
    expect(said(address)).toEqual([])
    await context.clock.advance(DAY_MS)
    await grow(150)
    await run()
    expect(said(address)).toEqual([expect.stringMatching(/^The best day since .*: \+[\d,]+ trophies won so far$/)])
    await runFor(HOUR_MS, HOUR_MS / 2)
    await grow(160)
    await runFor(DAY_MS, HOUR_MS)
    expect(said(address)).toHaveLength(1)
  })

  it('is told each day of milestones, the end of a season and silence, as was chosen', async () => {
    const { story, context, run, connect, scan, said } = channels
    const { address } = await connect(['season_end', 'milestones', 'inactive'])
    const { members: known } = (await context.gameApi.getClub(DESK_CLUB)).body
    const silent = known.find(({ role }) => role === 'member')
    await story.world.clock.advance(HOUR_MS)
    for (let day = 1; day <= 9; day += 1) {
      await story.world.clock.advance(DAY_MS)
      await scan((members) =>
        members.map((member) => {
          if (member.tag === silent?.tag) return { ...member, trophies: silent.trophies }
          return { ...member, trophies: 49_990 + day * 5 }
        }),
      )
      await run()
    }
    const texts = said(address)
    expect(texts.filter((text) => text.includes('passed 50k trophies'))).toHaveLength(1)
    expect(texts.filter((text) => text.startsWith('The season ended'))).toHaveLength(1)
    expect(texts.filter((text) => /silent for 7\+? days/.test(text))).toHaveLength(1)
  })
})
