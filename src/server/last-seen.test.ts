import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { renewClubProfiles } from '#server/directory/club-profiles.ts'
import { summarise } from '#server/directory/summarise.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { CLUB_MESSAGES } from '#server/reach/club-messages.ts'
import { createGuestSession } from '#shared/contract/accounts.ts'
import { endpoints } from '#shared/contract/all.ts'
import { listDeskMembers } from '#shared/contract/desk.ts'
import type { AnyEndpoint } from '#shared/contract/endpoint.ts'
import { addDays, type CalendarDay, DAY_MS, HOUR_MS } from '#shared/days.ts'
import { tagInPath } from '#shared/tag.ts'
import { ask } from '#test/ask.ts'
import { battle, battleLog, CLUB, scansOf, team } from '#test/club-history.ts'
import { isWholeRun } from '#test/how-much.ts'
import { manualClock } from '#test/manual-clock.ts'
import { openTestContext, type TestContext } from '#test/open-context.ts'
import { openTestStore, type TestStore } from '#test/open-store.ts'
import { webBuild } from '../../scripts/prepare/build-web.mjs'
import { deskOfClub } from './site/desk/open-desk.ts'
import { composeInactive } from './site/desk/queue.ts'
import { type composeWeek, readWeek } from './site/desk/weeks.ts'
import { drawProfile } from './site/pictures/drawing.ts'
import { clubProfile, playerProfile } from './site/pictures/read-profile.ts'
import type { AskPublic } from './site/sharing/documents.ts'
import { answerCommand } from './site/sharing/slash-commands.ts'

// All figures of a club and its members are as of the moment when Delphin last looked, however long ago that was.

const BUILD_MS = 120_000
const SUNDAY: CalendarDay = '2026-03-15' as CalendarDay
const LAST_SEEN = new Date(`${SUNDAY}T12:00:00Z`)
const SITE = 'https://delphin.example'

const RHYTHMS = {
  '#PP0': '#'.repeat(60),
  '#PP2': '##.'.repeat(20),
  '#PP8': `${'#'.repeat(57)}...`,
  '#PP9': `${'#'.repeat(51)}${'.'.repeat(9)}`,
  '#PPL': `${'#'.repeat(30)}${'.'.repeat(30)}`,
  '#PPQ': `${'#'.repeat(10)}${'.'.repeat(50)}`,
}
const PLAYERS = Object.keys(RHYTHMS)

/** Battles of two members on each of the last 20 days, up to an hour before the club was seen last. */
function logs() {
  return Array.from({ length: 20 }, (_, place) => addDays(SUNDAY, place - 19)).map((day) => {
    const fought = ['09', '10', '11'].map((hour, turn) =>
      battle(`${day}T${hour}:10:00Z`, turn === 1 ? -4 : 7, { teams: [team('#PP0 #PP2 #2YY'), team('#2RR #2QQ #2UU')] }),
    )
    return battleLog(`${day}T12:00:00Z`, '#PP0', fought)
  })
}

let store: TestStore
beforeAll(async () => {
  await webBuild(process.cwd())
  store = await openTestStore()
  await ingest(store.db, [...scansOf(RHYTHMS, SUNDAY), ...logs()])
}, BUILD_MS)
afterAll(() => store.close())

/** What is needed in the query of a call; the others need nothing. */
const QUERIES: Record<string, string> = {
  '/api/analytics/club/{tag}/changes': `?since=${addDays(SUNDAY, -3)}T12:00:00Z`,
  '/api/analytics/player/{tag}/changes': `?since=${addDays(SUNDAY, -3)}T12:00:00Z`,
  '/api/analytics/player/{tag}/forecast': '?target=3000',
}

/** Calls about what leaders publish by hand: it does not depend on when the club was seen. */
const NOT_HERE = /\/reviews\/|\/weeks\//

type Told = Map<string, string>

type Opened = Awaited<ReturnType<typeof open>>

/** The whole site, so many days after the club was seen. */
async function open(days: number) {
  const at = new Date(LAST_SEEN.getTime() + days * DAY_MS)
  const context: TestContext = openTestContext({
    store,
    clock: manualClock(at),
    settings: { PUBLIC_URL: SITE, REQUESTS_PER_MINUTE: '100000' },
  })
  Object.assign(context.installation, { demo: true, exampleClubTag: CLUB })
  await summarise(context, { clubs: [CLUB], players: PLAYERS })
  await renewClubProfiles(context, new AbortController().signal)
  const app = await createApp(context)
  const askPublic: AskPublic = (call, input) => ask(app, call, input as never)
  return { context, app, ask: askPublic }
}

const publicCalls = (kind: 'club' | 'player') =>
  [...endpoints.values()].filter(({ method, path, access }) => {
    return method === 'GET' && access === 'public' && path.includes(`/${kind}/{tag}`) && !NOT_HERE.test(path)
  })

const addressOf = ({ path }: AnyEndpoint, tag: string) => path.replace('{tag}', tagInPath(tag)) + (QUERIES[path] ?? '')

