import { globSync, readFileSync } from 'node:fs'
import { type IcuNode, parseIcu } from 'pofile-ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#server/app.ts'
import { renewClubProfiles } from '#server/directory/club-profiles.ts'
import { summarise } from '#server/directory/summarise.ts'
import { ingest } from '#server/history/ingest/ingest.ts'
import { deskOfClub } from '#server/site/desk/open-desk.ts'
import { readWeek } from '#server/site/desk/weeks.ts'
import { drawProfile } from '#server/site/pictures/drawing.ts'
import { clubProfile, playerProfile } from '#server/site/pictures/read-profile.ts'
import type { AskPublic } from '#server/site/sharing/documents.ts'
import { answerCommand } from '#server/site/sharing/slash-commands.ts'
import { createGuestSession } from '#shared/contract/accounts.ts'
import { listDeskMembers } from '#shared/contract/desk.ts'
import { type CalendarDay, DAY_MS } from '#shared/days.ts'
import { readCatalogs } from '../scripts/prepare/build-texts.mjs'
import { webBuild } from '../scripts/prepare/build-web.mjs'
import { ask } from './ask.ts'
import { CLUB, type Rhythms, scansOf } from './club-history.ts'
import { manualClock } from './manual-clock.ts'
import { ABSENCES, SITUATIONS, type Situation, UNSHOWN } from './nothing-known.ts'
import { openTestContext } from './open-context.ts'
import { openTestStore, type TestStore } from './open-store.ts'
import { filledAddresses } from './page-addresses.ts'

// Every text that says none, nobody, nothing or no: whether it may be said where there is no data, too little, or an outage.
// The table is in nothing-known.ts.

const ABSENT = /\b(no|none|nobody|nothing|no one)\b|\bnot in a\b/i

/**
 * What these messages of a catalog say that there is nothing, by their ids: sentences, and words like "nobody" that stand
 * alone. Errors tell what a visitor asked for.
 */
function absencesIn(catalog: Iterable<[id: string, entry: { message: string }]>): Map<string, string[]> {
  const said = [...catalog].map(([id, { message }]) => [id, textsOfMessage(message).filter(isAbsence)] as const)
  return new Map(said.filter(([id, sentences]) => sentences.length > 0 && !id.startsWith('error.')))
}

function isAbsence(text: string): boolean {
  return ABSENT.test(text) && / |^(nobody|nothing|none)$/i.test(text)
}

/** What a message of a catalog may say: a text for each choice of its plurals, with `…` in place of values. */
function textsOfMessage(message: string): string[] {
  const { ast } = parseIcu(message)
  return ast === null ? [] : variantsOf(ast).map((each) => each.replaceAll(/\s+/g, ' ').trim())
}

function variantsOf(nodes: readonly IcuNode[]): string[] {
  return nodes.reduce<string[]>(
    (texts, node) => texts.flatMap((text) => variantsOfNode(node).map((part) => text + part)),
    [''],
  )
}

function variantsOfNode(node: IcuNode): string[] {
  if (node.type === 'literal') return [node.value]
  if (node.type === 'tag') return variantsOf(node.children)
  if (node.type === 'plural' || node.type === 'select')
    return [...new Set(Object.values(node.options).flatMap(({ value }) => variantsOf(value)))]
  return ['…']
}

const groupOf = new Map<string, (typeof ABSENCES)[keyof typeof ABSENCES]>(
  Object.values(ABSENCES).flatMap((group) => group.texts.map((id) => [id, group] as const)),
)

/** The longest part of a sentence that is not computed. */
const fixedPart = (sentence: string) =>
  sentence
    .split('…')
    .toSorted((a, b) => b.length - a.length)[0]
    ?.trim() ?? ''

const SUNDAY = '2026-03-15' as CalendarDay
const HISTORIES: Record<Situation, { rhythms: Rhythms; daysLater: number }> = {
  'no data': { rhythms: { '#PP0': '#', '#PP2': '#', '#PP8': '#' }, daysLater: 0 },
  'too little': { rhythms: { '#PP0': '###', '#PP2': '##.', '#PP8': '...' }, daysLater: 0 },
  'an outage that is over': {
    rhythms: {
      '#PP0': `${'#'.repeat(40)}??????????#`,
      '#PP2': `${'#.'.repeat(20)}??????????#`,
      '#PP8': `${'.'.repeat(40)}??????????#`,
    },
    daysLater: 0,
  },
  'an outage that lasts': {
    rhythms: { '#PP0': '#'.repeat(50), '#PP2': '#'.repeat(50), '#PP8': '.'.repeat(50) },
    daysLater: 11,
  },
}

const PAGES = [
  ...filledAddresses({ club: CLUB, player: '#PP0', id: '16000000' }).map(({ address }) => address),
  ...['/player/PP8', '/compare?type=player&a=PP0&b=PP8', '/compare?type=club&a=2PP'],
]

