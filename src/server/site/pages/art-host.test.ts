import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWholeApp, type WholeApp } from '#test/open-whole-app.ts'

let plain: WholeApp
let withArt: WholeApp
beforeAll(async () => {
  plain = await openWholeApp({})
  withArt = await openWholeApp({ settings: { ASSET_CDN_BASE: 'https://art.example/game/' } })
})
afterAll(() => Promise.all([plain.close(), withArt.close()]))

const imagesOf = async ({ app }: WholeApp) => {
  const { headers } = await app.inject('/leaderboards')
  return String(headers['content-security-policy'])
    .split('; ')
    .filter((directive) => directive.includes('art.example') || directive.startsWith('img-src'))
}

it('without an art host, pages may load pictures from this site only', async () => {
  expect(await imagesOf(plain)).toEqual(["img-src 'self' data:"])
  expect((await plain.app.inject('/api/site')).json()).toMatchObject({ art_base: null })
})

it('with an art host, pages may load pictures and nothing else from it, and know its address', async () => {
  expect(await imagesOf(withArt)).toEqual(["img-src 'self' data: https://art.example"])
  expect((await withArt.app.inject('/api/site')).json()).toMatchObject({ art_base: 'https://art.example/game' })
})