/** The addresses of all that is served about the club and its members, as answers and as tables. */
function served(): string[] {
  const about = [CLUB, ...PLAYERS].flatMap((tag) => {
    return publicCalls(tag === CLUB ? 'club' : 'player').flatMap((call) => {
      const address = addressOf(call, tag)
      return call.formats === undefined
        ? [address]
        : [address, `${address}${address.includes('?') ? '&' : '?'}format=csv`]
    })
  })
  const tags = PLAYERS.map(tagInPath).join(',')
  const lists = [
    `/api/browse/board?clubs=${tagInPath(CLUB)}&players=${tags}&since=${addDays(SUNDAY, -3)}T12:00:00Z`,
    '/api/browse/entities?type=club',
    '/api/browse/entities?type=player',
    `/api/finder/clubs?tag=PP0`,
  ]
  const documents = [
    `/club/${tagInPath(CLUB)}/events.atom`,
    `/embed/club/${tagInPath(CLUB)}`,
    ...PLAYERS.flatMap((tag) => [`/player/${tagInPath(tag)}/milestones.atom`, `/embed/player/${tagInPath(tag)}`]),
  ]
  return [...about, ...lists, ...documents]
}

async function readServed({ app }: Opened): Promise<Told> {
  const told: Told = new Map()
  for (const url of served()) {
    const { statusCode, body, headers } = await app.inject({ url })
    if (statusCode !== 200) throw new Error(`${url} answers ${statusCode}: ${body}`)
    told.set(url, String(headers['content-type']).includes('application/json') ? plain(body) : body)
  }
  return told
}

/** An answer without what only says that it is old. */
const plain = (text: string) =>
  JSON.stringify(JSON.parse(text), (key, inner) => (key === 'stale' ? undefined : inner), 1)

const CHANNEL = { desk: CLUB, posts: [] } as unknown as Parameters<typeof composeWeek>[1]
const message = (payload: object) => ({ payload }) as unknown as Parameters<typeof composeWeek>[2]

/** What is drawn, posted and answered in chats. */
async function readTexts({ context, app, ask }: Opened): Promise<Told> {
  const given = { context, ask, site: SITE }
  const command = (name: string, options: Record<string, string>) => {
    const typed = Object.entries(options).map(([option, value]) => ({ name: option, value }))
    const asked = { token: 't', data: { name, options: typed }, user: { id: '281474976710656' } }
    return answerCommand(given, asked as Parameters<typeof answerCommand>[1])
  }
  const badge = (await app.inject({ url: `/badge/club/${tagInPath(CLUB)}.json` })).json()
  const texts = {
    ...{ '/club': await command('club', { tag: CLUB }), '/ghosts': await command('ghosts', { tag: CLUB }) },
    ...{ '/week': await command('week', { tag: CLUB }), '/player': await command('player', { tag: '#PP9' }) },
    '/compare': await command('compare', { first: '#PP0', second: '#PP9' }),
    board: (await CLUB_MESSAGES.board(context, CHANNEL))?.(),
    'picture of the club': drawProfile(await clubProfile(context, CLUB)),
    'picture of a player': drawProfile(await playerProfile(context, '#PP9')),
    badge: badge.message,
    'frame of the club': (await app.inject({ url: `/embed/club/${tagInPath(CLUB)}` })).body,
  }
  return new Map(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]))
}

/** Lists compare the gains of the same 7 days: after a week without a look there is none, and no line of them. */
const NO_WEEK = /"(?:gain_7d|gain_7d_percent|growth_7d)": null/
const LINE_OF_WEEK = /"won_7d": \[[^\]]*\]/g

const AS_OF_WORDS = 'As of Mar 15, 2026, 12:00 UTC: nobody has looked since'
const AS_OF_LINE = /As of Mar 15, 2026, 12:00 UTC: nobody has looked since\.?(\\+n)?/g

/** Words that tell of the present, of which nothing is known after the last look. */
const WORDS = /\b(today|tonight|now|tomorrow|yesterday)\b|from now on/i

/** Who is at the desk, and what the rules say of them. */
async function readDesk({ app }: Opened): Promise<unknown> {
  const { session_id } = await ask(app, createGuestSession, {})
  const headers = { 'x-guest-session': session_id }
  const { members } = await ask(app, listDeskMembers, { params: { tag: CLUB }, headers })
  return members.map(({ player_tag, suggestion, quiet, reasons, figures }) => {
    return { player_tag, suggestion, quiet, reasons, ...figures }
  })
}

/** A little over a day, after which pages say of when they are, and beyond all windows; in a whole run days between. */
const DAYS_LATER = isWholeRun ? [1.1, 2, 6, 11, 40] : [1.1, 40]

