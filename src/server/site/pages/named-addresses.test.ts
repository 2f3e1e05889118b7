import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#shared/contract/all.ts'
import { LANGUAGE_CODES, splitLanguage } from '#shared/languages.ts'
import { NOT_FOUND_PAGE, PAGES } from '#shared/pages.ts'
import { t } from '#shared/texts.ts'
import { isWholeRun } from '#test/how-much.ts'
import { CLUB, openWholeApp, PLAYER, type WholeApp } from '#test/open-whole-app.ts'
import { filledAddresses, pageAddress } from '#test/page-addresses.ts'
import { webBuild } from '../../../../scripts/prepare/build-web.mjs'

// What the table of pages leads to, and every address that a page, the sitemap, the manifest or the worker names.

const BUILD_MS = 120_000
const SITE = 'https://delphin.example'
const KNOWN = { club: CLUB, player: PLAYER, id: '16000000' }
const UNKNOWN = { club: '#2PYY', player: '#2PYY', id: '1' }

let whole: WholeApp
beforeAll(async () => {
  await webBuild(process.cwd())
  whole = await openWholeApp({ settings: { PUBLIC_URL: SITE } })
}, BUILD_MS)
afterAll(() => whole.close())

/** Each address is asked for once: one visitor may make so many requests a minute. */
const answers = new Map<string, Promise<LightMyRequestResponse>>()
const get = (url: string) => {
  const answer = answers.get(url) ?? whole.app.inject({ url })
  answers.set(url, answer)
  return answer
}
const titleOf = (body: string) => /<title>([^|<]*) \|/.exec(body)?.[1]
const isPublic = async (url: string) => /\bpublic\b/.test(String((await get(url)).headers['cache-control']))

describe.each(PAGES)('$path', (page) => {
  const address = pageAddress(page, KNOWN)

  it('is served', async () => {
    const { statusCode, body } = await get(address)
    expect(titleOf(body)).not.toBe(t(NOT_FOUND_PAGE.title))
    if (!page.path.includes('$')) expect(statusCode).toBe(page.status ?? 200)
  })

  it('says something without scripts', async () => {
    const { body } = await get(address)
    const [, main = ''] = /<main[^>]*>([\s\S]*)<\/main>/.exec(body) ?? []
    expect(main.replaceAll(/<[^>]*>/g, '').trim()).not.toBe('')
    if (page.sitemap) expect(main.match(/<h1\b/g)?.length).toBe(1)
  })

  it('names only what is there, also where its club or player is unknown', async () => {
    for (const shown of [address, pageAddress(page, UNKNOWN)]) {
      // A link to the page of an unknown club or player is fine, in any language: that page says that nobody knows it.
      const own = [shown, `/club/${UNKNOWN.club.slice(1)}`, `/player/${UNKNOWN.player.slice(1)}`]
      const named = addressesIn((await get(shown)).body).filter((each) => !own.includes(splitLanguage(each).address))
      expect(page.redirectTo ?? named.length).not.toBe(0)
      expect(await missingOf(named)).toEqual([])
    }
  })

  it('is kept for times without a network, with the answers that it shows, if the table says so', async () => {
    const { statusCode, body } = await get(address)
    if (statusCode !== 200) return
    expect(await isPublic(address)).toBe(page.offline ?? false)
    if (!page.offline) return
    const private_ = await Promise.all(callsIn(body).map(async (call) => ((await isPublic(call)) ? [] : [call])))
    expect(private_.flat()).toEqual([])
  })
})

it('the page of an unknown address names only what is there', async () => {
  const { statusCode, body } = await get('/no-such-page')
  expect([statusCode, titleOf(body)]).toEqual([404, t(NOT_FOUND_PAGE.title)])
  expect(
    await missingOf(addressesIn(body).filter((each) => splitLanguage(each).address !== NOT_FOUND_PAGE.path)),
  ).toEqual([])
})

it('the sitemap lists pages that search engines may list', async () => {
  const listed = [...(await get('/sitemap.xml')).body.matchAll(/<loc>([^<]*)/g)].map(([, loc = '']) => loc)
  const pages = PAGES.filter(({ sitemap }) => sitemap).length
  expect(listed.length).toBe(pages * LANGUAGE_CODES.length)
  // Every page in English, and one in each other language, always the next; in a whole run every page in every language.
  const asked = listed.filter((_, place) => isWholeRun || place < pages || place % (pages + 1) === 0)
  for (const loc of asked) {
    const { statusCode, body } = await get(loc.slice(SITE.length) || '/')
    expect([loc, statusCode, body.includes('<meta name="robots"')]).toEqual([loc, 200, false])
  }
})

it('the manifest names what is there', async () => {
  const { start_url, icons } = (await get('/manifest.webmanifest')).json() as Manifest
  expect(await missingOf([start_url, ...icons.map(({ src }) => src)])).toEqual([])
})

type Manifest = { start_url: string; icons: { src: string }[] }

it('the service worker names only calls that exist', () => {
  const code = readFileSync(join(process.cwd(), 'src/web/public/service-worker.js'), 'utf8')
  const named = [...code.matchAll(/\/api\/\w[\w/-]*/g)].map(([call]) => call)
  const calls = [...endpoints.values()].map(({ path }) => path)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((call) => !calls.includes(call))).toEqual([])
})

it('screenshots are taken of pages that exist', async () => {
  for (const { address } of filledAddresses(KNOWN))
    expect([address, titleOf((await get(address)).body)]).not.toEqual([address, t(NOT_FOUND_PAGE.title)])
})

/** Addresses of this site that a page links to, loads, or shows in link previews. */
function addressesIn(html: string): string[] {
  const named = html.matchAll(/(?:href|src|content)="((?:https:\/\/delphin\.example)?\/[^"]*)"/g)
  const paths = Array.from(named, ([, address = '']) => address.replace(SITE, '').replaceAll('&amp;', '&') || '/')
  return paths.map((path) => path.replace(/#.*/, '') || '/')
}

async function missingOf(addresses: readonly string[]): Promise<string[]> {
  const asked = [...new Set(addresses)].map(async (url) => {
    const { statusCode } = await get(url)
    return statusCode < 400 ? [] : [`${statusCode} ${url}`]
  })
  return (await Promise.all(asked)).flat()
}

type Call = [
  name: string,
  input: { params?: Record<string, unknown>; query?: Record<string, unknown> } | null,
  ...unknown[],
]

/** The calls whose answers a page contains. */
function callsIn(html: string): string[] {
  const answers = JSON.parse(/id="answers">([^<]*)</.exec(html)?.[1] ?? '[]') as Call[]
  return answers.map(([name, input]) => {
    const { params = {}, query = {} } = input ?? {}
    const path = name
      .replace('GET ', '')
      .replaceAll(/\{(\w+)\}/g, (_, each) => encodeURIComponent(String(params[each])))
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
    const text = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString()
    return text === '' ? path : `${path}?${text}`
  })
}
