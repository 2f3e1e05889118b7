import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXAMPLE_CLUB_TAG, EXAMPLE_PLAYER_TAG } from '#demo/world/landmarks.ts'
import { visitSite } from './visitor.ts'

const visitor = visitSite()
const CLUB = `/club/${EXAMPLE_CLUB_TAG.slice(1)}`
const PLAYER = `/player/${EXAMPLE_PLAYER_TAG.slice(1)}`

/** Keeps what the page gives to the phone's sheet and to the clipboard. */
const KEEPS = `
  window.kept = {}
  navigator.share = async (data) => { window.kept.shared = data }
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.kept.copied = text } } })`

type Kept = { shared?: { title: string; url: string }; copied?: string }
const kept = (page: Page) => page.evaluate<Kept>('window.kept')

/** Opens the dialog of a page, as a visitor does whose browser can share. */
async function sharing(path: string, width = 390) {
  const page = await visitor.stranger(path, { width })
  await page.evaluate(KEEPS)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this' })
  await dialog.getByRole('button', { name: 'Copy for Discord' }).waitFor()
  return { page, dialog }
}

it('a visitor shares a club by the sheet of the phone', async () => {
  const { page, dialog } = await sharing(CLUB)
  await dialog.getByRole('button', { name: 'Share…' }).click()
  expect((await kept(page)).shared).toEqual({ title: expect.stringMatching(/\w/), url: visitor.url + CLUB })
})

it('a president sends the week of the club as a picture, in two taps', async () => {
  const { page, dialog } = await sharing(CLUB)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Send the week' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^delphin-\w+-week-\d{4}-W\d{2}\.png$/)
})

it('a visitor copies the week of a club for Discord, with the link to the club', async () => {
  const { page, dialog } = await sharing(CLUB)
  await dialog.getByRole('button', { name: 'Copy for Discord' }).click()
  await dialog.getByText('Copied', { exact: true }).waitFor()
  const lines = (await kept(page)).copied?.split('\n') ?? []
  expect(lines[0]).toMatch(/^\*\*.+\*\* · Club #/)
  expect(lines.some((line) => /^\*\*Last 7 days\*\*: [+−±]/.test(line))).toBe(true)
  expect(lines.at(-1)).toBe(visitor.url + CLUB)
})

it('a visitor copies the link, and saves the picture that chats show', async () => {
  const { page, dialog } = await sharing(PLAYER, 1280)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  expect((await kept(page)).copied).toBe(visitor.url + PLAYER)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: 'Save picture' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`delphin-${EXAMPLE_PLAYER_TAG.slice(1)}.png`)
})

/** A site of another origin. It shows the text that a visitor has copied. */
let elsewhere: { url: string; close(): void }
let shown = ''
beforeAll(async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(`<!doctype html><title>Our club</title>${shown}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  elsewhere = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
})
afterAll(() => elsewhere.close())

it('a leader puts the frame of the club on a site of theirs, in a theme and a language', async () => {
  const { page, dialog } = await sharing(CLUB, 1280)
  await dialog.getByText('Embed on a site').click()
  await dialog.getByLabel('Theme').selectOption('light')
  await dialog.getByLabel('Language').selectOption('de')
  await page.frameLocator('iframe').getByText('Mitglieder').waitFor()
  await dialog.getByRole('button', { name: 'Copy the HTML' }).click()
  shown = (await kept(page)).copied ?? ''
  await page.goto(elsewhere.url)
  const frame = page.frameLocator('iframe')
  await frame.getByText('Trophäen', { exact: true }).waitFor()
  expect(await frame.getByRole('link', { name: 'Delphin' }).getAttribute('target')).toBe('_blank')
})

it('no other page can be put into a frame', async () => {
  const { page } = await sharing(CLUB, 1280)
  shown = `<iframe src="${visitor.url}${CLUB}"></iframe>`
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
  await page.goto(elsewhere.url)
  expect((await refused).text()).toContain("'none'")
})

it("readers find the club's feed in its page, and browsers read it", async () => {
  const page = await visitor.stranger(CLUB)
  const read = await page.evaluate<{ root: string; broken: boolean; entries: number }>(`(async () => {
    const address = document.querySelector('link[type="application/atom+xml"]').href
    const feed = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml')
    return {
      root: feed.documentElement.namespaceURI + ' ' + feed.documentElement.localName,
      broken: feed.querySelector('parsererror') !== null,
      entries: feed.getElementsByTagName('entry').length,
    }
  })()`)
  expect(read).toMatchObject({ root: 'http://www.w3.org/2005/Atom feed', broken: false })
  expect(read.entries).toBeGreaterThan(0)
})