/** What is shown in a situation, by where: the lines of pages, pictures, chats, the desk and a week's report. */
async function readAll(store: TestStore, { rhythms, daysLater }: (typeof HISTORIES)[Situation]) {
  await store.reset()
  await ingest(store.db, scansOf(rhythms, SUNDAY))
  const clock = manualClock(new Date(Date.parse(`${SUNDAY}T13:00:00Z`) + daysLater * DAY_MS))
  const settings = { REQUESTS_PER_MINUTE: '100000', PUBLIC_URL: 'https://delphin.example' }
  const context = openTestContext({ store, clock, settings })
  Object.assign(context.installation, { demo: true, exampleClubTag: CLUB })
  await summarise(context, { clubs: [CLUB], players: Object.keys(rhythms) })
  await renewClubProfiles(context, new AbortController().signal)
  const app = await createApp(context)
  const shown: [string, string][] = []
  for (const url of PAGES) shown.push([url, linesOf((await app.inject({ url })).body)])
  const askPublic: AskPublic = (call, input) => ask(app, call, input as never)
  const given = { context, ask: askPublic, site: 'https://delphin.example' }
  const commands: [string, string][] = [
    ...['club', 'ghosts', 'week'].map((name): [string, string] => [name, CLUB]),
    ['player', '#PP8'],
  ]
  for (const [name, tag] of commands) {
    const asked = { token: 't', data: { name, options: [{ name: 'tag', value: tag }] }, user: { id: '1' } }
    const answer = await answerCommand(given, asked as unknown as Parameters<typeof answerCommand>[1])
    shown.push([`/${name} in a chat`, JSON.stringify(answer)])
  }
  const draw = (profile: Parameters<typeof drawProfile>[0]) => linesOf(`<main>${drawProfile(profile)}</main>`)
  shown.push(['picture of a club', draw(await clubProfile(context, CLUB))])
  shown.push(['picture of a player', draw(await playerProfile(context, '#PP8'))])
  const { session_id } = await ask(app, createGuestSession, {})
  const headers = { 'x-guest-session': session_id }
  shown.push(['desk', JSON.stringify(await ask(app, listDeskMembers, { params: { tag: CLUB }, headers }))])
  const week = await readWeek(context, deskOfClub(CLUB), '2026-03-16' as CalendarDay).catch(() => null)
  shown.push(['week', JSON.stringify(week)])
  await app.close()
  return new Map(shown)
}

/** The text of a page's content, a line for each element. */
function linesOf(html: string): string {
  const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(html.replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, '')) ?? []
  const told = main
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/\s*\n\s*/g, '\n')
  return told.replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}

/** Whether a text shows a sentence. A single word shows where it is all that an element says. */
function shows(text: string, sentence: string): boolean {
  if (!sentence.includes(' ')) return text.split('\n').includes(sentence)
  const parts = sentence.split('…').map((part) => RegExp.escape(part))
  return new RegExp(`(^|\\W)${parts.join('[^\\n]{0,80}?')}(\\W|$)`).test(text)
}

describe('texts that say that there is nothing', () => {
  it('each have an entry in the table, and the table has no others', async () => {
    const found = [...absencesIn(await readCatalogs('.', 'en')).keys()]
    expect(found.toSorted()).toEqual([...groupOf.keys()].toSorted())
  })

  it('are found in each choice of a message', () => {
    const message = '{days, plural, one {A game today} other {No game in # days}}'
    const planted = { 'club.planted': { message }, 'club.won': { message: 'All won' }, 'error.none': { message } }
    expect([...absencesIn(Object.entries(planted))]).toEqual([['club.planted', ['No game in … days']]])
  })
})

describe('where little is known', () => {
  let store: TestStore
  const shown = new Map<Situation, Map<string, string>>()
  let absences = new Map<string, string[]>()
  beforeAll(async () => {
    absences = absencesIn(await readCatalogs('.', 'en'))
    await webBuild(process.cwd())
    store = await openTestStore('postgres')
    for (const situation of SITUATIONS) shown.set(situation, await readAll(store, HISTORIES[situation]))
  }, 240_000)
  afterAll(() => store.close())

  it.each(SITUATIONS)('with %s nothing is said that is not true then', (situation) => {
    const wrong: string[] = []
    for (const [place, text] of shown.get(situation) ?? []) {
      for (const [id, sentences] of absences) {
        if (groupOf.get(id)?.said.includes(situation)) continue
        wrong.push(...sentences.filter((each) => shows(text, each)).map((each) => `${place}: ${each}`))
      }
    }
    expect(wrong).toEqual([])
  })

  it('with no data no figure is 0', () => {
    const pages = ['/club/2PP', '/player/PP0', '/player/PP8', '/compare?type=player&a=PP0&b=PP8', 'picture of a club']
    const zeros = pages.flatMap((page) => {
      const lines = shown.get('no data')?.get(page)?.split('\n') ?? []
      return lines.filter((line) => /^[±+]?0(?![.\d])/.test(line)).map((line) => `${page}: ${line}`)
    })
    expect(zeros).toEqual([])
  })

  it('what is said of data is shown in one of these situations, or quoted by a test of its own, but for a known few', () => {
    const seen = [...shown.values()].flatMap((texts) => [...texts.values()]).join('\n')
    const tests = globSync('{src,test}/**/*.test.{ts,tsx}', { exclude: ['test/nothing-known.test.ts'] })
    const quoted = tests.map((path) => readFileSync(path, 'utf8')).join('\n')
    const isProven = (sentence: string) => shows(seen, sentence) || quoted.includes(fixedPart(sentence))
    const unproven = [...absences]
      .filter(([id, all]) => groupOf.get(id)?.ofData && !all.every(isProven))
      .map(([id]) => id)
    expect(unproven.toSorted()).toEqual([...UNSHOWN].toSorted())
  })
})