describe('a club that was last seen on a Sunday at noon, and its members', () => {
  let base: { answers: Told; texts: Told; desk: unknown }
  beforeAll(async () => {
    const opened = await open(1 / 24)
    base = { answers: await readServed(opened), texts: await readTexts(opened), desk: await readDesk(opened) }
    await opened.app.close()
  })

  describe.each(DAYS_LATER)('%d days later', (days) => {
    let opened: Opened
    beforeAll(async () => {
      opened = await open(days)
    })
    afterAll(() => opened.app.close())

    it('have the figures of that day in every answer, table and feed, and in frames', async () => {
      const different: unknown[] = []
      for (const [url, text] of await readServed(opened)) {
        const told = text.replaceAll(AS_OF_LINE, '').split('\n')
        const known = base.answers.get(url) ?? ''
        const before = (days > 7 ? known.replaceAll(LINE_OF_WEEK, '"won_7d": []') : known).split('\n')
        const isSame = (line: string, place: number) => line === before[place] || (days > 7 && NO_WEEK.test(line))
        const lines = told.flatMap((line, place) => (isSame(line, place) ? [] : [`${before[place]} => ${line}`]))
        if (lines.length > 0 || told.length !== before.length) different.push([url, ...lines.slice(0, 3)])
      }
      expect(different).toEqual([])
    })

    it('have them in chats, pictures and badges too, which say of when they are and of no later day', async () => {
      for (const [name, text] of await readTexts(opened)) {
        expect([name, text]).toEqual([name, expect.stringMatching(/as of Mar 15, 2026/i)])
        expect([name, WORDS.exec(text)?.[0]]).toEqual([name, undefined])
        // Figures of a week and of 30 days are those of the week and the 30 days up to then.
        const numbers = (of = '') => of.replaceAll(AS_OF_LINE, '').match(/[+−]?\d[\d,.]*(?= |%)/g)
        if (name.startsWith('/')) expect([name, numbers(text)]).toEqual([name, numbers(base.texts.get(name))])
      }
    })

    it('have pages that say it, and nothing of a later day', async () => {
      const pages = [
        '/club/2PP',
        '/player/PP0',
        '/player/PP9',
        '/player/PP0/battles',
        '/compare?type=player&a=PP0&b=PP9',
      ]
      for (const url of pages) {
        const { body } = await opened.app.inject({ url })
        const [, main = ''] =
          /<main[^>]*>([\s\S]*)<\/main>/.exec(body.replaceAll(/<script[\s\S]*?<\/script>/g, '')) ?? []
        const text = main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
        expect([url, text]).toEqual([url, expect.stringContaining(AS_OF_WORDS)])
        // A player's page says that the gain of today is not known, and which maps are open now.
        const told = text.replaceAll(
          /Today \(UTC\) — not known yet|Play now|Which maps are open is not known just now/g,
          '',
        )
        expect([url, WORDS.exec(told)?.[0]]).toEqual([url, undefined])
      }
    })

    it('are judged at the desk as of then, and by nobody once that is a week ago', async () => {
      const known = base.desk as { suggestion: unknown; quiet: unknown; reasons: unknown }[]
      const unknown = { suggestion: null, quiet: 'unknown', reasons: ['Nobody could look in the last 7 days'] }
      const judged = days < 7 ? known : known.map((member) => ({ ...member, ...unknown }))
      const inOrder = (members: unknown) =>
        (members as { player_tag: string }[]).toSorted((a, b) => (a.player_tag < b.player_tag ? -1 : 1))
      expect(inOrder(await readDesk(opened))).toEqual(inOrder(judged))
    })

    it('are in no post about silence, and have no anniversary of a week in which nobody looked', async () => {
      const day = addDays(SUNDAY, Math.floor(days) - 1)
      expect(await composeInactive(opened.context, CHANNEL, message({ day }))).toBeNull()
      const monday = addDays(SUNDAY, 8)
      if (days < 9) return
      const week = await readWeek(opened.context, deskOfClub(CLUB), monday)
      expect([week.headline, week.known_days]).toEqual(['Nobody looked at the club in this week.', 0])
      const lists = [week.best, week.falls, week.anniversaries, week.personal_bests, week.joiners, week.leavers]
      expect([lists.flat(), week.active_share, week.battles]).toEqual([[], null, null])
    })
  })
})

/** Who came to be silent for 7 days on which day is posted, by the scans of the days before. */
describe('a post about silence', () => {
  it.each([
    ['on the day on which the seventh silent day ends', '.......', 0, 'silent for 7 days'],
    ['on no day before', '......', 0, null],
    ['once: on no day after', '........', 0, null],
    ['when somebody looks again, after days on which nobody did', '....???.', 0, 'silent for 8 days'],
    ['of no day on which nobody looked', '......?', 0, null],
    ['never once nobody has looked for a day', '.......', 1, null],
  ])('comes %s', async (_when, silent, later, told) => {
    const own = await openTestStore()
    const rhythms = { '#PP0': `${'#'.repeat(20)}${silent}`, '#PP2': '#'.repeat(20) + silent.replaceAll('.', '#') }
    await ingest(own.db, scansOf(rhythms, SUNDAY))
    const clock = manualClock(new Date(Date.parse(addDays(SUNDAY, 1 + later)) + HOUR_MS))
    const post = await composeInactive(openTestContext({ store: own, clock }), CHANNEL, message({ day: SUNDAY }))
    expect(post?.().embeds.flatMap(({ lines }) => lines) ?? null).toEqual(told && [`PP0 ${told}`])
    await own.close()
  })
})
