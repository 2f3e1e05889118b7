import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ingest } from '#server/history/ingest/ingest.ts'
import { clubChange } from '#server/kernel/announcements.ts'
import { getClubShare, getOembed, getPlayerShare } from '#shared/contract/sharing.ts'
import { DAY_MS } from '#shared/days.ts'
import { PAGES } from '#shared/pages.ts'
import { ask, refusalOf } from '#test/ask.ts'
import { ownedBrawler, profile } from '#test/club-history.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { pageAddress } from '#test/page-addresses.ts'
import { offerGerman } from '#test/second-language.ts'
import { rising, settle } from '#test/small-world.ts'

const SITE = 'https://delphin.example'
const HOSTILE = '</title>]]>&<b>\u202e\u0007'
const ARABIC = 'حوت **7**'

let whole: WholeApp
beforeAll(async () => {
  whole = await openWholeApp({ settings: { PUBLIC_URL: `${SITE}/` } })
  const { context } = whole
  await context.clock.advance(DAY_MS)
  const members = [
    { tag: PLAYER, name: '=HYPERLINK("x")', days: [12_130] },
    { tag: '#2PL', name: 'Кира 🐬, "the 2nd"', days: [9080] },
    { tag: '#2PC', name: HOSTILE, days: rising('#', 500) },
    { tag: '#2PV', name: ARABIC, days: rising('#', 300) },
  ]
  await settle(context, [{ tag: CLUB, name: 'Delphin Divers', members }])
})
afterAll(() => whole.close())

const get = (url: string, headers: Record<string, string> = {}) => whole.app.inject({ url, headers })

/** Throws for a text that is no well-formed XML: pictures are read by a strict parser. */
function readStrictly(xml: string): void {
  const document = xml.replace(/^<\?xml[^>]*\?>/, '')
  new Resvg(`<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><metadata>${document}</metadata></svg>`)
}

it('the parser of these tests refuses what is not well-formed', () => {
  for (const broken of ['<a>&</a>', '<a><b></a>', '<a>\u0007</a>']) expect(() => readStrictly(broken)).toThrow()
})

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" }
const unescaped = (text: string) => text.replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')

/** What stands in the elements of this name, without their markup. */
function texts(xml: string, name: string): string[] {
  const found = [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))]
  return found.map(([, inner = '']) => unescaped(inner.replace(/^<!\[CDATA\[([\s\S]*)\]\]>$/, '$1')))
}

function entriesOf(xml: string): string[] {
  return xml.split('<entry>').slice(1)
}

const DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const URN = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/

