import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type DemoProvider, startDemoProvider } from '#demo/start-demo-provider.ts'
import { openStore } from '#server/database/open-store.ts'
import { DAY_MS } from '#shared/days.ts'
import { isWholeRun } from '../how-much.ts'
import { manualClock } from '../manual-clock.ts'
import { openTestContext } from '../open-context.ts'
import { rising, settle } from '../small-world.ts'
import { copyStore } from '../store-template.ts'
import { newVisitor } from './open-browser.ts'
import { type ProductProcess, startProduct } from './start-product.ts'
import { connectBrowser } from './visitor.ts'

/** Days with a scan, and the tags without their `#`. The last member joined for the last three of them. */
const CLUBS = [
  ...(isWholeRun ? [{ days: 1, club: '2QP', members: ['2QPP', '2QPY', '2QPL', '2QPQ'] }] : []),
  { days: 6, club: '2QY', members: ['2QYP', '2QYY', '2QYL', '2QYQ'] },
  { days: 7, club: '2QL', members: ['2QLP', '2QLY', '2QLL', '2QLQ'] },
]
const LATE_DAYS = 3

const directory = mkdtempSync(join(tmpdir(), 'delphin-first-days-'))
let game: DemoProvider
let product: ProductProcess
let browser: Browser
let page: Page
/** What the browser complains of on the page that is open. */
let complaints: string[] = []

beforeAll(async () => {
  await fill()
  game = await startDemoProvider({ epoch: new Date(Date.now() - DAY_MS), clubs: 4 })
  const access = { BRAWL_API_URL: game.url, BRAWL_API_TOKEN: game.token }
  product = await startProduct({ ...access, PORT: '0', LOG_LEVEL: 'warn', DATA_DIR: directory })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.end()
  await game?.close()
  rmSync(directory, { recursive: true, force: true })
})
afterEach(() => page?.context().close())

/** Everybody plays daily, up to the last noon. */
async function fill() {
  const onError = (error: Error) => {
    throw error
  }
  copyStore(inject('emptyStore'), directory)
  const { db, close } = await openStore({ databaseUrl: null, dataDirectory: directory, connections: 1, onError })
  const store = { db, dataDirectory: directory, url: null, reset: async () => {}, close }
  const context = openTestContext({ store, clock: manualClock(new Date(Date.now() - DAY_MS / 2)) })
  const clubs = CLUBS.map(({ days, club, members }) => ({
    tag: `#${club}`,
    name: `Club of ${days}`,
    members: members.map((tag, place) => {
      const played = rising('#'.repeat(days), 5000 + 100 * place)
      const isLate = place === members.length - 1
      return { tag: `#${tag}`, name: `Player ${tag}`, days: isLate ? played.slice(-LATE_DAYS) : played }
    }),
  }))
  await settle(context, clubs)
  await close()
}

async function open(path: string): Promise<void> {
  const visit = await newVisitor(browser)
  page = visit.page
  complaints = visit.complaints
  await page.goto(product.url + path)
}

afterEach(() => expect(complaints).toEqual([]))

const chips = () => page.getByRole('navigation', { name: 'On this page' }).getByRole('link').allInnerTexts()
const rows = () => page.getByRole('region', { name: 'Members' }).locator('tbody tr').allInnerTexts()

/** Words and figures that judge. */
const JUDGEMENT = /Excellent|Good|Average|Poor|Ghost members|Active members|Consistency|\d %/

describe.each(CLUBS)('a club that was looked at on $days days', ({ days, club, members }) => {
  const learning = `Learning: ${days} of 7 days`
  const isJudged = days >= 7

  it('says how far the learning is; it judges nobody and saves no scores before the seventh day', async () => {
    await open(`/club/${club}`)
    const sure = ['Hours', 'Trophies', 'Members', 'Modes and teams', 'Ranked', 'Changes']
    const all = [
      'Health',
      'Who stands out',
      'Hours',
      'Trophies',
      'Scorecards',
      'Activity',
      'Modes and teams',
      'Similar clubs',
      'Members',
      'Ranked',
      'Changes',
    ]
    await expect.poll(chips).toEqual(isJudged ? all : sure)
    await expect.poll(async () => (await rows()).length).toBe(members.length)
    await page.getByRole('region', { name: 'Changes in the club' }).waitFor()
    const text = await page.locator('main').innerText()
    expect([text.includes(learning), JUDGEMENT.test(text)]).toEqual([!isJudged, isJudged])
    expect((await rows()).filter((row) => row.includes(`Learning: ${LATE_DAYS} of 7 days`))).toHaveLength(
      isJudged ? 1 : 0,
    )
    const saved = page.waitForEvent('download')
    const table = page.getByRole('region', { name: 'Members' })
    await table.getByRole('button', { name: 'Download CSV' }).click()
    const file = join(directory, `${club}.csv`)
    await (await saved).saveAs(file)
    const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/)
    expect(lines).toHaveLength(members.length + 1)
    expect(/Score|Activity/.test(lines[0] ?? '')).toBe(isJudged)
  })

  it('gives no scores to programs before the seventh day', async () => {
    const answer = await fetch(`${product.url}/api/analytics/club/${club}/member-scores?format=csv`)
    const [header = '', ...lines] = (await answer.text()).trim().split(/\r?\n/)
    const column = header.split(',').indexOf('overall_score')
    const scores = lines.map((line) => line.split(',')[column])
    expect(scores).toHaveLength(members.length)
    // The member who came late is not judged yet.
    expect(scores.filter((score) => score !== '')).toHaveLength(isJudged ? members.length - 1 : 0)
  })

  it('has a member whose page judges them from the seventh day on', async () => {
    await open(`/player/${members[0]}`)
    const judged = ['Performance', 'Activity', 'Contribution']
    await expect
      .poll(async () => (await chips()).filter((name) => judged.includes(name)))
      .toEqual(isJudged ? judged : [])
    await page.getByRole('region', { name: 'Brawlers' }).waitFor()
    const text = await page.locator('main').innerText()
    expect([text.includes(learning), JUDGEMENT.test(text)]).toEqual([!isJudged, isJudged])
  })
})