/** The rules of RFC 4287 for a feed and its entries. */
function expectAtom(xml: string): void {
  readStrictly(xml)
  const entries = entriesOf(xml)
  const head = xml.split('<entry>')[0] ?? ''
  expect(head).toContain('<feed xmlns="http://www.w3.org/2005/Atom">')
  for (const part of [head, ...entries]) {
    expect(texts(part, 'id')).toEqual([expect.stringMatching(URN)])
    expect(texts(part, 'updated')).toEqual([expect.stringMatching(DATE)])
    expect(texts(part, 'title')).toHaveLength(1)
  }
  expect(texts(head, 'name')).toEqual(['Delphin'])
  expect(head.match(/<link rel="(?:alternate|self)" href="https:\/\/[^"]+"\/>/g)).toHaveLength(2)
  for (const entry of entries) expect(entry.match(/<link href="https:\/\/[^"]+"\/>/g)).toHaveLength(1)
  const ids = texts(xml, 'id')
  expect(new Set(ids).size).toBe(ids.length)
  const newest = entries.flatMap((entry) => texts(entry, 'updated')).toSorted()
  expect(texts(head, 'updated')[0]).toBe(newest.at(-1) ?? texts(head, 'updated')[0])
}

describe('a feed of a club', () => {
  it('tells what happened, newest first, and shows hostile names as text', async () => {
    const { statusCode, headers, body } = await get('/club/2PYL/events.atom')
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8'])
    expectAtom(body)
    const titles = entriesOf(body).map((entry) => texts(entry, 'title')[0])
    expect(titles.toSorted()).toEqual(['</title>]]>&<b>  joined', 'Ada left', `${ARABIC} joined`].toSorted())
    expect(texts(body, 'title')[0]).toBe('Events of Delphin Divers')
    expect(body).toContain(`<link rel="self" href="${SITE}/club/2PYL/events.atom"/>`)
    expect(body).toContain(`<link href="${SITE}/player/2PC"/>`)
    for (const character of ['\u202e', '\u0007']) expect(body).not.toContain(character)
  })

  it('is the same at every spelling of the tag, and is not sent again unchanged', async () => {
    const { body, headers } = await get('/club/2PYL/events.atom')
    expect((await get('/club/%232pyl/events.atom')).body).toBe(body)
    const again = await get('/club/2PYL/events.atom', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  it('keeps the ids of its entries when the history is numbered anew', async () => {
    const before = texts((await get('/club/2PYL/events.atom')).body, 'id').toSorted()
    const { db, announcements } = whole.context
    const rows = await db.selectFrom('roster_events').selectAll().where('club_tag', '=', CLUB).execute()
    await db.deleteFrom('roster_events').where('club_tag', '=', CLUB).execute()
    await db
      .insertInto('roster_events')
      .values(rows.map(({ id: _, ...row }) => row))
      .execute()
    announcements.announce([clubChange(CLUB)])
    expect(texts((await get('/club/2PYL/events.atom')).body, 'id').toSorted()).toEqual(before)
  })

  it('names a hidden player by the alias, and leads to the club', async () => {
    const { db, announcements } = whole.context
    const hide = (from: string, to: string) =>
      db.updateTable('roster_events').set({ player_tag: to }).where('player_tag', '=', from).execute()
    await hide('#2PQ', 'hidden-0123456789ab')
    announcements.announce([clubChange(CLUB)])
    const { body } = await get('/club/2PYL/events.atom')
    expectAtom(body)
    const left = entriesOf(body).find((entry) => entry.includes('left')) ?? ''
    expect(texts(left, 'title')).toEqual(['Hidden player left'])
    expect(left).toContain(`<link href="${SITE}/club/2PYL"/>`)
    expect(body).not.toMatch(/hidden-0123|2PQ/)
    await hide('hidden-0123456789ab', '#2PQ')
    announcements.announce([clubChange(CLUB)])
  })
})

describe('a feed of a player', () => {
  it('tells which milestones were passed, and on which day', async () => {
    const { body, headers } = await get('/player/2PY/milestones.atom')
    expectAtom(body)
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    expect(texts(body, 'title')[0]).toBe('Milestones of =HYPERLINK("x")')
  })

  it('has an entry for each milestone with a date', async () => {
    const { context } = whole
    const members = [{ tag: '#2QP', name: 'Milo', days: rising('#######', 14_950) }]
    await settle(context, [{ tag: '#2QC', name: 'Climbers', members }])
    const { body } = await get('/player/2QP/milestones.atom')
    expectAtom(body)
    expect(entriesOf(body).map((entry) => texts(entry, 'title')[0])).toEqual(['Milo passed 15k trophies'])
  })
})

describe('a feed of a player who plays Ranked', () => {
  it('tells of new tiers and of the prestige of a brawler', async () => {
    const { context } = whole
    const told = (daysAgo: number, tier: string, rating: number, prestigeLevel: number) => {
      const now = { tier, rating }
      const poco = { ...ownedBrawler(16_000_013, 999), name: 'POCO', prestigeLevel }
      const at = new Date(context.clock.now().getTime() - daysAgo * DAY_MS).toISOString()
      return profile(at, '#2QRR', 3000, { ranked: { season: 40, now, seasonBest: now, best: now }, brawlers: [poco] })
    }
    await ingest(context.db, [told(3, 'DIAMOND III', 4400, 0), told(1, 'MYTHIC I', 4600, 1)])
    const { body } = await get('/player/2QRR/milestones.atom')
    expectAtom(body)
    expect(entriesOf(body).map((entry) => texts(entry, 'title')[0]?.replace(/^.*? (?=reached|has)/, ''))).toEqual([
      'reached Mythic I in Ranked',
      'has a new best in Ranked: 4,600',
      'reached prestige 1 with Poco',
    ])
  })
})

describe('a badge', () => {
  const TITLE = /<title>([^<]*)<\/title>/
  it.each([
    ['', 'Delphin Divers: 4 members · 22k trophies · +630 in 7 days'],
    ['?show=members', 'Delphin Divers: 4 members'],
    ['?show=week', 'Delphin Divers: +630 in 7 days'],
    ['?show=trophies', 'Delphin Divers: 22k trophies'],
    ['?show=nonsense', 'Delphin Divers: 4 members · 22k trophies · +630 in 7 days'],
  ])('with %j says %s', async (query, said) => {
    const { statusCode, headers, body } = await get(`/badge/club/2PYL.svg${query}`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    readStrictly(body)
    expect(TITLE.exec(body)?.[1]?.replace(/\.\d/g, '')).toBe(said)
  })

  it('is offered to shields.io as well', async () => {
    const { headers, body } = await get('/badge/club/2PYL.json?show=members')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(body)).toEqual({ schemaVersion: 1, label: 'Delphin Divers', message: '4 members', color: 'blue' })
  })

  it('shows a hostile name as text', async () => {
    await settle(whole.context, [{ tag: '#2QV', name: HOSTILE, members: [{ tag: '#2QVP', name: 'Ada', days: [5] }] }])
    const { body } = await get('/badge/club/2QV.svg')
    readStrictly(body)
    expect(TITLE.exec(body)?.[1]).toBe(
      '&lt;/title&gt;]]&gt;&amp;&lt;b&gt;: 1 member · 5 trophies · 7 days: not known yet',
    )
  })
})

describe('what is not tracked', () => {
  it.each([
    ['/club/2PYY/events.atom', 'application/atom+xml'],
    ['/club/nonsense/events.atom', 'application/atom+xml'],
    ['/player/2PYY/milestones.atom', 'application/atom+xml'],
    ['/badge/club/2PYY.svg', 'image/svg+xml'],
    ['/badge/club/%00%22.svg', 'image/svg+xml'],
    ['/badge/club/2PYY.json', 'application/json'],
    ['/embed/club/2PYY', 'text/html'],
    ['/embed/player/nonsense', 'text/html'],
  ])('answers 404 at %s in the format asked for, %s', async (url, type) => {
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      404,
      `${type}; charset=utf-8`,
      'no-store, private',
    ])
    if (type.endsWith('atom+xml')) expectAtom(body)
    if (type.startsWith('image')) readStrictly(body)
    if (type.endsWith('json')) expect(JSON.parse(body)).toMatchObject({ message: 'no such club', isError: true })
    if (type.endsWith('html')) expect(body).toContain('Not found on Delphin')
  })

  it('has no feed where the address of the site is not known', async () => {
    const local = await openWholeApp()
    const asked = (host: string) => local.app.inject({ url: '/club/2PYL/events.atom', headers: { host } })
    expect((await asked('localhost:3000')).body).toContain('http://localhost:3000/club/2PYL')
    const unknown = await asked('evil.example')
    expect([unknown.statusCode, refusalOf(unknown).error]).toEqual([404, expect.stringContaining('PUBLIC_URL')])
    await local.close()
  })
})

describe('what other sites show', () => {
  it('is in the language that they ask for, each in one of its own', async () => {
    offerGerman(whole.context, {
      'feed.events': ['Neues von ', ['name']],
      'badge.members': [['members'], ' Mitglieder'],
      'event.joined': [['who'], ' ist beigetreten'],
    })
    const [english, german] = await Promise.all(['', '?lang=de'].map((query) => get(`/club/2PYL/events.atom${query}`)))
    expect(texts(german?.body ?? '', 'title')).toContain('Neues von Delphin Divers')
    expect(german?.body).toContain(`href="${SITE}/club/2PYL/events.atom?lang=de"`)
    expect(german?.body).toContain(`href="${SITE}/de/club/2PYL"`)
    expect(texts(german?.body ?? '', 'id')[0]).not.toBe(texts(english?.body ?? '', 'id')[0])
    expect((await get('/badge/club/2PYL.svg?show=members&lang=de')).body).toContain('4 Mitglieder')
    expect((await get('/badge/club/2PYL.svg?show=members')).body).toContain('4 members')
    const oembed = await get(`/api/oembed?url=${encodeURIComponent(`${SITE}/de/club/2PYL`)}`)
    expect(oembed.body).toContain('/embed/club/2PYL?lang=de')
  })

  it.each(['/embed/club/2PYL', '/club/2PYL/events.atom', '/badge/club/2PYL.svg', '/player/2PY/milestones.atom'])(
    'is refused in a language that the site has not: %s',
    async (url) => {
      const answer = await get(`${url}?lang=xx`)
      expect([answer.statusCode, refusalOf(answer).code]).toEqual([400, 'invalid_language'])
      expect((await get(`${url}?lang=en&lang=de`)).statusCode).toBe(400)
    },
  )
})

describe('a frame for other sites', () => {
  it('shows the club without scripts, in a theme and a language', async () => {
    offerGerman(whole.context, { 'ui.trophies': 'Trophäen', 'embed.unofficial': 'Inoffizielle Fanseite' })
    const { statusCode, headers, body } = await get('/embed/club/2PYL?theme=light&lang=de-AT')
    expect(statusCode).toBe(200)
    expect(body).toContain('<html lang="de" data-theme="light">')
    for (const part of ['<bdi>Delphin Divers</bdi>', 'href="/de/club/2PYL"', 'Trophäen', 'Inoffizielle Fanseite'])
      expect(body).toContain(part)
    expect(body).not.toMatch(/<script| style="| on\w+=/)
    expect(headers['x-robots-tag']).toBe('noindex')
    const other = await get('/embed/club/2PYL?theme=%22%3E')
    expect(other.body).toContain('<html lang="en">\n<head>')
  })

  it('shows a player, and a hostile name as text', async () => {
    const { body } = await get('/embed/player/2PC')
    expect(body).toContain('<bdi>&lt;/title&gt;]]&gt;&amp;&lt;b&gt; </bdi>')
    expect((await get('/embed/player/2PV')).body).toContain(`<bdi>${ARABIC}</bdi>`)
  })

  it('may be framed by every site, and nothing else may be', async () => {
    const framed = ['/embed/club/2PYL', '/embed/player/2PY', '/embed/club/nonsense']
    const examples = { club: '#2PYL', player: '#2PY', id: '1' }
    const pages = PAGES.filter(({ redirectTo }) => redirectTo === undefined).map((page) => pageAddress(page, examples))
    const others = [
      '/club/2PYL/events.atom',
      '/badge/club/2PYL.svg',
      '/api/site',
      '/api/docs',
      '/embed',
      '/embed/x/2PYL',
      '/api/nope',
    ]
    for (const url of framed) {
      const { headers } = await get(url)
      expect([url, headers['x-frame-options'], headers['content-security-policy']]).toEqual([
        url,
        undefined,
        expect.stringContaining('frame-ancestors *'),
      ])
    }
    for (const url of [...pages, ...others]) {
      const { headers } = await get(url)
      expect([url, headers['x-frame-options'], headers['content-security-policy']]).toEqual([
        url,
        'DENY',
        expect.stringContaining("frame-ancestors 'none'"),
      ])
    }
  })
})

describe('oEmbed', () => {
  const asked = (query: Record<string, string>) => get(`/api/oembed?${new URLSearchParams(query)}`)

  it('describes the frame of a club, as small as it is wanted', async () => {
    const url = `${SITE}/club/2PYL?days=7`
    expect(await ask(whole.app, getOembed, { query: { url, maxwidth: 300 } })).toMatchObject({
      title: 'Delphin Divers',
      html: `<iframe src="${SITE}/embed/club/2PYL" title="Delphin Divers" width="300" height="300" loading="lazy" style="border:0"></iframe>`,
      width: 300,
      thumbnail_url: `${SITE}/og/club/2PYL.png`,
    })
  })

  it.each([
    ['a page of another site', { url: 'https://evil.example/club/2PYL' }, 404],
    ['a site whose name begins alike', { url: `${SITE}.evil.example/club/2PYL` }, 404],
    ['a page about neither', { url: `${SITE}/browse/clubs` }, 404],
    ['a club that is not tracked', { url: `${SITE}/club/2PYY` }, 404],
    ['XML', { url: `${SITE}/club/2PYL`, format: 'xml' }, 501],
    ['nothing', {}, 400],
  ])('refuses %s', async (_what, query, status) => {
    const answer = await asked(query as Record<string, string>)
    expect([answer.statusCode, refusalOf(answer).error]).toEqual([status, expect.stringMatching(/\w/)])
  })

  it('shows a hostile name as text', async () => {
    const { html } = await ask(whole.app, getOembed, { query: { url: `${SITE}/player/2PC` } })
    expect(html).toContain('title="&lt;/title&gt;]]&gt;&amp;&lt;b&gt; "')
  })
})

describe('a message for a chat', () => {
  it('tells the last seven days of a club; names format nothing', async () => {
    const { text, title, path, picture } = await ask(whole.app, getClubShare, { params: { tag: CLUB }, query: {} })
    expect([title, path, picture]).toEqual(['Delphin Divers', '/club/2PYL', '/og/club/2PYL.png'])
    expect(text.split('\n')[0]).toBe('**Delphin Divers** · Club #2PYL')
    expect(text).toContain('**Joined**: ')
    expect(text).toContain('**Left**: Ada')
    expect(text).toContain('\u2068حوت \\*\\*7\\*\\*\u2069')
    expect(text).toContain('\\</title\\>\\]\\]\\>&\\<b\\>')
  })

  it('tells the last seven days of a player', async () => {
    const { text, picture } = await ask(whole.app, getPlayerShare, { params: { tag: '#2PL' }, query: {} })
    expect(picture).toBe('/og/player/2PL.png')
    expect(text).toContain('**Last 7 days**: ')
  })

  it('has the card of the last whole week, and none of a week in which nobody knew them yet', async () => {
    const { week_card } = await ask(whole.app, getClubShare, { params: { tag: CLUB }, query: {} })
    expect(week_card).toMatch(/^\/club\/2PYL\/week\/\d{4}-W\d{2}\.png$/)
    const card = await whole.app.inject({ url: String(week_card) })
    expect([card.statusCode, card.headers['content-type']]).toEqual([200, 'image/png'])
    const { week_card: ofPlayer } = await ask(whole.app, getPlayerShare, { params: { tag: '#2PL' }, query: {} })
    expect(ofPlayer === null || (await whole.app.inject({ url: ofPlayer })).statusCode === 200).toBe(true)
  })
})
